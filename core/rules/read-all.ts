import { setImmediate } from 'node:timers/promises'
import {
  type RecordKey,
  type RecordKind,
  type RecordSet,
  type Records,
  recordKeys,
  type Store,
} from '../store/index.ts'

export interface RecordPage<T> {
  readonly records: readonly T[]
  /** The key before the first record. */
  readonly after: RecordKey | null
  /** The key of the last record. */
  readonly last: RecordKey
}

/** Yields the records of a kind after the key `after`, in pages that are never empty. Calls run between two pages. */
export async function* readAll<K extends RecordKind>(
  store: Store,
  kind: K,
  after: RecordKey | null = null,
  pageSize = 1000,
): AsyncGenerator<RecordPage<Records[K]>> {
  const set: RecordSet<Records[K]> = store.transfer.records[kind]
  for (let from = after; ; ) {
    const records = await set.read({ limit: pageSize, after: from })
    const end = records.at(-1)
    if (!end) return
    const last = recordKeys[kind].map((name) => String(end[name as keyof Records[K]]))
    yield { records, after: from, last }
    from = last
    await setImmediate()
  }
}
