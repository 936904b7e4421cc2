import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ProblemBox } from '../parts/page/loaded.tsx'
import { whenThere } from '../state/gateway/away.ts'
import { failedOutcomes, type Search } from '../state/search.ts'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import { Pending } from './pending.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <ProblemBox error={error} />,
  validateSearch: (search): Search =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
})

const parent = () => root

/** A click that waits longer is answered by the frame of the screen. */
const pendingMs = 300

/** A screen that is loaded when it is opened. */
const screen = <T extends Record<string, unknown>, K extends keyof T>(load: () => Promise<T>, name: K) =>
  lazyRouteComponent<T, K>(() => whenThere(load), name)

const tenant = createRoute({
  getParentRoute: parent,
  path: '/tenants/$id',
  component: screen(() => import('./tenant-page.ts'), 'TenantScreen'),
})
const ofTenant = () => tenant

const tenantTabs = [
  createRoute({
    getParentRoute: ofTenant,
    path: '/',
    component: screen(() => import('./tenant-page.ts'), 'TenantOverview'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/accounts',
    component: screen(() => import('./tenant-page.ts'), 'TenantAccounts'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/tokens',
    // The tokens of a tenant had this address before.
    beforeLoad: ({ search: { tenant: id } }) => {
      if (id) throw redirect({ to: '/tenants/$id/tokens', params: { id } })
    },
    component: screen(() => import('./tenant-page.ts'), 'TenantTokensTab'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/access',
    component: screen(() => import('./tenant-page.ts'), 'TenantAccess'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/usage',
    component: screen(() => import('./tenant-page.ts'), 'TenantUsage'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/log',
    component: screen(() => import('./tenant-page.ts'), 'TenantLog'),
  }),
  createRoute({
    getParentRoute: ofTenant,
    path: '/settings',
    component: screen(() => import('./tenant-page.ts'), 'TenantSettings'),
  }),
] as const

const provider = createRoute({
  getParentRoute: parent,
  path: '/providers/$id',
  component: screen(() => import('../screens/providers/provider.tsx'), 'ProviderScreen'),
})
const ofProvider = () => provider

const providerTabs = [
  createRoute({
    getParentRoute: ofProvider,
    path: '/',
    component: screen(() => import('../screens/providers/provider.tsx'), 'ProviderActions'),
  }),
  createRoute({
    getParentRoute: ofProvider,
    path: '/activity',
    component: screen(() => import('../screens/providers/activity.tsx'), 'ProviderActivity'),
  }),
] as const

const routes = [
  createRoute({
    getParentRoute: parent,
    path: '/',
    component: screen(() => import('../screens/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/log',
    component: screen(() => import('../screens/log/log.tsx'), 'LogScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/changes',
    component: screen(() => import('../screens/changes/changes.tsx'), 'ChangesScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls/$id',
    component: screen(() => import('../screens/log/call.tsx'), 'CallScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/approvals',
    component: screen(() => import('../screens/approvals/approvals.tsx'), 'ApprovalsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/suggestions',
    component: screen(() => import('../screens/suggestions/suggestions.tsx'), 'SuggestionsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants',
    component: screen(() => import('../screens/tenants/tenants.tsx'), 'TenantsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tenants/new',
    component: screen(() => import('../screens/tenants/new/new-tenant.tsx'), 'NewTenant'),
  }),
  tenant.addChildren(tenantTabs),
  createRoute({
    getParentRoute: parent,
    path: '/accounts',
    component: screen(() => import('../screens/accounts/accounts.tsx'), 'Accounts'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/tokens',
    // The tokens of a tenant had this address before.
    beforeLoad: ({ search: { tenant: id } }) => {
      if (id) throw redirect({ to: '/tenants/$id/tokens', params: { id } })
    },
    component: screen(() => import('../screens/tokens/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/costs',
    component: screen(() => import('../screens/costs/costs.tsx'), 'Costs'),
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
    // Old addresses of the applications that a tenant's users let in.
    beforeLoad: ({ search: { tenant: id } }) => {
      if (id) throw redirect({ to: '/tenants/$id/access', params: { id } })
    },
    component: screen(() => import('../screens/applications/applications.tsx'), 'Applications'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/providers',
    component: screen(() => import('../screens/providers/providers.tsx'), 'ProvidersScreen'),
  }),
  provider.addChildren(providerTabs),
  createRoute({
    getParentRoute: parent,
    path: '/providers/$id/actions/$action',
    component: screen(() => import('../screens/providers/action.tsx'), 'ActionScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/jobs',
    component: screen(() => import('../screens/jobs/jobs.tsx'), 'Jobs'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/webhooks',
    component: screen(() => import('../screens/webhooks/webhooks.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/settings',
    component: screen(() => import('../screens/settings/settings.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/parts',
    component: screen(() => import('../screens/parts/parts.tsx'), 'PartsScreen'),
  }),
  // Addresses of earlier versions, which people have shared.
  createRoute({
    getParentRoute: parent,
    path: '/audit',
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/log', search })
    },
  }),
  createRoute({
    getParentRoute: parent,
    path: '/calls',
    beforeLoad: () => {
      throw redirect({ to: '/log', search: { calls: 'on', outcome: failedOutcomes } })
    },
  }),
  createRoute({
    getParentRoute: parent,
    path: '/usage',
    beforeLoad: ({ search: { tenant: id, ...search } }) => {
      throw id ? redirect({ to: '/tenants/$id/usage', params: { id }, search }) : redirect({ to: '/costs' })
    },
  }),
  createRoute({
    getParentRoute: parent,
    path: '/policies',
    beforeLoad: ({ search: { tenant: id, token } }) => {
      throw id
        ? redirect({ to: '/tenants/$id/access', params: { id }, search: token ? { token } : {} })
        : redirect({ to: '/tenants' })
    },
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: pendingMs,
  defaultPendingMinMs: 0,
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
