import type { GatewayError } from '@patchbay/core/errors'

/** One HTTP request on its way through the server, after its address and id are known. */
export interface Exchange {
  readonly request: Request
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The client's address (decisions: the socket's, or the right-most untrusted one of X-Forwarded-For). */
  readonly ip: string
  readonly requestId: string
}

/** An answer before the headers that every answer carries. */
export interface Reply {
  readonly status: number
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  /** Of a text in UTF-8, where it is known. */
  readonly bytes?: number
  readonly headers?: Readonly<Record<string, string>>
  /** What the log line of this exchange says beside method, path, status and time. */
  readonly log?: Readonly<Record<string, unknown>>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for a path parameter. */
  readonly path: string
  /** Throws GatewayError; anything else thrown is answered as INTERNAL_ERROR and logged. */
  handle(exchange: Exchange): Reply | Promise<Reply>
  /** How its errors are told; with the envelope where this is left out. */
  errorReply?(error: GatewayError): Reply
}

export const json = (value: unknown, status = 200, headers?: Readonly<Record<string, string>>): Reply => ({
  status,
  body: JSON.stringify(value),
  ...(headers && { headers }),
})
