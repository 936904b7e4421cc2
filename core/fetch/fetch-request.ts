/** A body that is read while it is sent. */
export interface BodySource {
  /** In bytes. */
  readonly length: number
  /** Read anew each time. */
  pieces(): AsyncIterable<Uint8Array>
}

/** The progress of a call, as the vendor reports it. */
export interface CallProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** The members of a call that traces have: the registered provider, its action and the tenant. */
export interface TracedCall {
  readonly provider: string | undefined
  readonly action: string | undefined
  readonly tenantId: string | undefined
  /** Called at each progress report of the vendor; left out: the caller asked for none. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
}

export interface FetchRequest {
  readonly url: string
  /** A closed list, because Bun's `fetch` sends an unknown method as GET. */
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Headers, except those of the connection (`host`, `content-length`, `accept-encoding`, ...). */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | BodySource | undefined
  /** Aborted at the deadline, or when the caller hangs up: stops the look-up, the connection and the reading of the body. */
  readonly signal: AbortSignal
  /** The limit for the decompressed body. */
  readonly maxBytes: number
  /** `same-origin` follows up to 3 redirects of a GET or HEAD within the origin; `answer` returns the redirect itself. */
  readonly redirects: 'none' | 'same-origin' | 'answer'
  /** Another name of the same origin: a redirect to it is followed at the request's own origin. */
  readonly alias?: string | undefined
  /** The request must be sent only once. */
  readonly once?: boolean
  /** The call for which it is sent: traces name it. */
  readonly call?: TracedCall | undefined
  /**
   * Reads the body of an answer that isn't coded, and returns what of it is in memory; `undefined`: it is read as usual, up to `maxBytes`.
   * An error that it throws counts as a fault of the connection.
   */
  readonly take?:
    | ((status: number, headers: Headers, pieces: AsyncIterable<Uint8Array>) => Promise<Uint8Array> | undefined)
    | undefined
  /** The answer's body isn't needed, and isn't read. */
  readonly ignoresBody?: true
  /** Called right before the request is handed to the network. `false`: it isn't sent. */
  readonly sender?: { beforeSend(): boolean } | undefined
}

export interface FetchAnswer {
  readonly status: number
  /** The received headers, without `content-encoding` and `content-length` if the body was decompressed. */
  readonly headers: Headers
  /** The whole body, decompressed. */
  readonly bytes: Uint8Array
  /** The reason why the body of an error couldn't be read, which leaves status and headers. The `bytes` are empty then. */
  readonly unread?: UnreadBody
}

/** It is over the limit, or isn't what its coding or its lengths say. */
export type UnreadBody = 'too-large' | 'garbled'
