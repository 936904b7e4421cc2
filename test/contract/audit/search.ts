import { createReports, type EntriesSearch } from '@patchbay/core/reports'
import { type AuditEntry, type EntrySearch, matchesSearch, oldestEntryId, type Store } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry } from '../samples.ts'
import { randomEntries } from './random-calls.ts'

const first = new Date('2026-10-08T00:00:00Z')
const now = new Date('2026-10-10T12:00:00Z')

const reasons = ['The API key is WRONG', '100% of the_quota is used', 'Größe überschritten', 'a\\b (c) [d] $e', null]

/** The random log, with reasons that have what patterns give a meaning to. */
const buildLog = (): AuditEntry[] =>
  randomEntries(600, first, now, 7).map((entry, nth) => ({
    ...entry,
    reason: entry.outcome === 'error' ? (reasons[nth % reasons.length] ?? null) : null,
    token_id: nth % 3 === 0 ? 'aaaaaaaaaaaa' : entry.token_id,
  }))

/** The ids that all pages have: on a busy machine a page ends after its time. */
const searchAll = async (store: Store, query: Omit<EntriesSearch, 'now'>): Promise<readonly string[]> => {
  const { searchEntries } = createReports({ exact: store, past: store })
  const ids: string[] = []
  for (let { before } = query; ; ) {
    const { entries, searchedTo } = await searchEntries({ ...query, before, now })
    ids.push(...entries.map(({ id }) => id))
    const last = entries.length >= query.limit ? entries.at(-1)?.id : undefined
    before = last ?? (searchedTo === null ? undefined : oldestEntryId(searchedTo))
    if (before === undefined) return ids
  }
}

const word = (text: string, names: Partial<Record<'tenants' | 'tokens', readonly string[]>> = {}) => ({
  text,
  tenants: [],
  tokens: [],
  ...names,
})

const searches: readonly EntrySearch[] = [
  { words: [word('wrong')] },
  { words: [word('API'), word('upstream_error')] },
  { words: [word('100%')] },
  { words: [word('e_q')] },
  { words: [word('GRößE')] },
  { words: [word('GRÖSSE')] },
  { words: [word('\\b (c) [D] $E')] },
  { words: [word('nothing has this')] },
  { words: [word('nothing', { tenants: ['globex'], tokens: ['aaaaaaaaaaaa'] })] },
  { anyOf: { tenant: ['acme', 'globex'], action: ['search', 'create'] } },
  { anyOf: { code: [] } },
  { labelled: ['aaaaaaaaaaaa'] },
  { labelled: [] },
  { providers: ['hubspot', 'nonsense'] },
  { statuses: [[400, 499]] },
  {
    statuses: [
      [200, 200],
      [502, 502],
    ],
    overMs: 200,
  },
  { reasons: ['quota', 'USED'] },
  { none: [{ statuses: [[400, 499]] }] },
  { none: [{ anyOf: { code: ['UPSTREAM_ERROR'] } }, { anyOf: { token_id: ['aaaaaaaaaaaa'] } }] },
  { anyOf: { tenant: ['acme', 'globex'] }, none: [{ providers: ['hubspot'] }, { reasons: ['quota'] }] },
]

export const searchContract = (fresh: FreshStore): void => {
  describe('a search of the log', () => {
    it('finds the same in each store, in what was just written and in what was filed', async () => {
      const { store } = await fresh()
      const log = buildLog()
      await store.audit.append(log.slice(0, 300))
      await store.audit.append(log.slice(300))
      const newest = log.toReversed()
      for (const search of searches) {
        const wanted = newest.filter((entry) => matchesSearch(entry, search)).map(({ id }) => id)
        const found = await store.audit.query({ search, limit: 1000 })
        expect([search, found.map(({ id }) => id)]).toEqual([search, wanted])
        expect(await searchAll(store, { search, limit: 1000 })).toEqual(wanted)
      }
      const some = searches.map((search) => newest.filter((entry) => matchesSearch(entry, search)).length)
      expect(some.filter((count) => count > 0).length).toBeGreaterThan(10)
    })

    it('goes on page by page, looks seven days back, and further where it is asked to', async () => {
      const { store } = await fresh()
      const at = (daysBefore: number) => new Date(now.getTime() - daysBefore * 86_400_000)
      const log = [8, 6, 3, 1, 0.5].map((days, nth) => auditEntry(at(days), { reason: 'It broke' }, nth))
      await store.audit.append(log)
      const search = { reasons: ['broke'] }
      const newest = log.map(({ id }) => id).toReversed()
      expect(await searchAll(store, { search, limit: 1 })).toEqual(newest.slice(0, 4))
      expect(await searchAll(store, { search, limit: 9, since: at(30) })).toEqual(newest)
    })
  })
}
