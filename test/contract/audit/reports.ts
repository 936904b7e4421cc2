import type { ExportFormat } from '@patchbay/core/reports'
import type { AuditEntry, AuditFilter, RollUpRecord } from '@patchbay/core/store'
import {
  billableIn,
  createCounting,
  queryAudit,
  readHours,
  readStatistics,
  readUsage,
  rollUp,
  summarizeDays,
} from '@patchbay/core/usage'
import { describe, expect, it } from 'vitest'
import type { FreshStore, StoreWithReports } from '../open-store.ts'
import { randomEntries } from './random-calls.ts'

const first = new Date('2026-10-01T00:00:00Z')
const now = new Date('2026-10-10T12:00:00Z')
const signal = new AbortController().signal
const members = ['id', 'tenant', 'key', 'count'] as const

/** All pages of an export, as text. */
const exportAll = async ({ reports }: StoreWithReports, filter: Omit<AuditFilter, 'limit'>, format: ExportFormat) => {
  const decoder = new TextDecoder()
  let text = ''
  for (let before: string | undefined; ; ) {
    const page = { ...filter, limit: 100, ...(before !== undefined && { before }) }
    const { bytes, last } = await reports.exportPage({ filter: page, format, members })
    text += decoder.decode(bytes)
    if (last === undefined) return text
    before = last
  }
}

/** Sums by their id. A database returns groups in any order, so that members and cells may change places. */
const sumsById = (records: readonly RollUpRecord[]) =>
  Object.fromEntries(
    records.map(({ id, value }) => {
      const { cells = [], ...sums } = JSON.parse(value)
      return [
        id,
        {
          ...sums,
          cells: Object.fromEntries(cells.map((cell: readonly unknown[]) => [`${cell[0]} ${cell[1]}`, cell])),
        },
      ]
    }),
  )

export const reportsContract = (fresh: FreshStore): void => {
  /** A store with some days of calls, of which most are counted. */
  const filled = async () => {
    const { store } = await fresh()
    const log = randomEntries(1500, first, now, 11)
    await store.audit.append(log.slice(0, 1200))
    await rollUp(store.rollUps, store.reports, { now, signal, retentionDays: 100_000 })
    await store.audit.append(log.slice(1200))
    return { store, log }
  }

  describe('reports', () => {
    it('say what the log and its sums say', async () => {
      const { store } = await filled()
      const { reports } = store
      expect(await reports.statistics(now)).toEqual(await readStatistics(store, now))
      expect(await reports.hours(now)).toEqual(await readHours(store, now))
      const days = await readUsage(store, 'acme', '2026-10-01', '2026-10-11')
      expect(await reports.usage({ tenant: 'acme', from: '2026-10-03', to: '2026-10-10' })).toEqual({
        ...(await summarizeDays(days.filter(({ day }) => day >= '2026-10-03'))),
        months: [
          {
            before: billableIn(days.filter(({ day }) => day < '2026-10-03')),
            during: billableIn(days.filter(({ day }) => day >= '2026-10-03')),
          },
        ],
      })
      expect(await reports.billable({ tenant: 'acme', now })).toBe(billableIn(days))
    })

    it('find the entries that a query finds', async () => {
      const { store, log } = await filled()
      const filters: readonly Omit<AuditFilter, 'limit'>[] = [
        {},
        { id: log[700]?.id ?? '' },
        { action: 'search', source: 'mcp' },
        { tenant: 'acme', before: log[900]?.id ?? '' },
        { request_id: 'nobody' },
      ]
      for (const filter of filters) {
        const wanted = await queryAudit(store, { ...filter, limit: 70 })
        expect([filter, await store.reports.entries({ ...filter, limit: 70 })]).toEqual([filter, wanted])
      }
    })

    it('export each entry once, newest first, and no other', async () => {
      const { store, log } = await filled()
      const wanted = log.filter(({ tenant }) => tenant === 'acme').toReversed()
      const pick = ({ id, tenant, key, count }: AuditEntry) => ({ id, tenant, key, count })
      const lines = (await exportAll(store, { tenant: 'acme' }, 'ndjson')).trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(wanted.map(pick))
      const rows = (await exportAll(store, { tenant: 'acme' }, 'csv')).trimEnd().split('\r\n')
      expect(rows.map((row) => row.split(',')[0])).toEqual(wanted.map(({ id }) => id))
    })

    it('count what a roll-up writes, and write nothing themselves', async () => {
      const { store } = await filled()
      const { counted: after } = await store.rollUps.state()
      const until = new Date(now.getTime() + 60_000)
      const counting = createCounting(store)
      const next = await counting.countNext({ after, until })
      expect(next?.entries).toBeGreaterThan(100)
      const reported = await store.reports.countNext({ after, until })
      expect({ ...reported, put: sumsById(reported?.put ?? []) }).toEqual({ ...next, put: sumsById(next?.put ?? []) })
      expect((await store.rollUps.state()).counted).toBe(after)
      const hours = { hours: ['2026-10-02T03', '2026-10-05T11'], upTo: after }
      expect(sumsById(await store.reports.recountHours(hours))).toEqual(sumsById(await counting.recountHours(hours)))
      const days = { days: [{ tenant: 'acme', day: '2026-10-02' }], upTo: after }
      expect(sumsById(await store.reports.recountDays(days))).toEqual(sumsById(await counting.recountDays(days)))
    })

    it('end where nobody waits for them any more', async () => {
      const { store } = await filled()
      const { reports } = store
      const gone = new AbortController()
      const reading = [
        reports.statistics(now, gone.signal),
        reports.hours(now, gone.signal),
        reports.uses({ tenant: 'acme', days: 10, now }, gone.signal),
        reports.exportPage({ filter: { limit: 10, action: 'search' }, format: 'csv', members }, gone.signal),
      ]
      gone.abort()
      const ended = await Promise.allSettled(reading)
      expect(ended).toMatchObject(reading.map(() => ({ status: 'rejected', reason: { name: 'AbortError' } })))
      expect((await reports.hours(now)).hours).toHaveLength(24)
    })
  })
}
