import type { RecordKey } from '@patchbay/core/store'
import type { Document, WithId } from 'mongodb'
import type { CollectionOf } from './collection.ts'

/** How the records of a kind are kept, for moving them as they are. */
export interface DocumentsOf<T, D extends Document = Document> {
  readonly collection: CollectionOf<D>
  /** The `_id` of the record with this key, by which they are in the order of their keys. */
  idOf(key: RecordKey): unknown
  documentOf(record: T): D
  recordOf(document: WithId<D>): T
}

/** The `_id` where a key is one text. */
export const onlyText = ([id = '']: RecordKey): string => id
