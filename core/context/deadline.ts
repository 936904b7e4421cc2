import { callerHungUp, GatewayError } from '../errors.ts'

/** The end of one call's time. */
export interface Deadline {
  /** Milliseconds of `performance.now()`. */
  readonly at: number
  /** TIMEOUT, once the time is over by the clock: the timer comes late where something holds the thread. */
  readonly expired: GatewayError | undefined
  /** Rejects with TIMEOUT when the time is over before `work` is. */
  race<T>(work: Promise<T>): Promise<T>
  /** Stops waiting for `work`, which goes on for others: rejects with the reason of `signal` when that comes first. */
  leave<T>(work: Promise<T>): Promise<T>
  /** Aborted with a GatewayError when the time is over (TIMEOUT) or the caller hangs up (CLIENT_CLOSED). */
  signal(): AbortSignal
  clear(): void
}

export interface Deadlines {
  /** `since`: when the call began, in milliseconds of `performance.now()`; now, if left out. */
  start(hangUp: AbortSignal, since?: number): Deadline
}

interface Entry {
  readonly at: number
  readonly hangUp: AbortSignal
  /** Told once that the caller has hung up. */
  onHangUp?: (() => void) | undefined
  /** What to tell when the time is over. */
  readonly expire: ((error: GatewayError) => void)[]
  /** Set once it is. */
  expired?: GatewayError
}

const tickMs = 50

/**
 * Deadlines of all calls on one timer, which looks for callers that have hung up as well: a timer, a listener and a
 * combined signal for each call cost more than the rest of a call.
 */
export const createDeadlines = (timeoutMs: number): Deadlines => {
  const open = new Set<Entry>()
  let timer: Timer | undefined

  const expire = (entry: Entry): GatewayError => {
    open.delete(entry)
    const error = new GatewayError('TIMEOUT', `The call took longer than ${timeoutMs / 1000} s`)
    entry.expired = error
    for (const tell of entry.expire) tell(error)
    return error
  }
  const expiredBy = (entry: Entry, now: number): GatewayError | undefined =>
    entry.expired ?? (entry.at <= now ? expire(entry) : undefined)

  const tick = (): void => {
    const now = performance.now()
    for (const entry of open) {
      if (entry.onHangUp && entry.hangUp.aborted) entry.onHangUp()
      if (entry.at <= now) expire(entry)
    }
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    start(hangUp, since = performance.now()) {
      const entry: Entry = { at: since + timeoutMs, hangUp, expire: [] }
      open.add(entry)
      timer ??= setInterval(tick, tickMs)
      let controller: AbortController | undefined

      const onExpiry = (tell: (error: GatewayError) => void): void => {
        const expired = expiredBy(entry, performance.now())
        if (expired) tell(expired)
        else entry.expire.push(tell)
      }
      const begin = (): AbortController => {
        const begun = new AbortController()
        onExpiry((error) => begun.abort(error))
        entry.onHangUp = () => {
          entry.onHangUp = undefined
          begun.abort(callerHungUp())
        }
        return begun
      }
      const signal = (): AbortSignal => {
        controller ??= begin()
        // Whoever asks is about to begin something: nothing more is sent for a caller who is gone, or whose time is over.
        if (hangUp.aborted) entry.onHangUp?.()
        else expiredBy(entry, performance.now())
        return controller.signal
      }

      return {
        at: entry.at,
        get expired() {
          return expiredBy(entry, performance.now())
        },
        signal,
        leave: (work) => {
          const left = signal()
          const { promise, reject } = Promise.withResolvers<never>()
          const leave = () => reject(left.reason)
          if (left.aborted) leave()
          left.addEventListener('abort', leave, { once: true })
          return Promise.race([work, promise]).finally(() => left.removeEventListener('abort', leave))
        },
        race: (work) =>
          new Promise((resolve, reject) => {
            onExpiry(reject)
            work.then(resolve, reject)
          }),
        clear: () => {
          open.delete(entry)
        },
      }
    },
  }
}
