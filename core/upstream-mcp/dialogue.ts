import { readMediaType } from '../encoding/media-type.ts'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest, leaveBody } from '../fetch/index.ts'
import { inBackground } from '../in-background.ts'
import { pause } from '../pause.ts'
import { eventsForLibrary, looksLikeEvents } from './events.ts'
import { headersForLibrary, jsonForLibrary, streamForLibrary } from './library-response.ts'
import { readingRates } from './reading-rate.ts'
import type { AskedRequest } from './straighten.ts'

/** The circumstances of a dialogue. `sender` decides about the one message that may have an effect: the call of a tool. */
export interface DialogueParts extends Pick<FetchRequest, 'headers' | 'signal' | 'maxBytes' | 'call' | 'sender'> {
  readonly fetcher: Fetcher
}

/** An HTTP request as the library makes it. */
export type LibraryRequest = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>

/** The members of a message that say what it is. */
interface Message {
  readonly id?: unknown
  readonly method?: unknown
}

/** A request waits for an answer in its own stream; a resumption reads the rest of such a stream; nothing waits for an aside. */
type MessageKind = 'request' | 'resumption' | 'aside'

/** The most notifications, and refusals of what the server asks for, that one dialogue sends. */
const mostAsides = 10
const asideMs = 2000
/** Servers of the time before the probe should refuse it; some are silent, or end the connection. */
const probe = 'server/discover'
const probeMs = 5000
const mostResumptions = 5
const longestSession = 1024
/** The bytes beside its answer that a dialogue may get at any rate. */
const freeBytes = 64 * 1024

const readMessage = (body: LibraryRequest['body']): Message =>
  typeof body === 'string' ? (Object(JSON.parse(body)) as Message) : {}

const kindOf = (method: string, message: Message): MessageKind => {
  if (method === 'GET') return 'resumption'
  return message.id !== undefined && message.method !== undefined ? 'request' : 'aside'
}

const mediaTypeOf = (headers: Headers): string | undefined => readMediaType(headers.get('content-type') ?? '')

const toAskedRequest = ({ id, method }: Message): AskedRequest => ({ id, method: String(method) })

// biome-ignore lint/suspicious/useAwait: the bytes are there
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * One request to an MCP server, and all that is sent and received for it. The library speaks the protocol through `fetch`; every request of
 * it goes through the guarded fetcher, within the dialogue's time and bytes. The first thing that rules an answer out ends the dialogue.
 */
export class Dialogue {
  /** The server's last answer, if it was no success. */
  refusal: FetchAnswer | undefined
  /** The reason why there will be no answer. */
  failure: FetchError | undefined
  readonly #end = Promise.withResolvers<FetchError>()
  readonly #answered = new Set<unknown>()
  #left: number
  #free = freeBytes
  #asides = 0
  #resumptions = 0

  constructor(readonly parts: DialogueParts) {
    this.#left = parts.maxBytes
  }

  /** Rejects with FetchError once there will be no answer. */
  async ended(): Promise<never> {
    throw await this.#end.promise
  }

  end(failure: FetchError): void {
    this.failure ??= failure
    this.#end.resolve(this.failure)
  }

  /** Called with the id of each answer that the library has got. */
  answered(id: unknown): void {
    this.#answered.add(id)
  }

