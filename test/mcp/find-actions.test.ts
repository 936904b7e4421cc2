import { createActionFinder } from '@patchbay/core/schema'
import { expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { phrases } from './phrases.ts'

const registry = await loadRegistry({ demo: true })
const find = createActionFinder(new Map(registry.map((domain) => [domain.provider.id, domain])))

const foundFor = async (asked: string): Promise<string[]> => {
  const found = await find(asked, { most: 5, admits: () => true })
  return found.map(({ provider, action }) => `${provider}.${action}`)
}

it('of sixty phrases at least 95 % find the right action among the first five', async () => {
  const ranks = await Promise.all(
    phrases.map(async ([asked, ...right]) => ({
      asked,
      rank: (await foundFor(asked)).findIndex((found) => right.includes(found)) + 1,
    })),
  )
  const found = ranks.filter(({ rank }) => rank > 0)
  console.log(
    `find_actions: ${found.length} of ${phrases.length} phrases find the right action among the first five, ` +
      `${ranks.filter(({ rank }) => rank === 1).length} as the first`,
  )
  expect(phrases).toHaveLength(60)
  expect({ share: found.length / phrases.length, missed: ranks.filter(({ rank }) => rank === 0) }).toMatchObject({
    share: expect.toSatisfy((share: number) => share >= 0.95),
  })
})

it('every right action of a phrase is one that there is', () => {
  const all = registry.flatMap(({ provider, source }) => source.names().map((name) => `${provider.id}.${name}`))
  expect(phrases.flatMap(([, ...right]) => right).filter((name) => !all.includes(name))).toEqual([])
})

it.each(registry.map(({ provider, source }) => [provider.id, source] as const))(
  'every action of %s is found by its own name',
  async (id, source) => {
    for (const name of source.names()) expect(await foundFor(`${id} ${name}`)).toContain(`${id}.${name}`)
  },
)
