import type { HttpRoute } from './exchange.ts'

const patterns = new WeakMap<HttpRoute, RegExp>()

const compilePattern = (route: HttpRoute): RegExp => {
  const compiled = patterns.get(route)
  if (compiled) return compiled
  const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`)
  patterns.set(route, pattern)
  return pattern
}

/** The methods that a path takes (RFC 9110, section 10.2.1); empty when nothing is at the path. */
export const findMethods = (routes: readonly HttpRoute[], pathname: string): string[] => {
  // Two routes may take the same path, one of them by a parameter.
  const matching = routes.filter((route) => compilePattern(route).test(pathname))
  const methods = new Set(matching.map(({ method }): string => method))
  if (methods.size === 0) return []
  const gets = matching.filter(({ method }) => method === 'GET')
  if (gets.length > 0 && gets.every(({ answersHead }) => answersHead)) methods.add('HEAD')
  return [...methods, 'OPTIONS']
}
