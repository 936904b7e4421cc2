import { setImmediate } from 'node:timers/promises'

/** The milliseconds for which a stretch of work may hold the thread that answers calls. */
const stretchMs = 3

/** Called between two pieces of a long piece of work. */
export type Pace = () => Promise<void>

/** Lets other work run whenever a stretch has taken its time. Rejects with the signal's reason once it is aborted. */
export const createPace = (signal?: AbortSignal): Pace => {
  let startedAt = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - startedAt < stretchMs) return
    await setImmediate()
    signal?.throwIfAborted()
    startedAt = performance.now()
  }
}
