import type { SuggestionRecord, Suggestions } from '@patchbay/core/store'
import { atLeast, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { resolvedRecord, suggestionChanges } from './suggestion-changes.ts'

export const suggestionTable = defineTable<SuggestionRecord, 'id'>({
  name: 'suggestions',
  key: ['id'],
  columns: { is_current: 'flag' },
  indexes: [{ on: { created_at: -1 } }, { on: { source: 1 }, where: { is_current: true } }],
})

const scope = 'suggestions'

export const createSuggestions = (store: RecordStore): Suggestions => ({
  list: ({ since, status, tenant }) => {
    const filter = {
      created_at: atLeast(since.toISOString()),
      ...(status !== undefined && { status }),
      ...(tenant !== undefined && { tenant }),
    }
    return store.read(suggestionTable.list(filter, { sort: ['id'], descending: true }))
  },
  resolve: (id, note, now) =>
    store.change(scope, { known: suggestionTable.at({ id }) }, ({ known }) => {
      if (!known) return { answer: undefined }
      const record = resolvedRecord(known, note, now)
      return { answer: record, writes: [suggestionTable.put(record)] }
    }),
  refresh: (source, findings, now) =>
    store.change(scope, { current: suggestionTable.list({ source, is_current: true }) }, ({ current }) => {
      const { put, opened, resolved } = suggestionChanges(current, findings, now)
      return { answer: { opened, resolved }, writes: put.map(suggestionTable.put) }
    }),
  prune: async (before) => {
    await store.write(suggestionTable.remove({ is_current: false, resolved_at: lessThan(before.toISOString()) }))
  },
})
