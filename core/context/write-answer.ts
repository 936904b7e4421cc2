import type { WriteOutcome } from '../tries.ts'

/** A vendor's answer to a write, from which a repeat under the same key gets its answer. */
export interface WriteAnswer {
  readonly status: number
  readonly headers: Headers
  /** The answer's JSON. */
  readonly text: string
  /** The decompressed size of the answer. */
  readonly bytes: number
}

/** The outcome of a write after its call had ended. */
export interface LateOutcome {
  readonly outcome: WriteOutcome
  /** The HTTP status of the vendor's answer; `undefined`: there was none. */
  readonly status?: number | undefined
  /** The vendor's answer; left out if the write wasn't done, or the answer can't be used. */
  readonly answer?: WriteAnswer | undefined
  /** A bug that hid the outcome. */
  readonly error?: unknown
}

/** A write that was sent, and whose call ended before the vendor answered. */
export interface LateWrite {
  /** The outcome once it is known; never rejects. */
  readonly outcome: Promise<LateOutcome>
  /** Closes the connection: nobody waits for the answer any more. */
  letGo(): void
}
