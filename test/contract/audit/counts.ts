import { createReports, type EntriesCount } from '@patchbay/core/reports'
import { type EntryFilter, type EntryGroup, groupEntries, matchesSearch, type Store } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry } from '../samples.ts'
import { randomEntries } from './random-calls.ts'

const first = new Date('2026-10-08T00:00:00Z')
const now = new Date('2026-10-10T12:00:00Z')

/** One group for those that are alike, in an order of their own. */
const merge = (groups: readonly EntryGroup[]): readonly EntryGroup[] => {
  const merged = new Map<string, EntryGroup>()
  for (const group of groups) {
    const { entries, first: oldest, last, ...alike } = group
    const name = JSON.stringify(Object.entries(alike).toSorted())
    const known = merged.get(name) ?? { ...group, entries: 0 }
    merged.set(name, {
      ...known,
      entries: known.entries + entries,
      first: [known.first, oldest].toSorted()[0] ?? '',
      last: [known.last, last].toSorted()[1] ?? '',
    })
  }
  return [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

const countIn = (store: Store, count: Partial<EntriesCount>) =>
  createReports({ exact: store, past: store }).countEntries({ now, bars: 60, ...count })

export const countsContract = (fresh: FreshStore): void => {
  describe('counts of the log', () => {
    it('group the same entries in each store, in what was just written and in what was filed', async () => {
      const { store } = await fresh()
      const log = randomEntries(600, first, now, 7)
      await store.audit.append(log.slice(0, 300))
      await store.audit.append(log.slice(300))
      const since = new Date('2026-10-09T00:00:00Z')
      const filters: readonly EntryFilter[] = [
        {},
        { since, until: new Date('2026-10-09T12:00:00Z') },
        { tenant: 'acme' },
        { outcome: 'error' },
        { search: { statuses: [[400, 499]] } },
      ]
      for (const { search, ...filter } of filters) {
        const wanted = log.filter(
          (entry) =>
            (filter.tenant ?? entry.tenant) === entry.tenant &&
            (filter.outcome ?? entry.outcome) === entry.outcome &&
            entry.at >= (filter.since?.toISOString() ?? '') &&
            entry.at < (filter.until?.toISOString() ?? '~') &&
            (search === undefined || matchesSearch(entry, search)),
        )
        expect(wanted.length).toBeGreaterThan(0)
        const groups = await store.audit.groups({ ...filter, ...(search && { search }) })
        expect(merge(groups)).toEqual(merge(groupEntries(wanted)))
      }
    })

    it('are bars of the asked time, and causes that differ in more than numbers', async () => {
      const { store } = await fresh()
      const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
      const failed = { source: 'rest', outcome: 'error', code: 'UPSTREAM_ERROR', status: 429 } as const
      await store.audit.append([
        auditEntry(minutesAgo(90), { ...failed, reason: 'Slow down: 3 of 10 a minute' }, 0),
        auditEntry(minutesAgo(50), { ...failed, reason: 'Slow down: 9 of 10 a minute' }, 1),
        auditEntry(
          minutesAgo(40),
          { ...failed, reason: 'Slow down: 12 of 10 a minute', count: 4, tenant: 'globex' },
          2,
        ),
        auditEntry(minutesAgo(30), { ...failed, reason: 'The answer was empty', status: 502 }, 3),
        auditEntry(minutesAgo(20), { source: 'rest', outcome: 'ok' }, 4),
        auditEntry(minutesAgo(10), { source: 'admin', action: 'get_tenant', outcome: 'ok' }, 5),
      ])
      const counted = await countIn(store, { since: minutesAgo(60), reads: false })
      expect(counted.bars).toHaveLength(30)
      expect(counted.countedTo).toBeNull()
      expect(counted.bars.filter(({ ok, failed: bad }) => ok + bad > 0)).toEqual([
        { at: minutesAgo(50).getTime(), ok: 0, failed: 1, unknown: 0 },
        { at: minutesAgo(40).getTime(), ok: 0, failed: 4, unknown: 0 },
        { at: minutesAgo(30).getTime(), ok: 0, failed: 1, unknown: 0 },
        { at: minutesAgo(20).getTime(), ok: 1, failed: 0, unknown: 0 },
      ])
      expect(counted.causes.map(({ status, calls, reason, tenants }) => [status, calls, reason, tenants])).toEqual([
        [429, 5, 'Slow down: 12 of 10 a minute', { count: 2, only: null }],
        [502, 1, 'The answer was empty', { count: 1, only: 'acme' }],
      ])
      expect((await countIn(store, {})).causes[0]?.calls).toBe(6)
    })
  })
}
