import type { CallProgress } from '../fetch/index.ts'
import type { LibraryRequest } from './dialogue.ts'

/*
 * The part of the library that is used, as types of our own: its own are inferred from schemas, which costs the compiler minutes wherever a
 * message of any shape is sent.
 */

/** A message as the library sends it. */
interface LibraryMessage {
  readonly id?: unknown
  readonly method?: unknown
}

interface SendOptions {
  /** Called when the stream of a request has ended and nothing more of it will be read. */
  readonly onRequestStreamEnd?: () => void
}

export interface LibraryTransport {
  readonly sessionId?: string | undefined
  send(message: LibraryMessage, options?: SendOptions): Promise<void>
  terminateSession(): Promise<void>
  onmessage?: ((message: LibraryMessage, extra?: unknown) => void) | undefined
}

interface RequestOptions {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly onprogress?: ((progress: CallProgress) => void) | undefined
}

export interface LibraryClient {
  connect(transport: LibraryTransport, options: RequestOptions): Promise<void>
  close(): Promise<void>
  getProtocolEra(): 'legacy' | 'modern' | undefined
  getServerVersion(): { readonly name: string; readonly title?: string } | undefined
  /** `schema`: of the Standard Schema's form; it reads the result. */
  request(
    request: { readonly method: string; readonly params?: object },
    schema: object,
    options: RequestOptions,
  ): Promise<unknown>
}

/** An error of JSON-RPC, or of the library itself. */
interface CodedError extends Error {
  readonly code: unknown
  readonly data?: unknown
}

export interface Library {
  readonly Client: new (about: { readonly name: string; readonly version: string }, options: object) => LibraryClient
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: { readonly fetch: (url: string | URL, request?: LibraryRequest) => Promise<Response> },
  ) => LibraryTransport
  readonly ProtocolError: new (...parameters: never[]) => CodedError
  readonly SdkError: new (...parameters: never[]) => CodedError
  /** The revisions with a handshake, the newest first. */
  readonly SUPPORTED_PROTOCOL_VERSIONS: readonly string[]
  readonly SdkErrorCode: { readonly UnsupportedResultType: string }
}

/** Loads the library, which a gateway without such providers never needs. */
export const loadLibrary = async (): Promise<Library> =>
  (await import('@modelcontextprotocol/client')) as unknown as Library
