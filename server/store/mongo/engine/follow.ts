import { setTimeout } from 'node:timers/promises'
import { inBackground } from '@patchbay/core/in-background'
import type { Collection, Document } from 'mongodb'

/** Milliseconds before a stream that broke is opened again. */
const retryMs = 250

export interface Follower {
  /** Resolves once every later insert will be reported. Rejects if the first stream can't be opened. */
  readonly open: Promise<void>
  /** Reports nothing more. The stream ends with its client. */
  stop(): void
}

interface Listener<T> {
  readonly onInsert: (document: T) => void
  /** Inserts may have been missed. */
  readonly onGap: () => void
}

/**
 * Reports each inserted document, by a change stream. The driver resumes a stream that breaks. If it gives up, another
 * stream is opened and `onGap` is called.
 */
export const followInserts = <T extends Document>(
  collection: Collection<T>,
  { onInsert, onGap }: Listener<T>,
): Follower => {
  const { promise: open, resolve, reject } = Promise.withResolvers<void>()
  let stopped = false

  const followOne = async (onOpen: () => void): Promise<void> => {
    const stream = collection.watch<T>([{ $match: { operationType: 'insert' } }])
    // The first token is the stream's position in the server's log: nothing after it is missed.
    stream.once('resumeTokenChanged', onOpen)
    try {
      for await (const event of stream) {
        if (stopped) return
        if (event.operationType === 'insert') onInsert(event.fullDocument)
      }
    } catch (error) {
      // Has no effect after the first stream.
      reject(error)
    } finally {
      await stream.close().catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    await followOne(resolve)
    while (!stopped) {
      await setTimeout(retryMs)
      if (!stopped) await followOne(onGap)
    }
  }
  inBackground(run(), 'follow_changes')

  return {
    open,
    stop() {
      stopped = true
    },
  }
}
