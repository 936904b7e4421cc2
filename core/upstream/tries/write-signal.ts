import type { Deadline } from '../../context/index.ts'
import type { GatewayError } from '../../errors.ts'

/** A request that is under way. */
interface Waiting<T> {
  readonly request: Promise<T>
  readonly reject: (error: GatewayError) => void
}

/** The decider about a request that is under way when its call is over. */
interface Leaver<T> {
  /** `true`: the request is left to the listener for late answers. */
  leave(request: Promise<T>): boolean
}

/** Ends the requests of a write with its call, except one that the vendor has: that one continues, so that its late answer can be recorded. */
export class WriteSignal<T> {
  readonly #controller = new AbortController()
  readonly #leaver: Leaver<T>
  #waiting: Waiting<T> | undefined
  /** The reason why the call is over; `undefined`: it isn't. */
  over: GatewayError | undefined

  constructor(deadline: Deadline, leaver: Leaver<T>) {
    this.#leaver = leaver
    deadline.whenOver(this)
  }

  /** Called when the call is over. */
  callOver(error: GatewayError): void {
    this.over = error
    const waiting = this.#waiting
    if (waiting && this.#leaver.leave(waiting.request)) waiting.reject(error)
    else this.#controller.abort(error)
  }

  /** The signal that aborts the requests. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The answer. If the call is over before it, and the request is left to the listener, the call rejects at once with the reason. */
  orLeave(request: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting = { request, reject }
    request.then(resolve, reject)
    return promise
  }

  /** Call this when the request has ended. */
  ended(): void {
    this.#waiting = undefined
  }

  /** Aborts a request that was left to the listener. */
  letGo(): void {
    this.#controller.abort(this.over)
  }
}
