import { setTimeout } from 'node:timers/promises'
import type { Collection, Document } from 'mongodb'

/** Milliseconds before a stream that broke is opened again. */
const retryMs = 250

export interface Follower {
  /** Resolves when every later insert will be heard of; rejects when the first stream can't be opened. */
  readonly open: Promise<void>
  /** Hears of nothing more. The stream ends with its client. */
  stop(): void
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
  let stopped = false

  const followOne = async (onOpen: () => void): Promise<void> => {
    const stream = collection.watch<T>([{ $match: { operationType: 'insert' } }])
    // The first token is its place in the server's log: nothing after it is missed.
    stream.once('resumeTokenChanged', onOpen)
    try {
      for await (const event of stream) {
        if (stopped) return
        if (event.operationType === 'insert') hear(event.fullDocument)
      }
    } catch (error) {
      // Does nothing but for the first stream.
      reject(error)
    } finally {
      await stream.close().catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    await followOne(resolve)
    while (!stopped) {
      await setTimeout(retryMs)
      if (!stopped) await followOne(missed)
    }
  }
  run()

  return {
    open,
    stop() {
      stopped = true
    },
  }
}
