import { expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { honestTasks } from './honest-tasks.ts'
import { injectedOrders } from './injected-orders.ts'

const domains = new Map((await loadRegistry()).map((domain) => [domain.provider.id, domain]))

test('there are 171 orders and 32 tasks, and each of their calls is one that the gateway would send', () => {
  expect([injectedOrders.length, honestTasks.length]).toEqual([171, 32])
  const refused = [...injectedOrders, ...honestTasks].flatMap(({ calls }) =>
    calls.filter(({ provider, action, parameters }) => {
      const check = domains.get(provider)?.source.check(action)
      return !check?.body({ action, ...parameters })
    }),
  )
  expect(refused).toEqual([])
})

test('no text that a yes in advance lets differ is an address, an id or a value that decides', () => {
  const texts = [...domains].flatMap(([id, { source }]) =>
    source
      .names('write')
      .flatMap((name) => (source.action(name)?.roles?.text ?? []).map((place) => `${id}:${name} ${place}`)),
  )
  expect(
    texts.filter((place) => /(?:^|[/_])(?:url|link|href|ids?|emails?|to|users?|values?|profile)$/i.test(place)),
  ).toEqual([])
})
