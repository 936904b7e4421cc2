import type { SuggestionRecord, Suggestions } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { resolvedRecord, suggestionChanges } from '../rules/suggestion-changes.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { equal } from './text.ts'
import { put } from './write.ts'

interface SuggestionDocument extends Omit<SuggestionRecord, 'id'> {
  readonly _id: string
}

const suggestions: CollectionOf<SuggestionDocument> = {
  name: 'suggestions',
  indexes: [{ key: { created_at: -1 } }, { key: { source: 1 }, partialFilterExpression: { is_current: true } }],
}

const recordOf = ({ _id, ...rest }: SuggestionDocument): SuggestionRecord => ({ id: _id, ...rest })
const documentOf = ({ id, ...rest }: SuggestionRecord): SuggestionDocument => ({ _id: id, ...rest })

export const suggestionDocuments: DocumentsOf<SuggestionRecord, SuggestionDocument> = {
  collection: suggestions,
  idOf: onlyText,
  documentOf,
  recordOf,
}

export const mongoSuggestions = (db: MongoDatabase): Suggestions => {
  const collection = db.collection(suggestions)
  return {
    list: ({ since, status, tenant }) =>
      db.run(async () => {
        const filter: Document = { created_at: { $gte: since.toISOString() } }
        if (status !== undefined) filter.status = equal(status)
        if (tenant !== undefined) filter.tenant = equal(tenant)
        return (await collection.find(filter, { sort: { _id: -1 } }).toArray()).map(recordOf)
      }),
    resolve: (id, note, now) =>
      db.write(suggestions.name, async (session) => {
        const found = await collection.findOne({ _id: equal(id) }, { session })
        if (!found) return { answer: undefined }
        const record = resolvedRecord(recordOf(found), note, now)
        return { answer: record, writes: [put(suggestions, documentOf(record))] }
      }),
    refresh: (source, findings, now) =>
      db.write(suggestions.name, async (session) => {
        const current = await collection.find({ source: equal(source), is_current: true }, { session }).toArray()
        const { put: records, opened, resolved } = suggestionChanges(current.map(recordOf), findings, now)
        return { answer: { opened, resolved }, writes: records.map((record) => put(suggestions, documentOf(record))) }
      }),
    prune: (before) =>
      db.run(async () => {
        await collection.deleteMany({ is_current: false, resolved_at: { $lt: before.toISOString() } })
      }),
  }
}
