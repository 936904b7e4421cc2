import { setImmediate, setTimeout as wait } from 'node:timers/promises'

/** A client in the middle of its work sends its next call sooner than this after an answer. */
const pauseMs = 1000
/** A gateway that gets no such pause leaves after this time all the same. */
const leavingMs = 5000
/** How long calls under way may go on when no new ones are taken any more: no deadline is longer. */
export const finishingMs = 30_000
/** How long all of it takes at most. What ends the process must wait for longer. */
export const drainMs = leavingMs + finishingMs

/** Waits for the work, but no longer than `ms`. */
export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

export interface Drain {
  /** `leaving`: calls are carried out, and each answer ends its connection. `closed`: calls are refused. */
  readonly phase: 'serving' | 'leaving' | 'closed'
  /** A request has come, or an answer goes out. */
  used(): void
  /**
   * Resolves when the listeners can be closed without a reset. Bun closes idle connections together with its listener,
   * and a call that is on its way over one of them is lost. So clients first close their connections themselves, having
   * been told to, and those that are left by then have been idle for a while.
   */
  leave(): Promise<void>
  /** Closes the listeners and waits for the calls under way. */
  close(): Promise<void>
}

/** How a gateway goes out of service. `stopListeners` ends idle connections, and `atOnce` those with calls as well. */
export const createDrain = (stopListeners: (atOnce: boolean) => Promise<unknown>): Drain => {
  let phase: Drain['phase'] = 'serving'
  let usedAt = Number.NEGATIVE_INFINITY
  return {
    get phase() {
      return phase
    },
    used() {
      usedAt = performance.now()
    },
    async leave() {
      phase = 'leaving'
      const leftAt = performance.now()
      for (;;) {
        const now = performance.now()
        // The longer it takes, the shorter a pause will do, so that under steady load the listeners close between two calls.
        const pause = pauseMs * (1 - (now - leftAt) / leavingMs)
        const missing = pause - (now - usedAt)
        if (missing > 0) {
          await wait(missing)
          continue
        }
        // On a busy machine the timer comes late, and requests that came meanwhile are heard of after it.
        const before = usedAt
        await setImmediate()
        if (usedAt === before) return
      }
    },
    async close() {
      phase = 'closed'
      await within(stopListeners(false), finishingMs)
      await stopListeners(true)
    },
  }
}
