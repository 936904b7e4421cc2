import { setImmediate } from 'node:timers/promises'
import {
  mostCounted,
  type SuggestionCount,
  type SuggestionFilter,
  type SuggestionRecord,
  type Suggestions,
  severities,
  toListTotal,
} from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { atLeast, greaterThan, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { resolvedRecord, suggestionChanges } from './suggestion-changes.ts'

export const suggestionTable = defineTable<SuggestionRecord, 'id'>({
  name: 'suggestions',
  bound: { kind: 'age', by: 'suggestions', text: 'while its cause is there; one that was resolved, for 365 days' },
  key: ['id'],
  columns: { is_current: 'flag' },
  indexes: [{ on: { created_at: -1 } }, { on: { source: 1 }, where: { is_current: true } }],
})

const scope = 'suggestions'

/** Suggestions that are read at once to be counted. */
const sliceSize = 500

const compareCounts = (one: SuggestionCount, other: SuggestionCount): number =>
  severities.indexOf(other.severity) - severities.indexOf(one.severity) || other.suggestions - one.suggestions

const readFilter = ({ since, status, tenant, severity, kind }: Omit<SuggestionFilter, 'before' | 'limit'>) => ({
  created_at: atLeast(isoTime(since)),
  ...(status !== undefined && { status }),
  ...(tenant !== undefined && { tenant }),
  ...(severity !== undefined && { severity }),
  ...(kind !== undefined && { kind }),
})

export const createSuggestions = (store: RecordStore): Suggestions => ({
  list: ({ before, limit, ...wanted }) => {
    const filter = { ...readFilter(wanted), ...(before !== undefined && { id: lessThan(before) }) }
    const page = { sort: ['id'], descending: true, ...(limit !== undefined && { limit }) } as const
    return store.read(suggestionTable.list(filter, page))
  },
  total: async (filter) =>
    toListTotal(await store.count(suggestionTable.list(readFilter(filter), { limit: mostCounted + 1 }))),
  count: async () => {
    const counts = new Map<string, SuggestionCount>()
    for (let after = ''; ; ) {
      const filter = { status: 'open' as const, id: greaterThan(after) }
      const slice = await store.read(suggestionTable.list(filter, { sort: ['id'], limit: sliceSize }))
      for (const { kind, severity } of slice) {
        const count = counts.get(`${severity} ${kind}`)
        counts.set(`${severity} ${kind}`, { kind, severity, suggestions: (count?.suggestions ?? 0) + 1 })
      }
      const last = slice.at(-1)
      if (slice.length < sliceSize || !last) return [...counts.values()].toSorted(compareCounts)
      after = last.id
      // The embedded store answers at once: calls get their turn in between.
      await setImmediate()
    }
  },
  resolve: (id, note, now) =>
    store.change(scope, { suggestion: suggestionTable.at({ id }) }, ({ suggestion }) => {
      if (!suggestion) return { answer: undefined }
      const record = resolvedRecord(suggestion, note, now)
      return { answer: record, writes: [suggestionTable.put(record)] }
    }),
  refresh: (source, findings, now) =>
    store.change(scope, { current: suggestionTable.list({ source, is_current: true }) }, ({ current }) => {
      const { put, opened, resolved } = suggestionChanges(current, findings, now)
      return { answer: { opened, resolved }, writes: put.map(suggestionTable.put) }
    }),
  prune: async (before) => {
    await store.write(suggestionTable.remove({ is_current: false, resolved_at: lessThan(isoTime(before)) }))
  },
})
