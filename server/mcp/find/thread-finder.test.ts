import { createActionFinder, type Domain } from '@patchbay/core/schema'
import { afterAll, expect, test } from 'vitest'
import { loadRegistry } from '../../registry.ts'
import { createThreadFinder } from './thread-finder.ts'

const domains: ReadonlyMap<string, Domain> = new Map(
  (await loadRegistry()).map((domain) => [domain.provider.id, domain]),
)

const failures: Error[] = []
const { find, close } = createThreadFinder(domains, (error) => failures.push(error))
afterAll(close)

const queries = [
  'send a message to a channel',
  'github create_issue',
  'which contacts are there',
  'nothing of the sort',
]
const options = { most: 10, admits: () => true }

test('the thread finds what the index finds, also when many ask at once before it knows the domains', async () => {
  const own = createActionFinder(domains)
  const expected = await Promise.all(queries.map((words) => own(words, options)))
  expect(await Promise.all(queries.map((words) => find(words, options)))).toEqual(expected)
  expect(expected[0]?.length).toBe(10)
  expect(failures).toEqual([])
})

test('only what the caller may use is found, of one provider where it is named', async () => {
  const matches = await find('list', {
    most: 3,
    provider: 'stripe',
    admits: ({ action }) => action.includes('customer'),
  })
  expect(matches).toHaveLength(3)
  for (const { provider, action } of matches)
    expect([provider, action]).toEqual(['stripe', expect.stringMatching(/customer/)])
})

test('once it is closed it says so', async () => {
  await close()
  await expect(find('list contacts', options)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
