// Test lanes: slow

import { createActionFinder } from '@patchbay/core/schema'
import { expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { agentPhrases } from './agents/agent-phrases.ts'
import { documentPhrases } from './document-phrases.ts'
import { phrases } from './phrases.ts'

const registry = await loadRegistry({ demo: true })
const finderOf = (domains: typeof registry) =>
  createActionFinder(new Map(domains.map((domain) => [domain.provider.id, domain])))
const find = finderOf(registry)
/** The domains that phrases are about: what a tenant of them has. */
const domainsOf = (about: typeof phrases) =>
  registry.filter(({ provider }) =>
    about.some(([, ...right]) => right.some((name) => name.startsWith(`${provider.id}.`))),
  )

const foundFor = async (words: string, by = find): Promise<string[]> => {
  const found = await by(words, { most: 5, admits: () => true })
  return found.map(({ provider, action }) => `${provider}.${action}`)
}

it.each([
  ['that tools list, of their own domains', phrases, domainsOf(phrases), { five: 0.98, first: 0.85 }],
  // Other domains have actions that do the same, and are as right.
  ['that tools list, of all domains', phrases, registry, { five: 0.98, first: 0.7 }],
  [
    'that only documents have, of their own domains',
    documentPhrases,
    domainsOf(documentPhrases),
    { five: 0.9, first: 0.7 },
  ],
  ['that only documents have, of all domains', documentPhrases, registry, { five: 0.9, first: 0.73 }],
  ['of each included provider, of all domains', agentPhrases, registry, { five: 0.98, first: 0.85 }],
])('phrases find an action %s, among the first five and as the first', async (what, asked, domains, least) => {
  const by = finderOf(domains)
  const ranks = await Promise.all(
    asked.map(async ([words, ...right]) => ({
      words,
      rank: (await foundFor(words, by)).findIndex((found) => right.includes(found)) + 1,
    })),
  )
  const shareUpTo = (last: number): number => ranks.filter(({ rank }) => rank > 0 && rank <= last).length / asked.length
  const shares = { five: shareUpTo(5), first: shareUpTo(1) }
  console.log(`find_actions ${what}, of ${domains.length}: ${JSON.stringify(shares)} of ${asked.length} phrases`)
  expect(asked.length).toBeGreaterThanOrEqual(60)
  expect({ ...shares, missed: ranks.filter(({ rank }) => rank === 0) }).toMatchObject({
    five: expect.toSatisfy((share: number) => share >= least.five),
    first: expect.toSatisfy((share: number) => share >= least.first),
  })
})

it.each([
  ['delete a repository', 'github.delete_repo'],
  ['rename a channel', 'slack.rename_conversation'],
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
  expect(
    [...phrases, ...documentPhrases, ...agentPhrases]
      .flatMap(([, ...right]) => right)
      .filter((name) => !all.includes(name)),
  ).toEqual([])
})

it.each(registry.map(({ provider, source }) => [provider.id, source] as const))(
  'actions of %s are found by their own names: all that tools list, and each tenth of the others',
  async (id, { listed, names }) => {
    const some = names().filter((name, index) => (listed?.includes(name) ?? true) || index % 10 === 0)
    for (const name of some) expect(await foundFor(`${id} ${name}`)).toContain(`${id}.${name}`)
  },
)
