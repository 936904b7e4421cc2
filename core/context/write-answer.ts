/** A vendor's answer to a write, of which a repeat under the same key gets its own. */
export interface WriteAnswer {
  readonly status: number
  readonly headers: Headers
  /** JSON. */
  readonly text: string
  /** The decompressed size of the answer. */
  readonly bytes: number
}
