import type { JobName } from '../../configuration/default-crons.ts'
import type { RecordFilter } from './filter.ts'

export type RecordMember<T> = keyof T & string

/** An index of MongoDB. Those of the embedded store are made by its steps (`sqlite/engine/schema`). */
export interface TableIndex<T> {
  readonly on: { readonly [M in RecordMember<T> | `${string}.${string}`]?: 1 | -1 }
  readonly unique?: true
  /** Holds these records only. */
  readonly where?: { readonly [M in RecordMember<T>]?: T[M] }
}

/**
 * The bound that keeps a table from growing for ever, as docs/retention.md says it. `age`: a record is removed after a
 * time. `count`: the number of records has a limit. `people`: only people make the records, and remove them.
 */
export type TableBound =
  | {
      readonly kind: 'age'
      readonly text: string
      /** The job that removes the records, or MongoDB by an index. `next`: a record is removed when another one is made. */
      readonly by: JobName | 'index' | 'next'
    }
  | { readonly kind: 'count' | 'people'; readonly text: string }

/** The storage of a port's records: as rows of the embedded store, and as documents of MongoDB. */
export interface TableDefinition<T, K extends RecordMember<T>> {
  /** The name of the table and of the collection. */
  readonly name: string
  readonly bound: TableBound
  /** The members that identify a record, all texts. On MongoDB they are the `_id`. */
  readonly key: readonly K[]
  /** Members whose column holds something else: JSON, or 1 for true and 0 for false. */
  readonly columns?: { readonly [M in RecordMember<T>]?: 'json' | 'flag' }
  /** The row holds the record as JSON in a column `value`; besides, only the key and these columns hold members, by their paths. */
  readonly columnsBesideJson?: Readonly<Record<string, RecordMember<T> | `${string}.${string}`>>
  /** Members that are JSON in documents: their names come from outside, and MongoDB gives a meaning to `$` and dots in names. */
  readonly jsonInDocuments?: readonly RecordMember<T>[]
  /**
   * Members that are lists of texts and objects, whose objects are JSON in documents. No text of such a list begins with a brace: an earlier
   * gateway can't read it, and refuses the record's calls.
   */
  readonly jsonItemsInDocuments?: readonly RecordMember<T>[]
  readonly indexes?: readonly TableIndex<T>[]
  /** The member with the tenant's id, if the records are removed with their tenant. */
  readonly tenant?: RecordMember<T>
  /**
   * The members that documents of earlier versions lack, with the values that they imply. Readers add them; no document is
   * rewritten.
   */
  readonly earlier?: (document: T) => Partial<T>
}

/** Without `sort`, a list has no order. */
export interface ListOptions<T> {
  readonly sort?: readonly RecordMember<T>[]
  readonly descending?: boolean
  readonly skip?: number
  readonly limit?: number
}

// biome-ignore lint/suspicious/noExplicitAny: drivers treat the records of all tables alike
type AnyRecord = any

export type AnyTable = TableDefinition<AnyRecord, string>

/** Something to read. */
export interface RecordRead<A> {
  readonly table: AnyTable
  /** The key of a single record. */
  readonly key?: readonly string[]
  readonly filter: RecordFilter<AnyRecord>
  readonly options: ListOptions<AnyRecord>
  /** Makes the result from the records that were read. */
  readonly pick: (records: readonly AnyRecord[]) => A
}

/** Something to write. */
export type RecordWrite = { readonly table: AnyTable } & (
  | { readonly put: object }
  | { readonly insert: object }
  | { readonly update: RecordFilter<AnyRecord>; readonly members: object }
  | { readonly remove: RecordFilter<AnyRecord> }
)

/** Makes what a `RecordStore` reads and writes. It does nothing by itself. */
export interface RecordTable<T, K extends RecordMember<T>> {
  readonly definition: TableDefinition<T, K>
  /** `undefined`: there is none. */
  at(key: Pick<T, K>): RecordRead<T | undefined>
  first(filter: RecordFilter<T>, options?: ListOptions<T>): RecordRead<T | undefined>
  list(filter?: RecordFilter<T>, options?: ListOptions<T>): RecordRead<readonly T[]>
  /** Inserts a record, or replaces the one with its key. */
  put(record: T): RecordWrite
  /** Inserts a record, unless there is one with its key. */
  insert(record: T): RecordWrite
  update(filter: RecordFilter<T>, members: Partial<T>): RecordWrite
  remove(filter: RecordFilter<T>): RecordWrite
}

export type AnyRecordTable = Pick<RecordTable<AnyRecord, string>, 'definition'>

const all = {}
const pickFirst = <T>(records: readonly T[]): T | undefined => records[0]
const pickAll = <T>(records: readonly T[]): readonly T[] => records

export const defineTable = <T extends object, K extends RecordMember<T>>(
  table: TableDefinition<T, K>,
): RecordTable<T, K> => ({
  definition: table,
  at: (key) => ({
    table,
    key: table.key.map((member) => key[member] as string),
    filter: all,
    options: all,
    pick: pickFirst,
  }),
  first: (filter, options) => ({ table, filter, options: { ...options, limit: 1 }, pick: pickFirst }),
  list: (filter = all, options = all) => ({ table, filter, options, pick: pickAll }),
  put: (record) => ({ table, put: record }),
  insert: (record) => ({ table, insert: record }),
  update: (filter, members) => ({ table, update: filter, members }),
  remove: (filter) => ({ table, remove: filter }),
})
