import { setImmediate, setTimeout as wait } from 'node:timers/promises'

/** A client that is still working sends its next call within this time after an answer. */
const pauseMs = 1000
/** The time after which the gateway leaves if clients make no such pause. */
const leavingMs = 5000
/** The time for which running calls may continue after the gateway takes no new ones; no deadline is longer. */
export const finishingMs = 30_000
/** The longest time that a stop takes without `STOP_DELAY_MS`. Whatever kills the process must wait longer. */
export const drainMs = leavingMs + finishingMs

/** Waits for the work, but no longer than `ms`. */
export const waitWithin = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

export interface Drain {
  /** `leaving`: calls are carried out, and each answer ends its connection. `closed`: calls are refused. */
  readonly phase: 'serving' | 'leaving' | 'closed'
  /** Called when a request arrives and when an answer leaves. */
  used(): void
  /**
   * Resolves when the listeners can be closed without resetting a connection that carries a call. Bun closes idle
   * connections together with its listener, and a call that has just been sent over one of them is lost. So clients are
   * first told to close their connections; those that remain have been idle for a while. New connections are taken for as long as
   * balancers may need to find out that the gateway leaves.
   */
  leave(): Promise<void>
  /** Closes the listeners and waits for the running calls. */
  close(): Promise<void>
}

interface Listeners {
  /** Takes no more connections, and resolves once the open ones have brought their requests. */
  refuse(): Promise<unknown>
  /** Ends idle connections; with `atOnce` those with calls as well. */
  stop(atOnce: boolean): Promise<unknown>
}

/** Takes a gateway out of service. For at least `delayMs` it is `leaving`, even if nobody calls. */
export const createDrain = (listeners: Listeners, delayMs = 0): Drain => {
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
      const delayedUntil = performance.now() + delayMs
      for (;;) {
        const now = performance.now()
        // The required pause shrinks with time, so that under steady load the listeners close between two calls.
        const pause = pauseMs * (1 - Math.max(0, now - delayedUntil) / leavingMs)
        const missing = Math.max(delayedUntil - now, pause - (now - usedAt))
        if (missing > 0) {
          await wait(missing)
          continue
        }
        // On a busy machine the timer fires late, before the requests that arrived in the meantime are reported.
        const before = usedAt
        await setImmediate()
        // Where each turn brings requests, as on a busy machine, no silence would come; the time for it is over, too.
        if (usedAt === before || pause <= 0) break
      }
      await listeners.refuse()
    },
    async close() {
      phase = 'closed'
      await waitWithin(listeners.stop(false), finishingMs)
      await listeners.stop(true)
    },
  }
}
