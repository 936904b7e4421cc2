import { callerHungUp, GatewayError } from '../errors.ts'
import type { Arrival } from './caller.ts'

/** The deadline of one call. */
export interface Deadline {
  /** The time of the deadline, in milliseconds of `performance.now()`. */
  readonly at: number
  /** TIMEOUT once the deadline has passed by the clock; the timer may fire later if something blocks the thread. */
  readonly expired: GatewayError | undefined
  /** Rejects with TIMEOUT if the deadline passes before `work` ends. */
  orTimeout<T>(work: Promise<T>): Promise<T>
  /**
   * Like `orTimeout`, for work that ends by the deadline itself and may then have to record its end: it gets most of a second more. `work`
   * continues. Rejects with the error that `describe` makes of `about` and TIMEOUT.
   */
  orLate<T, About>(
    work: Promise<T>,
    describe: (about: About, error: GatewayError) => GatewayError,
    about: About,
  ): Promise<T>
  /** Rejects with the reason of `signal` if it fires before `work` ends. `work` itself continues, because others may share it. */
  orAbort<T>(work: Promise<T>): Promise<T>
  /** Aborted with a GatewayError when the deadline passes (TIMEOUT) or the caller hangs up (CLIENT_CLOSED). */
  signal(how?: SignalOptions): AbortSignal
  /**
   * Tells the listener once when the deadline passes (TIMEOUT) or the caller hangs up (CLIENT_CLOSED), or at once if that has happened.
   * Only one listener is told of a hang-up.
   */
  whenOver(listener: OverListener): void
  /** Extends the deadline of a transfer that makes progress: from now on it has the time of a whole call again. */
  progressed(): void
  clear(): void
}

/** A listener for the end of a call. */
export interface OverListener {
  callOver(error: GatewayError): void
}

export interface SignalOptions {
  /** True to let the clock notice a hang-up in a call's first 50 ms instead of checking now, which costs as much as parsing a body. */
  readonly later?: boolean
}

export interface Deadlines {
  readonly timeoutMs: number
  start(arrival: Pick<Arrival, 'startedAt' | 'signal'>): Deadline
}

type OnExpiry = (error: GatewayError) => void

/** Work that may end a little after its deadline. */
class LateWork<About> {
  constructor(
    readonly reject: OnExpiry,
    readonly describe: (about: About, error: GatewayError) => GatewayError,
    readonly about: About,
  ) {}

  expire(error: GatewayError): void {
    setTimeout(() => this.reject(this.describe(this.about, error)), recordingMs)
  }
}

const tickMs = 50
/** The time for recording the end of a call whose deadline has passed. */
const recordingMs = 900

/** One timer for all open calls. A timer, a listener and a combined signal for each call would cost more than the call itself. */
class Clock {
  /** Each knows its place, as a set takes longer to add one and to find it again. */
  readonly #open: CallDeadline[] = []
  #timer: Timer | undefined

  constructor(readonly timeoutMs: number) {}

  watch(deadline: CallDeadline): void {
    deadline.place = this.#open.push(deadline) - 1
    this.#timer ??= setInterval(() => this.#tick(), tickMs)
  }

  /** The last one takes the place of a deadline that is over. */
  leave(deadline: CallDeadline): void {
    if (this.#open[deadline.place] !== deadline) return
    const last = this.#open.pop()
    if (!last || last === deadline) return
    this.#open[deadline.place] = last
    last.place = deadline.place
  }

  #tick(): void {
    const now = performance.now()
    for (const deadline of [...this.#open]) deadline.look(now)
    if (this.#open.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

class CallDeadline implements Deadline {
  at: number
  /** Among the open ones of its clock. */
  place = -1
  #error: GatewayError | undefined
  #controller: AbortController | undefined
  #onExpiry: OnExpiry[] | undefined
  #late: { expire(error: GatewayError): void } | undefined
  /** The newest listener of `whenOver`, until it is called. */
  #onOver: OverListener | undefined

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

  /** Called at each tick: checks for a hang-up and for the deadline. */
  look(now: number): void {
    if (this.#controller) this.#abortIfHungUp(this.#controller)
    if (this.#onOver && this.arrival.signal.aborted) this.#tellOver(callerHungUp())
    if (this.at <= now) this.#expire()
  }

  orTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#whenExpired(reject)
      work.then(resolve, reject)
    })
  }

  orLate<T, About>(
    work: Promise<T>,
    describe: (about: About, error: GatewayError) => GatewayError,
    about: About,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = new LateWork(reject, describe, about)
      if (this.expired) late.expire(this.expired)
      else this.#late = late
      work.then(resolve, reject)
    })
  }

  orAbort<T>(work: Promise<T>): Promise<T> {
    const signal = this.signal()
    const { promise, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
  }

  signal({ later = false }: SignalOptions = {}): AbortSignal {
    // The signal is for work that is about to begin: none begins for a caller who has hung up, or after the deadline.
    const controller = this.#controller ?? this.#begin()
    if (!this.expired && !(later && performance.now() - this.arrival.startedAt < tickMs))
      this.#abortIfHungUp(controller)
    return controller.signal
  }

  whenOver(listener: OverListener): void {
    this.#onOver = listener
    if (this.arrival.signal.aborted) this.#tellOver(callerHungUp())
    else if (this.expired) this.#tellOver(this.expired)
  }

  #tellOver(error: GatewayError): void {
    const listener = this.#onOver
    this.#onOver = undefined
    listener?.callOver(error)
  }

  #begin(): AbortController {
    const controller = new AbortController()
    this.#controller = controller
    this.#whenExpired((error) => controller.abort(error))
    return controller
  }

  progressed(): void {
    if (!this.expired) this.at = performance.now() + this.clock.timeoutMs
  }

  clear(): void {
    this.clock.leave(this)
  }

  #abortIfHungUp(controller: AbortController): void {
    if (this.arrival.signal.aborted && !controller.signal.aborted) controller.abort(callerHungUp())
  }

  #whenExpired(listener: OnExpiry): void {
    const { expired } = this
    if (expired) listener(expired)
    else if (this.#onExpiry) this.#onExpiry.push(listener)
    else this.#onExpiry = [listener]
  }

  #expire(): void {
    if (this.#error) return
    this.clear()
    this.#error = new GatewayError('TIMEOUT', `The call took longer than ${this.clock.timeoutMs / 1000} s`)
    for (const listener of this.#onExpiry ?? []) listener(this.#error)
    this.#tellOver(this.#error)
    this.#late?.expire(this.#error)
  }
}

/** Makes deadlines that share one timer. */
export const createDeadlines = (timeoutMs: number): Deadlines => {
  const clock = new Clock(timeoutMs)
  return {
    timeoutMs,
    start(arrival) {
      const deadline = new CallDeadline(clock, arrival)
      clock.watch(deadline)
      return deadline
    },
  }
}
