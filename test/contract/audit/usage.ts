import type { AuditEntry, AuditFilter, Store } from '@patchbay/core/store'
import {
  computeCost,
  createCounting,
  createUsageTotals,
  queryAudit,
  readHours,
  readStatistics,
  readUsage,
  reserveCall,
  rollUp,
  summarizeDays,
} from '@patchbay/core/usage'
import { describe, expect, it } from 'vitest'
import { activityRecord, parseActivity } from '../../../core/usage/counts/activity.ts'
import { billableIn } from '../../../core/usage/usage.ts'
import { seeded } from '../../seeded.ts'
import { everyThird } from '../../times.ts'
import type { FreshStore } from '../open-store.ts'
import { auditEntry, billingOf } from '../samples.ts'
import { randomEntries } from './random-calls.ts'

const first = new Date('2026-10-01T00:00:00Z')
const end = new Date('2026-11-01T00:00:00Z')
const minute = 60_000

const count = (store: Store, now: Date) =>
  rollUp(store.rollUps, createCounting(store), {
    now,
    signal: new AbortController().signal,
    retentionDays: 100_000,
  })

/** A time at which every mark may be settled. */
const inTheEnd = () => new Date(Date.now() + minute)

const isCall = ({ source, tenant, key }: AuditEntry) => /rest|mcp/.test(source) && tenant !== null && key !== null

