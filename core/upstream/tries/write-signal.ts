import type { Deadline } from '../../context/index.ts'
import type { GatewayError } from '../../errors.ts'

/** Ends the requests of a write with its call, except one that the vendor has: that one continues, so that its late answer can be recorded. */
export class WriteSignal {
  readonly #controller = new AbortController()
  #leave: ((error: GatewayError) => boolean) | undefined
  /** The reason why the call is over; `undefined`: it isn't. */
  over: GatewayError | undefined

  constructor(deadline: Deadline) {
    deadline.whenOver((error) => {
      this.over = error
      if (!this.#leave?.(error)) this.#controller.abort(error)
    })
  }

  /** The signal that aborts the requests. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * The answer. If the call is over before it, `left` decides about the request: `true` leaves it to the listener, and the call
   * rejects at once with the reason; otherwise the request is aborted.
   */
  orLeave<T>(request: Promise<T>, left: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#leave = (error) => {
        if (!left()) return false
        reject(error)
        return true
      }
      request.then(
        (answer) => {
          this.#leave = undefined
          resolve(answer)
        },
        (error) => {
          this.#leave = undefined
          reject(error)
        },
      )
    })
  }

  /** Aborts a request that was left to the listener. */
  letGo(): void {
    this.#controller.abort(this.over)
  }
}
