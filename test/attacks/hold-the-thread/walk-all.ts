import { isThorough } from '../../times.ts'
import { forAnyRoute } from './any-route.ts'
import { forAssertions } from './for-assertions.ts'
import { forLink } from './for-links.ts'
import { forStrangers } from './for-strangers.ts'
import { forTokenRoutes, forTokens } from './for-tokens.ts'
import type { HostileRequest } from './request.ts'
import type { Scene } from './scene.ts'
import { type Cost, costOf } from './walk.ts'

/**
 * No route may hold the thread for longer than 20 ms, on the machine where this limit was set. A thorough run says so; one beside other work,
 * of which the processor's caches are full, finds what grows faster than what is sent.
 */
export const limitMs = isThorough ? 20 : 60

/** Everything that a stranger can send to each mounted route, and a tenant token's holder to the routes that it opens. */
export const hostileRequests = (scene: Scene): HostileRequest[] => [
  ...scene.gateway.routes.flatMap((route) => forAnyRoute(route)),
  ...forStrangers(scene),
  ...forAssertions(scene),
  ...scene.links.flatMap((link) =>
    scene.gateway.routes
      .filter(({ path }) => path === (link.path === '/connect/confirm' ? link.path : '/connect/:secret'))
      .flatMap((route) => forLink(route, link)),
  ),
  ...scene.gateway.routes.flatMap((route) => forTokenRoutes(scene, route)),
  ...forTokens(scene),
]

/** Measures each request, one after the other. Costly ones are sent again at the end, when other work on the machine may be over. */
export const walkAll = async (
  scene: Scene,
  requests: readonly HostileRequest[],
  enoughMs = limitMs,
): Promise<readonly Cost[]> => {
  const measure = (request: HostileRequest): Promise<Cost> => costOf(scene.gateway.url, request, enoughMs)
  const costs: Cost[] = []
  for (const request of requests) costs.push(await measure(request))
  for (const [at, cost] of costs.entries()) {
    if (cost.ms <= limitMs) continue
    const again = await measure(cost.request)
    if (again.ms < cost.ms) costs[at] = again
  }
  return costs
}

/** The dearest request of each route, the dearest route first. */
export const dearestRoutes = (costs: readonly Cost[]): readonly Cost[] =>
  [...Map.groupBy(costs, ({ request }) => request.route).values()]
    .flatMap((costs) => costs.toSorted((one, other) => other.ms - one.ms).slice(0, 1))
    .sort((one, other) => other.ms - one.ms)
