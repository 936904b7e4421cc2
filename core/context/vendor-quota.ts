import type { MaybePromise } from '../maybe-promise.ts'
import type { Deadline } from './deadline.ts'

/** What a vendor's own rate limit leaves to one call. */
export interface VendorQuota {
  /**
   * Takes a call before it is sent, and waits for it where the wait fits into the deadline. `receive` or `unanswered` follows. Rejects with
   * RATE_LIMITED, and while it waits with TIMEOUT and CLIENT_CLOSED.
   */
  take(deadline: Deadline): MaybePromise<void>
  /** Reads an answer. `refusedFor`: the seconds to wait, if the vendor has refused the call by its limit. */
  receive(answer: { readonly status: number; readonly headers: Headers }, refusedFor: number | undefined): void
  /** The call got no answer that could be read. */
  unanswered(): void
}