/** The bill, computed independently in whole units of the price's smallest part. */
const billByHand = (log: readonly AuditEntry[], tenant: string, included: number, price: string): string => {
  const calls = log.filter((entry) => isCall(entry) && entry.tenant === tenant && entry.billable).length
  const [whole = '0', part = ''] = price.split('.')
  const beyond = BigInt(Math.max(0, calls - included)) * BigInt(whole + part.padEnd(6, '0'))
  const cents = (beyond + 5000n) / 10_000n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

const billOf = async (store: Store, tenant: string, included: number, price: string): Promise<string> => {
  const days = await readUsage(store, tenant, '2026-10-01', '2026-11-01')
  const billing = billingOf({ included_calls: included, price_per_call: price })
  return computeCost(billing, [{ before: 0, during: billableIn(days) }]).amount
}

/** The sums, computed independently from the log. */
const sumsByHand = (entries: readonly AuditEntry[]) => ({
  calls: entries.length,
  errors: entries.filter(({ outcome }) => outcome === 'error').length,
  cache_hits: entries.filter(({ cache }) => cache === 'HIT').length,
  bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
})

const sumOf = (sums: readonly { readonly calls: number }[]): number => sums.reduce((sum, { calls }) => sum + calls, 0)

/** Appends the entries in several writes. */
const appendInBatches = async (store: Store, entries: readonly AuditEntry[]): Promise<void> => {
  for (let from = 0; from < entries.length; from += 97) await store.audit.append(entries.slice(from, from + 97))
}

export const usageContract = (fresh: FreshStore): void => {
  describe('usage', () => {
    it('the bill of a random month is that of its audit log, to the cent, at any time of counting', async () => {
      const { store } = await fresh()
      const log = randomEntries(3000, first, end, 1)
      for (const day of [3, 4, 11, 19, 19.5, 28, 32]) {
        const now = new Date(first.getTime() + day * 86_400_000)
        const stored = (await store.rollUps.state()).counted
        await appendInBatches(
          store,
          log.filter(({ id, at }) => id > stored && at < now.toISOString()),
        )
        await count(store, now)
        const known = log.filter(({ at }) => at < now.toISOString())
        for (const [tenant, included, price] of [
          ['acme', 100, '0.0025'],
          ['acme-2', 0, '0.333333'],
          ['globex', 5, '12'],
        ] as const) {
          expect([tenant, day, await billOf(store, tenant, included, price)]).toEqual([
            tenant,
            day,
            billByHand(known, tenant, included, price),
          ])
        }
      }
    })

    it('the sums over all tenants are those of the log, by tenant and month and by day and provider, at any time of counting', async () => {
      const { store } = await fresh()
      const log = randomEntries(2000, first, end, 5).filter(({ key }) => key !== 'nonsense')
      const totals = createUsageTotals(store)
      let appended = ''
      for (const day of [3, 11, 11.5, 31]) {
        const now = new Date(first.getTime() + day * 86_400_000)
        const next = log.filter(({ id, at }) => id > appended && at < now.toISOString())
        await appendInBatches(store, next)
        appended = next.at(-1)?.id ?? appended
        // The last entries are in the log alone.
        await count(store, new Date(now.getTime() - 8 * 3_600_000))
        const calls = log.filter((entry) => isCall(entry) && entry.at < now.toISOString())
        const month = await totals.readMonth('2026-10')
        for (const tenant of ['acme', 'acme-2', 'globex']) {
          const own = calls.filter((entry) => entry.tenant === tenant)
          const { calls: all, errors } = sumsByHand(own)
          expect([day, month.get(tenant)]).toEqual([
            day,
            { calls: all, errors, billable: own.filter(({ billable }) => billable).length },
          ])
        }
        const days = await totals.readDays('2026-10-01', '2026-11-01')
        for (const { day: name, actions } of days) {
          const ofDay = calls.filter(({ at }) => at.startsWith(name))
          const hubspot = actions.filter(({ provider }) => provider === 'hubspot')
          expect([name, sumOf(actions), sumOf(hubspot)]).toEqual([
            name,
            ofDay.length,
            ofDay.filter(({ key }) => key?.startsWith('hubspot/')).length,
          ])
        }
        expect((await totals.readMonth('2026-09')).size).toBe(0)
      }
    })

    it('calls of before what is counted are in the usage at once, as after the clock was set back', async () => {
      const { store } = await fresh()
      const log = randomEntries(230, first, new Date(first.getTime() + 3_600_000), 7).map((entry) => ({
        ...entry,
        count: 1,
        tenant: 'acme',
        source: 'rest' as const,
        key: 'hubspot/eu',
      }))
      const [early, late] = [log.slice(0, 60), log.slice(60)]
      await appendInBatches(store, late)
      await count(store, end)
      await appendInBatches(store, early)
      const days = await readUsage(store, 'acme', '2026-10-01', '2026-11-01')
      expect((await summarizeDays(days)).totals).toMatchObject(sumsByHand(log))
      expect(billableIn(days)).toBe(log.filter(({ billable }) => billable).length)
      await store.audit.prune(new Date(first.getTime() + 1_800_000), 1000)
      const left = await summarizeDays(await readUsage(store, 'acme', '2026-10-01', '2026-11-01'))
      expect(left.totals.calls).toBe(late.length)
    })

    it.each(everyThird([2, 3]))(
      'nothing is lost or counted twice when entries come late and many count at once (%i)',
      async (seed) => {
        const { store } = await fresh()
        const random = seeded(seed)
        const log = randomEntries(2000, first, end, seed)
        const delayed = log.filter(() => random() < 0.1)
        const inTime = log.filter((entry) => !delayed.includes(entry))
        for (let from = 0; from < inTime.length; from += 300) {
          const batch = inTime.slice(from, from + 300)
          await appendInBatches(store, batch)
          const now = new Date(Date.parse(batch.at(-1)?.at ?? '') + minute)
          await Promise.all([count(store, now), count(store, now), count(store, now)])
          await store.audit.append(delayed.splice(0, Math.ceil(random() * 40)))
        }
        await store.audit.append(delayed)
        // Repeats an append, as after a lost connection.
        await store.audit.append(log.slice(100, 200), true)
        await count(store, inTheEnd())

        for (const tenant of ['acme', 'acme-2', 'globex']) {
          const days = await readUsage(store, tenant, '2026-10-01', '2026-11-01')
          const calls = log.filter((entry) => isCall(entry) && entry.tenant === tenant)
          const { totals, by_provider, by_action, by_day } = await summarizeDays(days)
          expect(totals).toMatchObject(sumsByHand(calls))
          expect(by_provider.hubspot).toMatchObject(sumsByHand(calls.filter(({ key }) => key?.startsWith('hubspot/'))))
          expect(by_action.search).toMatchObject(sumsByHand(calls.filter(({ action }) => action === 'search')))
          expect(Object.keys(by_action).sort()).toEqual(['create', 'get', 'search'])
          const eleventh = calls.filter(({ at }) => at.startsWith('2026-10-11'))
          expect(by_day['2026-10-11']).toMatchObject(sumsByHand(eleventh))
          expect(await billOf(store, tenant, 10, '0.0025')).toBe(billByHand(log, tenant, 10, '0.0025'))
        }
      },
    )

    it('percentiles are the exact ones, but for 15 %', async () => {
      const { store } = await fresh()
      const log = randomEntries(2000, first, end, 4)
      await appendInBatches(store, log)
      await count(store, end)
      const { totals } = await summarizeDays(await readUsage(store, 'acme', '2026-10-01', '2026-11-01'))
      const sorted = log
        .filter((entry) => isCall(entry) && entry.tenant === 'acme')
        .map(({ duration_ms }) => duration_ms)
        .sort((a, b) => a - b)
      for (const [share, found] of [
        [0.5, totals.latency_ms.p50],
        [0.95, totals.latency_ms.p95],
      ] as const) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
        expect(found).toBeLessThanOrEqual(exact * 1.155 + 0.1)
        expect(found).toBeGreaterThanOrEqual(exact * 0.87 - 0.1)
      }
    })

    it('statistics of the last day, week and month are those of the log since a full hour', async () => {
      const { store } = await fresh()
      const now = new Date('2026-10-31T17:42:11Z')
      const log = randomEntries(3000, new Date('2026-09-20T00:00:00Z'), now, 5)
      await appendInBatches(store, log.slice(0, 2900))
      await count(store, new Date('2026-10-30T12:00:00Z'))
      await appendInBatches(store, log.slice(2900))
      const found = await readStatistics(store, now)
      for (const [name, since] of [
        ['24h', '2026-10-30T17:00:00.000Z'],
        ['7d', '2026-10-24T17:00:00.000Z'],
        ['30d', '2026-10-01T17:00:00.000Z'],
      ] as const) {
        const entries = log.filter(({ at }) => at >= since)
        const sum = (wanted: (entry: AuditEntry) => boolean) =>
          entries.filter(wanted).reduce((total, entry) => total + entry.count, 0)
        expect(found[name]).toMatchObject({
          since,
          total: sum(() => true),
          errors: sum(({ outcome }) => outcome === 'error'),
          by_action: { search: sum(({ action }) => action === 'search') },
          by_source: { rest: sum(({ source }) => source === 'rest'), admin: sum(({ source }) => source === 'admin') },
          by_tenant: { globex: sum(({ tenant }) => tenant === 'globex') },
          by_code: { AUTH_FAILED: sum(({ code }) => code === 'AUTH_FAILED') },
        })
        expect(Object.keys(found[name].by_source).sort()).toEqual(['admin', 'mcp', 'rest'])
      }
    })

    it('the hours of a day are those of the log, wherever the roll-ups stand and whichever version made them', async () => {
      const { store } = await fresh()
      const now = new Date('2026-10-31T17:42:11Z')
      const log = randomEntries(3000, new Date('2026-10-30T10:00:00Z'), now, 8)
      const late = log.filter((_, n) => n % 50 === 3)
      const inTime = log.filter((entry) => !late.includes(entry))
      const expectHours = async (known: readonly AuditEntry[]) => {
        const { hours, total } = await readHours(store, now)
        expect(hours).toHaveLength(24)
        expect(total.calls).toBe(hours.reduce((sum, { calls }) => sum + calls, 0))
        for (const { at, latency_ms, ...sums } of hours) {
          const calls = known.filter((entry) => isCall(entry) && entry.at.slice(0, 13) === at.slice(0, 13))
          expect({ at, ...sums }).toEqual({ at, ...sumsByHand(calls) })
          expect(latency_ms.p95 > 0).toBe(calls.length > 0)
        }
      }
      await appendInBatches(store, inTime.slice(0, 1500))
      await expectHours(inTime.slice(0, 1500))
      await count(store, new Date('2026-10-31T09:20:00Z'))
      await expectHours(inTime.slice(0, 1500))
      await appendInBatches(store, inTime.slice(1500))
      await store.audit.append(late)
      await expectHours(log)
      await count(store, inTheEnd())
      await expectHours(log)

      // Version 0.1 has neither read nor written the calls of an hour.
      const { counted, version } = await store.rollUps.state()
      const ofEarlier = (await store.rollUps.between('activity/hour/2026-10-31T03', 'activity/hour/2026-10-31T08'))
        .map(parseActivity)
        .map(({ calls: _, ...activity }) => activityRecord(activity))
      expect(ofEarlier).toHaveLength(5)
      await store.rollUps.commit({ counted, version: version + 1, put: ofEarlier, settled: [] })
      await expectHours(log)
      const again = auditEntry(new Date('2026-10-31T05:10:00Z'), {}, 77_000)
      await store.audit.append([again])
      await count(store, inTheEnd())
      await expectHours([...log, again])
    })

    it('after late entries the statistics are right again', async () => {
      const { store } = await fresh()
      const log = randomEntries(1000, new Date('2026-10-28T00:00:00Z'), new Date('2026-10-30T00:00:00Z'), 6)
      const late = log.filter((_, n) => n % 10 === 3)
      await appendInBatches(
        store,
        log.filter((entry) => !late.includes(entry)),
      )
      await count(store, new Date('2026-10-30T12:00:00Z'))
      await store.audit.append(late)
      await count(store, inTheEnd())
      const found = (await readStatistics(store, new Date('2026-10-31T17:00:00Z')))['7d']
      expect(found.total).toBe(log.reduce((sum, entry) => sum + entry.count, 0))
      expect(found.by_action.get).toBe(log.filter(({ action }) => action === 'get').length)
    })

    it('a query finds the same with roll-ups as without, wherever they stand', async () => {
      const { store } = await fresh()
      const log = randomEntries(2500, new Date('2026-10-20T00:00:00Z'), new Date('2026-10-30T00:00:00Z'), 7)
      const rare = [3, 700, 1800, 2450].map((n) =>
        auditEntry(
          new Date(Date.parse(log[n]?.at ?? '') + 1),
          { action: 'rare', key: 'rare/key', source: 'job' },
          9000 + n,
        ),
      )
      const late = auditEntry(new Date('2026-10-22T07:00:00Z'), { action: 'late', source: 'oauth', key: 'late/key' })
      await appendInBatches(store, log.slice(0, 1500))
      await store.audit.append(rare.slice(0, 2))
      await count(store, new Date('2026-10-31T00:00:00Z'))
      await store.audit.append([late])
      await appendInBatches(store, log.slice(1500))
      await store.audit.append(rare.slice(2))

      const cursor = log[1200]?.id ?? ''
      const filters: readonly Omit<AuditFilter, 'limit'>[] = [
        {},
        { action: 'rare' },
        { key: 'rare/key', source: 'job' },
        { action: 'late' },
        { source: 'oauth', key: 'late/key' },
        { action: 'search', source: 'mcp', tenant: 'acme' },
        { action: 'rare', source: 'mcp' },
        { action: 'none' },
        { action: 'rare', since: new Date(log[600]?.at ?? '') },
        { action: 'rare', before: cursor },
        { key: 'stripe/main', before: cursor, since: new Date('2026-10-21T03:30:00Z') },
        { action: 'get', before: log[2]?.id },
        { tenant: 'globex', key: 'tenants/globex' },
        { code: 'AUTH_FAILED' },
        { code: 'UNAVAILABLE' },
        { outcome: 'error', source: 'mcp' },
        { outcome: 'ok', action: 'rare', until: new Date(log[700]?.at ?? '') },
        { action: 'get', until: new Date(log[1800]?.at ?? ''), since: new Date(log[1700]?.at ?? ''), before: cursor },
        { code: 'TENANT_SUSPENDED', until: new Date('2026-10-25T10:20:00Z') },
        { request_id: log[1300]?.request_id ?? '', token_id: log[1300]?.token_id ?? '' },
      ]
      for (const filter of filters) {
        for (const limit of [1, 7, 1000]) {
          const ids = (entries: readonly AuditEntry[]) => entries.map(({ id }) => id)
          const wanted = ids(await store.audit.query({ ...filter, limit }))
          expect([filter, limit, ids(await queryAudit(store, { ...filter, limit }))]).toEqual([filter, limit, wanted])
        }
      }
    })

    it('a query finds what is one of too many different ones to be told apart', async () => {
      const { store } = await fresh()
      const many = Array.from({ length: 10_010 }, (_, n) => auditEntry(first, { key: `made-up-${n}` }, n))
      // The hour that is being counted is always searched.
      await store.audit.append([...many, auditEntry(new Date(first.getTime() + 90 * minute))])
      await count(store, end)
      const [activity] = (await store.rollUps.get(['activity/hour/2026-10-01T00'])).map(parseActivity)
      expect(Object.keys(activity?.by.key ?? {})).toHaveLength(10_001)
      for (const n of [0, 10_009]) {
        const found = await queryAudit(store, { key: `made-up-${n}`, limit: 10 })
        expect([n, found.map(({ id }) => id)]).toEqual([n, [many[n]?.id]])
      }
    })

    it('what may still be on its way into the log is waited for', async () => {
      const { store } = await fresh()
      const entry = auditEntry(first)
      await store.audit.append([entry])
      await count(store, new Date(first.getTime() + 14_000))
      expect((await store.rollUps.state()).counted).toBe('')
      await count(store, new Date(first.getTime() + minute))
      expect((await store.rollUps.state()).counted).toBe(entry.id)
    })

    it('an entry that comes late for a day that retention has shortened takes nothing from its usage', async () => {
      const { store } = await fresh()
      await store.audit.append([2, 3, 4].map((n) => auditEntry(first, {}, n)))
      await count(store, end)
      await store.audit.prune(new Date(first.getTime() + 1), 10)
      await store.audit.append([auditEntry(first, {}, 1)])
      const options = { now: inTheEnd(), signal: new AbortController().signal, retentionDays: 7 }
      await rollUp(store.rollUps, createCounting(store), options)
      const days = await readUsage(store, 'acme', '2026-10-01', '2026-10-02')
      expect(billableIn(days)).toBe(3)
    })

    it('a hard limit knows what the log has of the month, where nobody has told the quota yet', async () => {
      const { store } = await fresh()
      const inOctober = (changes: Partial<AuditEntry>, n: number) => auditEntry(first, changes, n)
      await store.audit.append([
        inOctober({}, 1),
        inOctober({}, 2),
        inOctober({ billable: false }, 3),
        inOctober({ tenant: 'globex' }, 4),
        auditEntry(new Date(first.getTime() - 1)),
      ])
      const billing = { tenant: 'acme', hard_limit: true, monthly_limit: 3 }
      const reserve = () => reserveCall(store, billing, new Date(first.getTime() + minute))
      expect(await reserve()).toBeDefined()
      await expect(reserve()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    })

    it('what is older than 25 months is dropped', async () => {
      const { store } = await fresh()
      await store.audit.append([auditEntry(first)])
      await count(store, end)
      const left = async () => (await readUsage(store, 'acme', '2026-10-01', '2026-10-02')).length
      await count(store, new Date('2028-10-30T00:00:00Z'))
      expect(await left()).toBe(1)
      await count(store, new Date('2028-12-02T00:00:00Z'))
      expect(await left()).toBe(0)
    })
  })
}
