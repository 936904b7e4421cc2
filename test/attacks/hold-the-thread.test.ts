// Test lanes: slow

/** One thread serves everybody: nobody may hold it for long, whatever is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allow, openConsent, paste } from '../oauth/user.ts'
import { longestTurn, slowness } from '../thread-time.ts'
import { everyThird } from '../times.ts'
import { hostileScopes } from './hold-the-thread/for-strangers.ts'
import { type Scene, startScene } from './hold-the-thread/scene.ts'
import { dearestRoutes, hostileRequests, limitMs, walkAll } from './hold-the-thread/walk-all.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.stop())

test('no route holds the thread for long for the largest hostile request of a stranger or a tenant’s token', async () => {
  const requests = hostileRequests(scene)
  const routes = new Set(requests.map(({ route }) => route))
  expect(scene.gateway.routes.filter(({ method, path }) => !routes.has(`${method} ${path}`))).toEqual([])
  const costs = await walkAll(scene, everyThird(requests))
  const dear = costs.filter(({ ms }) => ms > limitMs)
  expect(
    dearestRoutes(dear).map(({ request, ms }) => `${request.route}: ${request.what} (${ms.toFixed(1)} ms)`),
  ).toEqual([])
}, 600_000)

test('nor does a grant of 200 patterns, from the page that asks to its refresh', async () => {
  const { gateway, agent, client, token } = scene
  const steps = async (scope: string): Promise<number[]> => {
    const { url, verifier } = agent.authorizeUrl(client, { scope })
    const asking = await openConsent(url)
    const took: number[] = []
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const { promise, resolve } = Promise.withResolvers<T>()
      took.push((await longestTurn(async () => resolve(await work()))) / slowness())
      return promise
    }
    const chosen = await timed(() => paste(gateway.url, asking, token))
    const { headers } = await timed(() => allow(gateway.url, chosen))
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { body } = await timed(() => agent.exchange(client, { code, verifier }))
    await timed(() => agent.refresh(client, body.refresh_token, { scope: body.scope }))
    return took
  }
  for (const [what, scope] of Object.entries(hostileScopes(scene, 8000)).filter(([name]) => name.startsWith('200'))) {
    let least = [Number.POSITIVE_INFINITY]
    for (let tries = 0; tries < 5 && Math.max(...least) > limitMs; tries++) {
      const took = await steps(scope)
      least = took.map((ms, step) => Math.min(ms, least[step] ?? Number.POSITIVE_INFINITY))
    }
    expect({ what, dear: least.filter((ms) => ms > limitMs) }).toEqual({ what, dear: [] })
  }
})
