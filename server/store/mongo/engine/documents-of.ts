import type { RecordKey } from '@patchbay/core/store'
import type { Document, WithId } from 'mongodb'
import type { CollectionOf } from './collection.ts'

/** The stored form of a kind's records, for moving them. */
export interface DocumentsOf<T, D extends Document = Document> {
  readonly collection: CollectionOf<D>
  /** The `_id` of the record with this key. Both have the same order. */
  idOf(key: RecordKey): unknown
  documentOf(record: T): D
  recordOf(document: WithId<D>): T
}

/** The `_id` if a key is a single text. */
export const onlyText = ([id = '']: RecordKey): string => id
