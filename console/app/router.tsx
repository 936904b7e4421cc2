import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Problem } from '../parts/loaded.tsx'
import type { Search } from '../state/search.ts'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Problem error={error} />,
  validateSearch: (search): Search =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
})

const parent = () => root

const routes = [
  createRoute({
    getParentRoute: parent,
    path: '/',
    component: lazyRouteComponent(() => import('../screens/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls',
    component: lazyRouteComponent(() => import('../screens/calls.tsx'), 'Calls'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls/$id',
    component: lazyRouteComponent(() => import('../screens/call.tsx'), 'CallScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/audit',
    component: lazyRouteComponent(() => import('../screens/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants',
    component: lazyRouteComponent(() => import('../screens/tenants.tsx'), 'Tenants'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants/new',
    component: lazyRouteComponent(() => import('../screens/new-tenant.tsx'), 'NewTenant'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants/$id',
    component: lazyRouteComponent(() => import('../screens/tenant.tsx'), 'TenantScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/accounts',
    component: lazyRouteComponent(() => import('../screens/accounts.tsx'), 'Accounts'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tokens',
    component: lazyRouteComponent(() => import('../screens/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/policies',
    component: lazyRouteComponent(() => import('../screens/policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/usage',
    component: lazyRouteComponent(() => import('../screens/usage.tsx'), 'UsageScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/suggestions',
    component: lazyRouteComponent(() => import('../screens/suggestions.tsx'), 'Suggestions'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/connect',
    component: lazyRouteComponent(() => import('../screens/connect.tsx'), 'Connect'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/connect/$id',
    component: lazyRouteComponent(() => import('../screens/connect-links.tsx'), 'ConnectLinkScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/applications',
    component: lazyRouteComponent(() => import('../screens/applications.tsx'), 'Applications'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/providers',
    component: lazyRouteComponent(() => import('../screens/providers.tsx'), 'Providers'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/providers/$id',
    component: lazyRouteComponent(() => import('../screens/provider.tsx'), 'ProviderScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../screens/jobs.tsx'), 'Jobs'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../screens/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/settings',
    component: lazyRouteComponent(() => import('../screens/settings.tsx'), 'Settings'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: false,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
