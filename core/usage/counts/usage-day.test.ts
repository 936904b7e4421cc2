import { describe, expect, it } from 'vitest'
import { actsBesideCalls, type Tally } from '../../store/index.ts'
import { summarizeDays } from '../usage.ts'
import { createUsageDays, parseUsageDay, type UsageDay, usageDayRecord } from './usage-day.ts'

const tally = (changes: Partial<Tally> = {}): Tally => ({
  hour: '2026-11-20T12',
  tenant: 'acme',
  source: 'rest',
  action: 'search',
  key: 'hubspot/eu',
  outcome: 'ok',
  code: null,
  status: 200,
  token_id: '0123456789ab',
  cache: 'MISS',
  billable: true,
  latency: 120,
  entries: 1,
  bytes: 100,
  ...changes,
})
const failed = (code: Tally['code'], status: number, entries: number) =>
  tally({ outcome: 'error', code, status, entries, billable: false, cache: null })

const dayOf = (tallies: readonly Tally[]): UsageDay => {
  const days = createUsageDays()
  for (const each of tallies) days.count(each)
  const [day] = days.all()
  if (!day) throw new Error('nothing was counted')
  return day
}

const busy = dayOf([
  tally({ entries: 3 }),
  tally({ cache: 'HIT', entries: 4 }),
  tally({ cache: 'BYPASS', entries: 5, latency: 9000 }),
  failed('VALIDATION_ERROR', 400, 2),
  failed('UPSTREAM_ERROR', 429, 1),
])

describe('the usage of a day', () => {
  it('has calls alone: what else callers do is none, and takes no room from them', () => {
    const acts = Object.entries(actsBesideCalls).flatMap(([action, of]) =>
      Array.from({ length: 200 }, (_, nth) => tally({ action, key: `${of}/${nth}`, billable: false, cache: null })),
    )
    const own = tally({ action: 'put_file', key: 'drive/main' })
    const { cells, tokens } = dayOf([
      ...acts,
      tally({ action: 'put_file', key: 'files', token_id: 'fedcba987654' }),
      own,
    ])
    expect(cells).toMatchObject([{ key: 'drive/main', action: 'put_file', calls: 1 }])
    // They are uses of the token.
    expect(tokens).toEqual({ '0123456789ab': { calls: 1, invalid: 0 }, fedcba987654: { calls: 0, invalid: 0 } })
  })

  it('is counted by what the cache did, what failed how, and who called', () => {
    expect(busy).toEqual({
      tenant: 'acme',
      day: '2026-11-20',
      cells: [
        {
          key: 'hubspot/eu',
          action: 'search',
          calls: 15,
          errors: 3,
          billable: 12,
          cache_hits: 4,
          bypassed: 5,
          bytes: 500,
          latencies: { 120: 10, 9000: 5 },
          failures: { 'VALIDATION_ERROR 400': 2, 'UPSTREAM_ERROR 429': 1 },
        },
      ],
      tokens: { '0123456789ab': { calls: 15, invalid: 2 } },
    })
  })

  it('is what was kept, also of an action that never failed', () => {
    for (const day of [busy, dayOf([tally()])]) expect(parseUsageDay(usageDayRecord(day))).toEqual(day)
  })

  it('is added to another one of the same day in all its parts', () => {
    const days = createUsageDays()
    days.add(busy)
    days.add(busy)
    const [cell] = days.all()[0]?.cells ?? []
    expect(cell).toMatchObject({ calls: 30, errors: 6, billable: 24, cache_hits: 8, bypassed: 10, bytes: 1000 })
    expect(cell).toMatchObject({ latencies: { 120: 20, 9000: 10 }, failures: { 'VALIDATION_ERROR 400': 4 } })
    expect(days.all()[0]?.tokens).toEqual({ '0123456789ab': { calls: 30, invalid: 4 } })
  })

  it('stays small however many domains and tokens callers come with, and loses no call', () => {
    const id = (n: number) => n.toString(16).padStart(12, '0')
    const { cells, tokens } = dayOf(
      Array.from({ length: 3000 }, (_, n) => tally({ key: `made-up-${n}`, action: null, token_id: id(n) })),
    )
    expect([cells.length, Object.keys(tokens).length]).toEqual([1001, 1001])
    expect(cells.reduce((sum, { calls }) => sum + calls, 0)).toBe(3000)
    expect(Object.values(tokens).reduce((sum, { calls }) => sum + calls, 0)).toBe(3000)
  })

  it('passes over what is not a call', () => {
    const days = createUsageDays()
    const others = [tally({ source: 'admin', billable: false }), tally({ tenant: null }), tally({ key: null })]
    for (const other of others) days.count(other)
    expect(days.all()).toEqual([])
  })

  it('bills a call of unknown outcome once it was found done, and counts it once', () => {
    const unknown = tally({ outcome: 'unknown', billable: false, status: 0 })
    const adminTally = tally({ source: 'admin', cache: null, bytes: 0 })
    expect(dayOf([unknown, adminTally]).cells).toMatchObject([{ calls: 1, billable: 1, errors: 1 }])
    expect(dayOf([unknown, { ...adminTally, billable: false }]).cells).toMatchObject([{ calls: 1, billable: 0 }])
  })
})

it('calls are summed up by provider over its accounts, and those of no action in no action', async () => {
  const { by_provider, by_action } = await summarizeDays([
    dayOf([tally({ key: 'hubspot/eu' }), tally({ key: 'hubspot/us' }), tally({ key: 'nonsense', action: null })]),
  ])
  const calls = (sums: typeof by_provider) => Object.entries(sums).map(([name, sum]) => [name, sum.calls])
  expect(calls(by_provider)).toEqual([
    ['hubspot', 2],
    ['nonsense', 1],
  ])
  expect(calls(by_action)).toEqual([['search', 2]])
})
