// Test lanes: slow

import { createActionFinder } from '@patchbay/core/schema'
import { describe, expect, test } from 'vitest'
import { loadRegistry } from '../../../../server/registry.ts'
import { vendorThings } from './index.ts'

const registry = await loadRegistry()
const find = createActionFinder(new Map(registry.map((domain) => [domain.provider.id, domain])))

/** Where a right action stands among those found, from 1; 0: not among the first five. */
const rankOf = async (provider: string, phrase: string, right: readonly string[]) => {
  const found = await find(phrase, { most: 5, admits: () => true })
  return found.findIndex((one) => one.provider === provider && right.includes(one.action)) + 1
}

describe.each(Object.entries(vendorThings))('what users of %s do', (provider, things) => {
  const names = new Set(registry.find((domain) => domain.provider.id === provider)?.source.names())

  test('is thirty things, of which 28 have an action at least', () => {
    expect(things).toHaveLength(30)
    const without = things.filter(([, ...right]) => !right.some((name) => names.has(name)))
    expect(without.length, JSON.stringify(without)).toBeLessThanOrEqual(2)
  })
})

test('nineteen of twenty things are found first or second by find_actions', async () => {
  const things = Object.entries(vendorThings).flatMap(([provider, all]) => all.map((thing) => ({ provider, thing })))
  const ranks = await Promise.all(
    things.map(async ({ provider, thing: [phrase, ...right] }) => ({
      phrase,
      rank: await rankOf(provider, phrase, right),
    })),
  )
  const missed = ranks.filter(({ rank }) => rank === 0 || rank > 2)
  console.log(
    `find_actions, things of ten vendors: ${things.length - missed.length} of ${things.length} first or second`,
  )
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(things.length / 20)
})
