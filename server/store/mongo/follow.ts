import { setTimeout } from 'node:timers/promises'
import type { ChangeStream, Collection, Document } from 'mongodb'

/** Milliseconds before a stream that broke is opened again. */
const retryMs = 250

export interface Follower {
  /** Resolves when every later insert will be heard of; rejects when the first stream can't be opened. */
  readonly open: Promise<void>
  close(): Promise<void>
}

/**
 * Tells of each document that is inserted, by a change stream. The driver resumes a stream that breaks; where it gives
 * up another one is opened, and `missed` is called then, as nobody knows what came in between.
 */
export const follow = <T extends Document>(
  collection: Collection<T>,
  { hear, missed }: { readonly hear: (document: T) => void; readonly missed: () => void },
): Follower => {
  const { promise: open, resolve, reject } = Promise.withResolvers<void>()
  let closed = false
  let stream: ChangeStream<T> | undefined

  const next = async (from: ChangeStream<T>): Promise<void> => {
    const event = await from.tryNext()
    if (event?.operationType === 'insert') hear(event.fullDocument)
  }

  const followOne = async (isFirst: boolean): Promise<void> => {
    stream = collection.watch<T>([{ $match: { operationType: 'insert' } }], { maxAwaitTimeMS: 1000 })
    try {
      await next(stream)
      if (!isFirst) missed()
      resolve()
      while (!closed) await next(stream)
    } catch (error) {
      // Does nothing but for the first stream.
      reject(error)
    } finally {
      await stream.close().catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    for (let isFirst = true; !closed; isFirst = false) {
      await followOne(isFirst)
      if (!closed) await setTimeout(retryMs)
    }
  }

  const running = run()
  return {
    open,
    async close() {
      closed = true
      await stream?.close().catch(() => undefined)
      await running
    },
  }
}
