import type { MaybePromise } from '../maybe-promise.ts'
import type { Deadline } from './deadline.ts'

/** A call that the vendor has refused by its own rate limit. */
export interface VendorRefusal {
  /** The wait in seconds; 0: the answer doesn't say. */
  readonly wait: number
  /** The vendor's words, without the caller's parameters. */
  readonly reason: string
}

/** The vendor's own rate limit, for one call. */
export interface VendorQuota {
  /**
   * Takes a call before it is sent, and waits for it if the wait fits into the deadline. `receive` or `unanswered` follows. Rejects with
   * RATE_LIMITED, and while it waits with TIMEOUT and CLIENT_CLOSED.
   */
  take(deadline: Deadline): MaybePromise<void>
  /** Reads an answer. `refusal`: the vendor has refused the call by its limit. */
  receive(answer: { readonly status: number; readonly headers: Headers }, refusal: VendorRefusal | undefined): void
  /** The call got no answer that could be read. */
  unanswered(): void
}
