import { inBackground } from '@patchbay/core/in-background'
import type { Collection, Document, Filter } from 'mongodb'

/** Others are promised a change within 2 s. */
const everyMs = 1000

/** A transaction's document bears the time at which it was written, and is seen once the transaction is committed. */
const lookBackMs = 60_000

interface Announced extends Document {
  readonly at: Date
}

/**
 * Reads the newest documents each second, for servers whose change streams come late: behind mongos a shard to which nobody writes holds
 * a stream's events back for `periodicNoopIntervalSecs`. Reports a document more than once, and calls `onGap` if it could not read for
 * so long that it may have missed some. Returns a function that ends it.
 */
export const pollInserts = <T extends Announced>(
  collection: Collection<T>,
  serverNow: () => Date,
  { onInsert, onGap }: { readonly onInsert: (document: T) => void; readonly onGap: () => void },
): (() => void) => {
  let readAt = performance.now()
  let reading = false

  const readOnce = async (): Promise<void> => {
    const startedAt = performance.now()
    const recent = { at: { $gt: new Date(serverNow().getTime() - lookBackMs) } } as Filter<T>
    const documents = (await collection.find(recent).toArray()) as T[]
    if (startedAt - readAt > lookBackMs / 2) onGap()
    readAt = startedAt
    for (const document of documents) onInsert(document)
  }

  const timer = setInterval(() => {
    if (reading) return
    reading = true
    // The next one reads the same again.
    const read = readOnce()
      .catch(() => undefined)
      .finally(() => {
        reading = false
      })
    inBackground(read, 'poll_changes')
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
