/** The facts from vendors' pages, held against the plugins. */
import { expect, it, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import {
  declaredMembers,
  declaredWrites,
  findEnds,
  findOldFacts,
  findUncleared,
  findUnverified,
  linkedPage,
  readFacts,
} from './vendor-facts.ts'

const registry = await loadRegistry()
const rows = registry.map((domain) => {
  const facts = readFacts(domain.provider.id)
  return [domain.provider.id, declaredWrites(domain, Object.keys(facts.writes)), facts] as const
})

it.each(rows)(
  '%s: each listed write has a row, and each row says what the plugin declares',
  (_, declared, { writes }) => {
    const said = Object.entries(writes).map(([name, row]) => [name, declaredMembers(row)])
    expect(
      Object.fromEntries(said),
      'new writes: `npx bun run facts --fill`, then the vendor’s page and its date',
    ).toEqual(Object.fromEntries(declared))
  },
)

test.each(registry)(
  '$provider.id: null clears a parameter of a listed update, or its row says what it keeps',
  (domain) => {
    const { writes } = readFacts(domain.provider.id)
    for (const [name, uncleared] of findUncleared(domain))
      expect(
        Object.keys(writes[name]?.keeps ?? {}).toSorted(),
        `${name}: clearable(...), or a word of the vendor’s page in keeps`,
      ).toEqual(uncleared.toSorted())
  },
)

test('the listed updates of all providers are looked at', () => {
  const updates = registry.flatMap((domain) => [...findUncleared(domain).keys()])
  expect(updates.length).toBeGreaterThanOrEqual(44)
})

test.each(registry)('$provider.id: the calls of the page are taken, and make a request', ({ provider, source }) => {
  const settings = Object.fromEntries(Object.keys(provider.settings ?? {}).map((name) => [name, '1']))
  for (const { action: name, ...params } of readFacts(provider.id).calls ?? []) {
    expect(source.check(name)?.body({ action: name, ...params }), `${name} ${JSON.stringify(params)}`).toBe(true)
    expect(source.action(name)?.request(params, { settings }).path).toMatch(/^\//)
  }
})

test.each(registry)('$provider.id: units are of parameters that there are', ({ provider: { id }, source }) => {
  for (const [name, { units = {} }] of Object.entries(readFacts(id).writes))
    expect(Object.keys(source.action(name)?.params ?? {})).toEqual(expect.arrayContaining(Object.keys(units)))
})

it.each(rows)('%s: every date is a day of the past, and stands beside a page', (_, __, { writes, limits, ends }) => {
  for (const { page, read } of [...Object.values(writes), ...(limits ?? []), ...(ends ?? [])]) {
    if (read === undefined) continue
    expect(page).toMatch(/^https:/)
    expect(Date.parse(read)).toBeLessThan(Date.now())
  }
})

test('old, ending and unverified facts are found', () => {
  const page = 'https://vendor.example.com/docs'
  const facts = {
    limits: [{ says: '100 a minute', page, read: '2026-01-01' }],
    ends: [
      { what: 'version 1', on: '2027-06-01', page, read: '2026-11-01' },
      { what: 'version 2', on: '2028-06-01', page, read: '2026-11-01' },
    ],
    writes: {
      create_item: { page, read: '2026-11-01' },
      delete_item: { page, read: '2026-04-01', sunset: { on: '2026-12-01' } },
      update_item: {},
      send_item: { page },
    },
  }
  const now = new Date('2026-11-29')
  expect(findOldFacts('vendor', facts, now)).toEqual([
    { id: 'vendor', about: '100 a minute, read on 2026-01-01', page },
    { id: 'vendor', about: 'delete_item, read on 2026-04-01', page },
  ])
  expect(findEnds('vendor', facts, now)).toEqual([
    { id: 'vendor', about: 'version 1, ends on 2027-06-01', page },
    { id: 'vendor', about: 'delete_item, ends on 2026-12-01', page },
  ])
  expect(findUnverified('vendor', facts)).toEqual([
    { id: 'vendor', about: 'update_item' },
    { id: 'vendor', about: 'send_item', page },
  ])
})

test('the page to read of a write is the one that the comment on its action links', () => {
  expect(linkedPage('hubspot', 'create_list')).toBe(
    'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide#create-a-list',
  )
  expect(linkedPage('hubspot', 'no_such_action')).toBeUndefined()
})