  /** Called when the stream of a request has ended and nothing more of it will be read. */
  streamEnded(host: string, id: unknown): void {
    if (this.#answered.has(id)) return
    this.end(new FetchError('broken', `${host} ended its answer before the message that answers the call`, 200))
  }

  /** The `fetch` of the library. Rejects with FetchError. */
  async fetch(url: string, request: LibraryRequest): Promise<Response> {
    const message = readMessage(request.body)
    const kind = kindOf(request.method ?? 'GET', message)
    // A stream for what the server may want to say some day: nobody listens.
    if (kind === 'resumption' && !new Headers(request.headers).has('last-event-id'))
      return Response.json(null, { status: 405 })
    if (kind === 'aside' && (this.failure || ++this.#asides > mostAsides)) return new Response(null, { status: 202 })
    if (kind === 'resumption' && ++this.#resumptions > mostResumptions) return Response.json(null, { status: 405 })
    try {
      return await this.#send(url, request, kind, message)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      // The next request shows if the server took the notification.
      if (kind === 'aside') return new Response(null, { status: 202 })
      if (this.#isNoProbe(message, error)) return new Response(null, { status: 404 })
      if (kind === 'request') this.end(error)
      throw error
    }
  }

  /** True if the probe alone failed, as servers do that have never heard of it. */
  #isNoProbe({ method }: Message, { kind }: FetchError): boolean {
    return method === probe && !this.parts.signal.aborted && (kind === 'aborted' || kind === 'broken')
  }

  #send(url: string, request: LibraryRequest, kind: MessageKind, message: Message): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const work = this.#deliver(url, request, kind, message, resolve).catch((error: FetchError) => {
      // The head may have come, and the connection broken afterwards.
      if (kind !== 'aside' && message.method !== probe) this.end(error)
      reject(error)
    })
    inBackground(work, 'mcp-message')
    return promise
  }

  /** Sends a message. `resolve` gets the answer to it once its head is there; a stream is read further behind it. */
  async #deliver(
    url: string,
    request: LibraryRequest,
    kind: MessageKind,
    message: Message,
    resolve: (response: Response) => void,
  ): Promise<void> {
    let isStream = false
    const answer = await this.#request(url, request, kind, message, (status, headers, pieces) => {
      if (kind === 'aside') return leaveBody(pieces)
      isStream = status >= 200 && status <= 299 && mediaTypeOf(headers) === 'text/event-stream'
      if (!isStream) return undefined
      const { body, done } = this.#stream(url, pieces, toAskedRequest(message))
      this.refusal = undefined
      resolve(new Response(body, { headers: headersForLibrary(headers) }))
      return done
    })
    if (!isStream) resolve(this.#read(url, answer, kind, message))
  }

  #request(
    url: string,
    { method, headers, body, signal }: LibraryRequest,
    kind: MessageKind,
    message: Message,
    take: NonNullable<FetchRequest['take']>,
  ): Promise<FetchAnswer> {
    const { parts } = this
    const own = [...(signal ? [signal] : []), ...(message.method === probe ? [AbortSignal.timeout(probeMs)] : [])]
    return parts.fetcher({
      url,
      method: method as FetchRequest['method'],
      headers: { ...parts.headers, ...Object.fromEntries(new Headers(headers)) },
      body: typeof body === 'string' ? body : undefined,
      signal: kind === 'aside' ? AbortSignal.timeout(asideMs) : AbortSignal.any([parts.signal, ...own]),
      maxBytes: Math.max(this.#left, 0),
      redirects: 'none',
      once: true,
      call: parts.call,
      take,
      ...(message.method === 'tools/call' && { sender: parts.sender }),
    })
  }

  /** The bytes of an answer count against those that the dialogue has left. Throws FetchError. */
  #count(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new FetchError('too-large', `the messages are over ${this.parts.maxBytes} bytes`)
  }

  async *#counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#count(piece.length)
      yield piece
    }
  }

  /** Counts bytes beside the answer. A host that sends many of them is read slowly, so that it takes little of the time of all. */
  #spend(host: string, bytes: number): Promise<void> | undefined {
    this.#free -= bytes
    if (this.#free >= 0) return undefined
    const waitMs = readingRates.spend(host, bytes)
    return waitMs > 0 ? pause(waitMs, this.parts.signal) : undefined
  }

  /** A stream of events, whose bytes are counted on their way to the library. */
  #stream(url: string, pieces: AsyncIterable<Uint8Array>, request: AskedRequest): ReturnType<typeof streamForLibrary> {
    const { host } = new URL(url)
    return streamForLibrary(eventsForLibrary(this.#counted(pieces), request, (spent) => this.#spend(host, spent)))
  }

  /** An answer that came whole. */
  #read(url: string, answer: FetchAnswer, kind: MessageKind, message: Message): Response {
    const { status, headers, bytes } = answer
    const libraryHeaders = headersForLibrary(headers)
    // Some servers refuse even the notification that they ask for: the next request shows whether that matters.
    if (kind === 'aside') return new Response(null, { status: 202 })
    if (status < 200 || status > 299) {
      if (kind === 'request') this.refusal = answer
      // Some servers break on a method that they don't know, or forbid it. If it is the account that they refuse, the next request tells.
      if (message.method === probe && (status === 403 || status >= 500)) return new Response(null, { status: 404 })
      return new Response(status === 304 ? null : Buffer.from(bytes), { status, headers: libraryHeaders })
    }
    if (kind !== 'request') return new Response(null, { status: 202 })
    this.refusal = undefined
    // Whatever its type is: only a message with the request's own id is an answer.
    const text = new TextDecoder().decode(bytes)
    if (looksLikeEvents(text)) {
      const { body } = this.#stream(url, once(bytes), toAskedRequest(message))
      return new Response(body, { headers: { ...libraryHeaders, 'content-type': 'text/event-stream' } })
    }
    this.#count(bytes.length)
    const json = jsonForLibrary(text, toAskedRequest(message))
    const hasSession = (libraryHeaders['mcp-session-id'] ?? '').length <= longestSession
    if (json !== undefined && hasSession)
      return new Response(json, { headers: { ...libraryHeaders, 'content-type': 'application/json' } })
    // Servers of the time before this message may answer it with anything.
    if (message.method === probe) return new Response(null, { status: 404 })
    const failure = new FetchError(
      'broken',
      `${new URL(url).host} answered without the message that answers the call`,
      status,
    )
    this.end(failure)
    throw failure
  }
}
