import type { Route } from './exchange.ts'

const patterns = new WeakMap<Route, RegExp>()

const patternOf = (route: Route): RegExp => {
  const known = patterns.get(route)
  if (known) return known
  const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`)
  patterns.set(route, pattern)
  return pattern
}

/** The methods that a path takes (RFC 9110, section 10.2.1); empty when nothing is at the path. */
export const findMethods = (routes: readonly Route[], pathname: string): string[] => {
  const methods = routes.filter((route) => patternOf(route).test(pathname)).map(({ method }): string => method)
  if (methods.length === 0) return []
  if (methods.includes('GET')) methods.push('HEAD')
  return [...methods, 'OPTIONS']
}
