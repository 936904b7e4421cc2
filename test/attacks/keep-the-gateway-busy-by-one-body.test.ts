// Test lanes: slow

/** One thread serves everybody: what a body of 1 MiB costs must stay near to what parsing its bytes costs. */
import { GatewayError } from '@patchbay/core/errors'
import { bodySchema, findProblems } from '@patchbay/core/schema'
import { describe, expect, test } from 'vitest'
import { tenantBody } from '../../server/admin/resources/tenants/body.ts'
import { tenantConfiguration } from '../../server/admin/resources/tenants/configuration.ts'
import { parseStrictJson } from '../../server/http/read/strict-json.ts'
import { loadRegistry } from '../../server/registry.ts'

const registry = await loadRegistry()

const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
const action = domains.get('hubspot')?.source.action('search')
if (!action) throw new Error('HubSpot has no search')
const search = bodySchema('search', action)

const list = (count: number, item: string): string => `[${Array(count).fill(item).join(',')}]`
const searchWith = (member: string, value: string): string =>
  `{"action":"search","object_type":"contacts","${member}":${value}}`
const members = (count: number, value: string): string =>
  `{${Array.from({ length: count }, (_, n) => `"hubspo${n}":${value}`).join(',')}}`

const judgeSearch = (text: string) => findProblems(search, parseStrictJson(text))
const judgeTenant = (text: string) => {
  const body = parseStrictJson(text)
  const found = findProblems(tenantBody, body)
  if (found.length === 0) tenantConfiguration(body as never, { domains: domains, selfHostedHosts: [] }, undefined)
  return found
}

const refusalOf = (judge: (text: string) => readonly { path: string; message: string }[], text: string) => {
  try {
    return judge(text)
  } catch (error) {
    if (error instanceof GatewayError) return error.extras.details
    throw error
  }
}

/** The least of some runs, in milliseconds: what else the machine does makes a run slower, never faster. */
const leastOf = (runs: number, work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: runs }, () => {
      const startedAt = performance.now()
      work()
      return performance.now() - startedAt
    }),
  )

const tooMany = { path: '', message: 'the body holds more than 20000 members and items; send it in several parts' }

const tooManyInOne = { path: '', message: 'an object in the body has more than 1000 members' }

describe('of a body with very much in it', () => {
  const bodies: [what: string, text: string, judge: typeof judgeSearch, first: object][] = [
    ['18,000 filters', searchWith('filters', list(18_000, '{}')), judgeSearch, tooMany],
    [
      '9,000 filters',
      searchWith('filters', list(9000, '{}')),
      judgeSearch,
      { path: '/filters', message: 'must have at most 6 items' },
    ],
    [
      '19,000 result fields',
      searchWith('result_fields', list(19_000, '"a.b"')),
      judgeSearch,
      { path: '/result_fields', message: 'must have at most 50 items' },
    ],
    [
      'a query of a million characters',
      searchWith('query', JSON.stringify('x'.repeat(1_000_000))),
      judgeSearch,
      { path: '/query', message: 'must have at most 3000 characters' },
    ],
    ['500,000 numbers', searchWith('filters', list(500_000, '0')), judgeSearch, tooMany],
    ['300,000 lists', searchWith('filters', list(300_000, '[]')), judgeSearch, tooMany],
    ['60,000 members', members(60_000, '0'), judgeSearch, tooManyInOne],
    ['a list in a list without end', searchWith('filters', '['.repeat(500_000)), judgeSearch, tooMany],
    [
      '6,000 providers that nobody knows',
      `{"name":"A","status":"active","providers":${members(6000, '{"accounts":[{"id":"a","label":"A"}]}')}}`,
      judgeTenant,
      tooManyInOne,
    ],
  ]
  test.each(bodies)(
    '%s, it is refused for less than 30 times of what parsing it takes',
    (_what, text, judge, first) => {
      expect(refusalOf(judge, text)).toContainEqual(first)
      const parsing = leastOf(10, () => {
        try {
          JSON.parse(text)
        } catch {
          // `JSON.parse` refuses the endless list at its end: the time until then counts.
        }
      })
      expect(leastOf(10, () => refusalOf(judge, text))).toBeLessThan(30 * parsing + 2)
    },
  )
})

test('20 problems are told, and no more are looked for', () => {
  const unknown = `{"name":"A","status":"active","providers":${members(900, '{"accounts":[{"id":"a","label":"A"}]}')}}`
  expect(refusalOf(judgeTenant, unknown)).toHaveLength(20)
  const entries = `{"name":"A","status":"active","providers":${members(900, '0')}}`
  expect(refusalOf(judgeTenant, entries)).toHaveLength(20)
  const accounts = list(1000, '{"id":"a","label":"A","settings":{"x":"y"}}')
  const settings = `{"name":"A","status":"active","providers":{"hubspot":{"accounts":${accounts},"default":"a"}}}`
  expect((refusalOf(judgeTenant, settings) as unknown[]).length).toBe(20)
})
