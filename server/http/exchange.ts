import type { Arrival, CallRecord } from '@patchbay/core/context'
import type { GatewayError } from '@patchbay/core/errors'

/** One HTTP request, with its client's address and its id. */
export class Exchange implements Arrival {
  readonly startedAt = performance.now()
  /** Set once a secret of the request (a link, a state, a code, a refresh token) was found: what fails afterwards is not a stranger's guess. */
  hasKnownSecret = false
  /** Set once the whole body was read. */
  hasReadBody = false

  constructor(
    readonly request: Request,
    /** Path parameters, percent-decoded. */
    readonly params: Readonly<Record<string, string>>,
    /** The client's address: the socket's, or the right-most untrusted one of X-Forwarded-For. */
    readonly ip: string,
    readonly requestId: string,
  ) {}

  get signal(): AbortSignal {
    return this.request.signal
  }
}

/** An answer before the headers that every answer carries. */
export interface Reply {
  readonly status: number
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  /** The size of a text in UTF-8, if it is known. */
  readonly bytes?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For a stream: the milliseconds after which a client that reads nothing is dropped; unset: two minutes. */
  readonly stalledMs?: number
  /** The members of the log line beside method, path, status and time. */
  readonly log?: Readonly<Record<string, unknown>>
  /** The call that this reply answers, if it answers exactly one: the log line is written from the call and `code`. */
  readonly call?: CallRecord | undefined
  readonly code?: string | undefined
  /** The further attributes of the exchange's span, made only where there is a span. */
  readonly trace?: (withArguments: boolean) => Readonly<Record<string, string>>
}

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for a parameter. */
  readonly path: string
  /** True if it keeps a deadline itself, or its work may take longer than a call. All others answer within 30 s. */
  readonly hasOwnDeadline?: true | undefined
  /**
   * True if a GET also answers HEAD, which programs send to links before people open them: only for a route that
   * changes nothing. Unset: HEAD is refused.
   */
  readonly answersHead?: true
  /** Throws GatewayError; anything else thrown is answered as INTERNAL_ERROR and logged. */
  handle(exchange: Exchange): Reply | Promise<Reply>
  /** Formats the route's errors; by default the envelope. */
  errorReply?(error: GatewayError): Reply
}

/** JSON as an answer has it: with a line break at its end, for terminals. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

export const json = (value: unknown, status = 200, headers?: Readonly<Record<string, string>>): Reply => ({
  status,
  body: jsonLine(value),
  headers,
})
