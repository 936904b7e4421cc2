/** The envelope's report of fields that the caller named and the answer doesn't have. */
export interface UnmatchedFields {
  /** The `result_fields` that match nothing in the answer. */
  readonly unmatched_fields: readonly string[]
  /** The fields that the answer has, at most 50. */
  readonly known_fields: readonly string[]
}

/** `data` of the envelope as JSON text, and the HTTP status that goes with it. */
export interface Data {
  readonly status: number
  readonly text: string
  /** The members of the envelope beside `data`. */
  readonly beside?: object | undefined
  /** The vendor's address of the next page, if it links to one. */
  readonly next?: string | undefined
  /** The parsed text, if it is at hand. Its numbers are as exact as JavaScript's. */
  readonly value?: unknown
}

/** The response envelope as JSON, with its HTTP status. */
export interface CallAnswer {
  readonly status: number
  readonly envelope: string
  /** The length of the envelope in UTF-8. */
  readonly bytes: number
  /** The vendor's address of the next page, if it links to one. Callers don't see it. */
  readonly next?: string
}

export type CacheState = 'MISS' | 'HIT' | 'BYPASS'

/** Wraps JSON text into the response envelope: `{success, status, cache, data}`, and its other members. */
export const buildEnvelope = ({ status, text, beside, next }: Data, cache: CacheState): CallAnswer => {
  const head = `{"success":true,"status":${status},"cache":"${cache}","data":`
  const tail = beside ? `,${JSON.stringify(beside).slice(1)}` : '}'
  // Counting the bytes of the joined text would flatten it first, which costs a copy.
  const answer = {
    status,
    envelope: `${head}${text}${tail}`,
    bytes: head.length + Buffer.byteLength(text) + tail.length,
  }
  return next === undefined ? answer : { ...answer, next }
}
