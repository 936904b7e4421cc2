import { expect, test } from 'vitest'
import type { AuditReader, Tally } from '../store/index.ts'
import { readHours } from './hours.ts'

const call: Tally = {
  tenant: 'acme',
  source: 'rest',
  action: 'search',
  key: 'hubspot/main',
  outcome: 'ok',
  code: null,
  status: 200,
  token_id: null,
  cache: 'MISS',
  billable: true,
  hour: '2026-11-20T12',
  latency: 100,
  entries: 3,
  bytes: 30,
}

const weekAgo = { ...call, hour: '2026-11-13T12', entries: 5 }

/** An audit log that nobody has counted. */
const uncounted = (tallies: readonly Tally[], ranges: unknown[]): AuditReader => ({
  audit: {
    query: async () => [],
    groups: async () => [],
    async tally(range) {
      ranges.push(range)
      return { tallies: range.until ? [weekAgo] : tallies, last: 'the last id', more: false }
    },
  },
  rollUps: {
    state: async () => ({ counted: '', version: 0 }),
    get: async () => [],
    between: async () => [],
    late: async () => [],
  },
})

test('24 hours up to the one under way: calls, errors, cache and latency of each, without what is not a call', async () => {
  const ranges: unknown[] = []
  const reader = uncounted(
    [
      call,
      { ...call, cache: 'HIT', entries: 1, latency: 10 },
      { ...call, hour: '2026-11-19T13', outcome: 'error', code: 'UPSTREAM_ERROR', status: 502, entries: 2 },
      { ...call, source: 'admin', entries: 100 },
    ],
    ranges,
  )
  const { hours, total, week_ago } = await readHours(reader, new Date('2026-11-20T12:34:56Z'))
  expect(ranges).toEqual([
    { since: new Date('2026-11-19T13:00:00Z') },
    { since: new Date('2026-11-12T13:00:00Z'), until: new Date('2026-11-13T12:34:56Z') },
  ])
  expect(week_ago).toMatchObject({ calls: 5, errors: 0 })
  expect(hours).toHaveLength(24)
  expect(hours[0]).toMatchObject({ at: '2026-11-19T13:00:00.000Z', calls: 2, errors: 2 })
  expect(hours[1]).toMatchObject({ calls: 0, errors: 0, cache_hits: 0, latency_ms: { p50: 0, p95: 0 } })
  expect(hours[23]).toEqual({
    at: '2026-11-20T12:00:00.000Z',
    calls: 4,
    errors: 0,
    cache_hits: 1,
    bytes: 60,
    latency_ms: { p50: 10.3, p95: 10.9 },
  })
  expect(total).toMatchObject({ calls: 6, errors: 2, cache_hits: 1 })
})
