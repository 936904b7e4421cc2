import { createActionFinder } from '@patchbay/core/schema'
import { expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { phrases } from './phrases.ts'

const registry = await loadRegistry({ demo: true })
const finderOf = (domains: typeof registry) =>
  createActionFinder(new Map(domains.map((domain) => [domain.provider.id, domain])))
const find = finderOf(registry)
/** The domains that the phrases are about: what a tenant of them has. */
const asked = registry.filter(({ provider }) =>
  phrases.some(([, ...right]) => right.some((name) => name.startsWith(`${provider.id}.`))),
)

const foundFor = async (words: string, by = find): Promise<string[]> => {
  const found = await by(words, { most: 5, admits: () => true })
  return found.map(({ provider, action }) => `${provider}.${action}`)
}

it.each([
  ['95 % find the right action among the first five of their own domains', asked, 0.95],
  ['90 % find the right action among the first five of all domains', registry, 0.9],
])('of sixty phrases at least %s', async (_what, domains, least) => {
  const by = finderOf(domains)
  const ranks = await Promise.all(
    phrases.map(async ([words, ...right]) => ({
      words,
      rank: (await foundFor(words, by)).findIndex((found) => right.includes(found)) + 1,
    })),
  )
  const found = ranks.filter(({ rank }) => rank > 0)
  console.log(
    `find_actions: ${found.length} of ${phrases.length} phrases find the right action among the first five, ` +
      `${ranks.filter(({ rank }) => rank === 1).length} as the first, of ${domains.length} domains`,
  )
  expect(phrases).toHaveLength(60)
  expect({ share: found.length / phrases.length, missed: ranks.filter(({ rank }) => rank === 0) }).toMatchObject({
    share: expect.toSatisfy((share: number) => share >= least),
  })
})

it.each([
  ['add a collaborator to a repository', 'github.add_repo_collaborator'],
  ['create a coupon', 'stripe.create_coupon'],
  ['create a payout', 'stripe.create_payout'],
  ['pin a message', 'slack.add_pin'],
])('%j finds an action that no tool lists: %s', async (words, right) => {
  expect(await foundFor(words)).toContain(right)
})

it.each([
  'get_tree',
  'github create_issue_label',
  'slack.add_pin',
  'how do I call stripe_create_coupon or create_coupon?',
])('an action is found first by its exact name: %j', async (words) => {
  const [first] = await foundFor(words)
  expect(words.replace('stripe_create_coupon', '')).toContain(first?.split('.')[1])
})

it('every right action of a phrase is one that there is', () => {
  const all = registry.flatMap(({ provider, source }) => source.names().map((name) => `${provider.id}.${name}`))
  expect(phrases.flatMap(([, ...right]) => right).filter((name) => !all.includes(name))).toEqual([])
})

it.each(registry.map(({ provider, source }) => [provider.id, source] as const))(
  'actions of %s are found by their own names: all that tools list, and each tenth of the others',
  async (id, { listed, names }) => {
    const some = names().filter((name, index) => (listed?.includes(name) ?? true) || index % 10 === 0)
    for (const name of some) expect(await foundFor(`${id} ${name}`)).toContain(`${id}.${name}`)
  },
)
