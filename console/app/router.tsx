import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ProblemBox } from '../parts/loaded.tsx'
import { whenThere } from '../state/away.ts'
import type { Search } from '../state/search.ts'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <ProblemBox error={error} />,
  validateSearch: (search): Search =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
})

const parent = () => root

/** A screen that is loaded when it is opened. */
const screen = <T extends Record<string, unknown>, K extends keyof T>(load: () => Promise<T>, name: K) =>
  lazyRouteComponent<T, K>(() => whenThere(load), name)

const routes = [
  createRoute({
    getParentRoute: parent,
    path: '/',
    component: screen(() => import('../screens/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls',
    component: screen(() => import('../screens/audit/calls.tsx'), 'CallsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls/$id',
    component: screen(() => import('../screens/audit/call.tsx'), 'CallScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/audit',
    component: screen(() => import('../screens/audit/audit.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants',
    component: screen(() => import('../screens/tenants/tenants.tsx'), 'TenantsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants/new',
    component: screen(() => import('../screens/tenants/new-tenant.tsx'), 'NewTenant'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants/$id',
    component: screen(() => import('../screens/tenants/tenant.tsx'), 'TenantScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/accounts',
    component: screen(() => import('../screens/accounts.tsx'), 'Accounts'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tokens',
    component: screen(() => import('../screens/tenants/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/policies',
    component: screen(() => import('../screens/policies/policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/usage',
    component: screen(() => import('../screens/usage/usage.tsx'), 'UsageScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/suggestions',
    component: screen(() => import('../screens/suggestions.tsx'), 'SuggestionsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/connect',
    component: screen(() => import('../screens/connect/connect.tsx'), 'Connect'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/connect/$id',
    component: screen(() => import('../screens/connect/connect-links.tsx'), 'ConnectLinkScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/applications',
    component: screen(() => import('../screens/applications.tsx'), 'Applications'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/providers',
    component: screen(() => import('../screens/providers/providers.tsx'), 'ProvidersScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/providers/$id',
    component: screen(() => import('../screens/providers/provider.tsx'), 'ProviderScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/jobs',
    component: screen(() => import('../screens/jobs.tsx'), 'Jobs'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/webhooks',
    component: screen(() => import('../screens/webhooks.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/settings',
    component: screen(() => import('../screens/settings.tsx'), 'SettingsScreen'),
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
