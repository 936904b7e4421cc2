import type { WriteOutcome } from '../tries.ts'

/** A vendor's answer to a write, of which a repeat under the same key gets its own. */
export interface WriteAnswer {
  readonly status: number
  readonly headers: Headers
  /** JSON. */
  readonly text: string
  /** The decompressed size of the answer. */
  readonly bytes: number
}

/** What became of a write after its call had ended. */
export interface LateOutcome {
  readonly outcome: WriteOutcome
  /** The HTTP status of the vendor's answer; `undefined`: there was none. */
  readonly status?: number | undefined
  /** Left out where the write wasn't done, or its answer can't be used. */
  readonly answer?: WriteAnswer | undefined
  /** A bug that hid what became of the write. */
  readonly error?: unknown
}

/** A write that was sent, and whose call ended before the vendor answered. */
export interface LateWrite {
  /** Never rejects. */
  readonly outcome: Promise<LateOutcome>
  /** Closes the connection: nobody waits for the answer any more. */
  letGo(): void
}
