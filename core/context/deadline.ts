import { callerHungUp, GatewayError } from '../errors.ts'
import type { Arrival } from './call-context.ts'

/** The end of one call's time. */
export interface Deadline {
  /** Milliseconds of `performance.now()`. */
  readonly at: number
  /** TIMEOUT, once the time is over by the clock: the timer comes late where something holds the thread. */
  readonly expired: GatewayError | undefined
  /** Rejects with TIMEOUT when the time is over before `work` is. */
  orTimeout<T>(work: Promise<T>): Promise<T>
  /** Stops waiting for `work`, which goes on for others: rejects with the reason of `signal` when that comes first. */
  orAbort<T>(work: Promise<T>): Promise<T>
  /** Aborted with a GatewayError when the time is over (TIMEOUT) or the caller hangs up (CLIENT_CLOSED). */
  signal(how?: SignalOptions): AbortSignal
  clear(): void
}

export interface SignalOptions {
  /** Leaves it to the clock, for up to 50 ms, to find out that the caller has hung up: looking costs as much as parsing a body. */
  readonly later?: boolean
}

export interface Deadlines {
  start(arrival: Pick<Arrival, 'startedAt' | 'signal'>): Deadline
}

type OnExpiry = (error: GatewayError) => void

const tickMs = 50

/** One timer for all open calls. A timer, a listener and a combined signal for each would cost more than the rest of a call. */
class Clock {
  readonly open = new Set<CallDeadline>()
  #timer: Timer | undefined

  constructor(readonly timeoutMs: number) {}

  watch(deadline: CallDeadline): void {
    this.open.add(deadline)
    this.#timer ??= setInterval(() => this.#tick(), tickMs)
  }

  #tick(): void {
    const now = performance.now()
    for (const deadline of this.open) deadline.look(now)
    if (this.open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

class CallDeadline implements Deadline {
  readonly at: number
  #error: GatewayError | undefined
  #controller: AbortController | undefined
  #onExpiry: OnExpiry[] | undefined

  constructor(
    readonly clock: Clock,
    readonly arrival: Pick<Arrival, 'startedAt' | 'signal'>,
  ) {
    this.at = arrival.startedAt + clock.timeoutMs
  }

  get expired(): GatewayError | undefined {
    if (!this.#error && this.at <= performance.now()) this.#expire()
    return this.#error
  }

  /** The clock's turn: has the caller gone, or the time? */
  look(now: number): void {
    if (this.#controller) this.#abortIfHungUp(this.#controller)
    if (this.at <= now) this.#expire()
  }

  orTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#whenExpired(reject)
      work.then(resolve, reject)
    })
  }

  orAbort<T>(work: Promise<T>): Promise<T> {
    const signal = this.signal()
    const { promise, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', leave))
  }

  signal({ later = false }: SignalOptions = {}): AbortSignal {
    // Whoever asks is about to begin something: nothing more is sent for a caller who is gone, or whose time is over.
    const controller = this.#controller ?? this.#begin()
    if (!this.expired && !(later && performance.now() - this.arrival.startedAt < tickMs))
      this.#abortIfHungUp(controller)
    return controller.signal
  }

  #begin(): AbortController {
    const begun = new AbortController()
    this.#controller = begun
    this.#whenExpired((error) => begun.abort(error))
    return begun
  }

  clear(): void {
    this.clock.open.delete(this)
  }

  #abortIfHungUp(controller: AbortController): void {
    if (this.arrival.signal.aborted && !controller.signal.aborted) controller.abort(callerHungUp())
  }

  #whenExpired(tell: OnExpiry): void {
    const { expired } = this
    if (expired) tell(expired)
    else if (this.#onExpiry) this.#onExpiry.push(tell)
    else this.#onExpiry = [tell]
  }

  #expire(): void {
    if (this.#error) return
    this.clear()
    this.#error = new GatewayError('TIMEOUT', `The call took longer than ${this.clock.timeoutMs / 1000} s`)
    for (const tell of this.#onExpiry ?? []) tell(this.#error)
  }
}

/** The deadlines of all calls. */
export const createDeadlines = (timeoutMs: number): Deadlines => {
  const clock = new Clock(timeoutMs)
  return {
    start(arrival) {
      const deadline = new CallDeadline(clock, arrival)
      clock.watch(deadline)
      return deadline
    },
  }
}
