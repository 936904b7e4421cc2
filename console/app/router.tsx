import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Problem } from '../parts/loaded.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import type { Search } from './search.ts'

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
