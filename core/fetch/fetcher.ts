import { acceptEncoding, readCodings } from './decode-body.ts'
import { asFetchError, FetchError, proxyRefused, withStatus } from './fetch-error.ts'
import { createGuard, type GuardOptions, type Target } from './guard.ts'
import { discardBody, readBody } from './read-body.ts'
import { slots } from './slots.ts'

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
  readonly knownAs?: string | undefined
  /** The request must be sent only once. */
  readonly once?: boolean
  /** The call for which it is sent: traces name it. */
  readonly call?: TracedCall | undefined
  /**
   * Reads the body of an answer that isn't coded, and returns what of it is in memory; `undefined`: it is read as usual, up to `maxBytes`.
   * What it throws counts as a fault of the connection.
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

export interface Fetcher {
  /** Sends one request; any HTTP status is an answer. Rejects with FetchError only. */
  (request: FetchRequest): Promise<FetchAnswer>
  /** Resolves if requests may be sent to the URL, and rejects with FetchError if not. */
  check(url: string, signal: AbortSignal): Promise<void>
}

const maxRedirects = 3
/** The statuses whose `Location` a client follows (RFC 9110, section 15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Only the fetcher and Bun set these headers: a value from outside could change who gets the request, or where it ends. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Bun repeats these by itself when a kept connection closes without an answer (RFC 9110, section 9.2.2). */
const sentAgain: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE'])

/** Every outgoing request of the gateway goes through such a fetcher, and so through the checks of `createGuard`. */
export const createFetcher = (options: GuardOptions): Fetcher => {
  const guard = createGuard(options)
  const sendFrom = async (first: URL, request: FetchRequest): Promise<FetchAnswer> => {
    const { signal, maxBytes } = request
    let url = first
    let arrived: number | undefined
    try {
      for (let followed = 0; ; followed++) {
        const found = guard(url, signal)
        const target = found instanceof Promise ? await found : found
        const response = await connect(url, request, target)
        const { status, headers } = response
        // Over plain http, the proxy's refusal comes as an answer: no vendor behind it sends this one (RFC 9110,
        // section 15.5.8).
        if (status === 407 && target.proxy) throw proxyRefused(url.host, status)
        arrived = status
        if (isFollowed(request, status)) {
          await discardBody(response)
          url = redirectedTo(response, url, request, followed)
          continue
        }
        const shown = headers.has('content-encoding') ? withoutCoding(headers) : headers
        if (request.ignoresBody || hasNoBody(request, status)) {
          await discardBody(response)
          return { status, headers: shown, bytes: new Uint8Array() }
        }
        const reading = takeBody(request, response) ?? readBody(response, maxBytes, url.host)
        if (status < 300) return { status, headers: shown, bytes: await reading }
        return { status, headers: shown, ...(await readError(reading, url.host, signal)) }
      }
    } catch (error) {
      throw withStatus(asFetchError(error, url.host, signal), arrived)
    }
  }
  const send = async (request: FetchRequest): Promise<FetchAnswer> => {
    const url = parseUrl(request.url)
    const entering = slots.enter(url.host, request.signal)
    if (entering) await entering
    try {
      return await sendFrom(url, request)
    } finally {
      slots.leave(url.host)
    }
  }
  const check = async (url: string, signal: AbortSignal): Promise<void> => {
    await guard(parseUrl(url), signal)
  }
  return Object.assign(send, { check })
}

const parseUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (!url) throw new FetchError('invalid', 'the URL is malformed')
  return url
}

const isFollowed = ({ redirects }: FetchRequest, status: number): boolean =>
  redirectStatuses.has(status) && redirects !== 'answer'

/** An answer without a body may still declare the length and coding that a body would have (RFC 9110, section 8.6). */
const hasNoBody = ({ method }: FetchRequest, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 304

/** The body of an answer whose status says enough without it. */
const readError = async (
  reading: Promise<Uint8Array>,
  host: string,
  signal: AbortSignal,
): Promise<Pick<FetchAnswer, 'bytes' | 'unread'>> => {
  try {
    return { bytes: await reading }
  } catch (error) {
    const failure = asFetchError(error, host, signal)
    if (failure.kind !== 'too-large' && failure.kind !== 'garbled') throw failure
    return { bytes: new Uint8Array(), unread: failure.kind }
  }
}

/** The body is only looked at where it is taken: that alone makes it a stream, through which all of it is read then. */
const takeBody = ({ take }: FetchRequest, response: Response): Promise<Uint8Array> | undefined => {
  const { status, headers } = response
  return take && readCodings(headers).length === 0 && response.body ? take(status, headers, response.body) : undefined
}

const connect = (url: URL, request: FetchRequest, target: Target): Promise<Response> => {
  const init = requestInit(request, target)
  const path = url.pathname + url.search
  const [base, another] = target.bases
  if (another !== undefined) return connectToAny(url, path, request, init, target)
  mustBeSent(url, request)
  return fetch(`${base}${path}`, init)
}

/** Throws FetchError `withheld` if the request may not be sent any more. */
const mustBeSent = (url: URL, { sender }: FetchRequest): void => {
  if (sender?.beforeSend() === false) throw new FetchError('withheld', `the request to ${url.host} was not sent`)
}

/** Tries each checked address until one accepts the connection; the next call begins with that address. */
const connectToAny = async (
  url: URL,
  path: string,
  request: FetchRequest,
  init: BunFetchRequestInit & { readonly signal: AbortSignal },
  target: Target,
): Promise<Response> => {
  let failure: FetchError | undefined
  for (const base of target.bases) {
    try {
      mustBeSent(url, request)
      const response = await fetch(base + path, init)
      if (failure) target.bases = [base, ...target.bases.filter((other) => other !== base)]
      return response
    } catch (error) {
      failure = asFetchError(error, url.host, init.signal)
      // The next address is tried only if nothing was sent: a write must not be carried out twice.
      if (failure.kind !== 'unreachable') break
    }
  }
  throw failure
}

/** The headers of a request, with those of its connection. Throws FetchError `invalid`. */
const buildHeaders = (given: FetchRequest['headers'], coding: string, host: string | undefined) => {
  const headers: Record<string, string> = { 'accept-encoding': coding }
  if (host) headers.host = host
  for (const name in given) {
    if (connectionHeaders.has(name.toLowerCase())) {
      throw new FetchError('invalid', `the header ${name} can't be set: it belongs to the connection`)
    }
    headers[name] = given[name] ?? ''
  }
  return headers
}

interface FrozenHeaders {
  readonly coding: string
  readonly host: string | undefined
  readonly made: Headers
}

const frozenHeaders = new WeakMap<FetchRequest['headers'], FrozenHeaders>()

/**
 * Like `buildHeaders`, but once for headers that can't change: `fetch` only copies what it would read and check name by
 * name.
 */
const chooseHeaders = (given: FetchRequest['headers'], coding: string, host: string | undefined) => {
  if (!Object.isFrozen(given)) return buildHeaders(given, coding, host)
  const known = frozenHeaders.get(given)
  if (known?.coding === coding && known.host === host) return known.made
  const made = new Headers(buildHeaders(given, coding, host))
  frozenHeaders.set(given, { coding, host, made })
  return made
}

const requestInit = (
  request: FetchRequest,
  { host, proxy, tls }: Target,
): BunFetchRequestInit & { readonly signal: AbortSignal } => {
  const { method, signal, once = false, body } = request
  const coding = request.take ? 'identity' : acceptEncoding
  const init: BunFetchRequestInit & { readonly signal: AbortSignal } = {
    method,
    headers: chooseHeaders(request.headers, coding, host),
    signal,
    keepalive: !(once && sentAgain.has(method)),
    redirect: 'manual',
    decompress: false,
    proxy,
  }
  if (isSource(body)) {
    // It is read only once, so it needs a connection that the other side hasn't closed meanwhile, as a kept one may be.
    init.keepalive = false
    init.headers = { ...buildHeaders(request.headers, coding, host), 'content-length': String(body.length) }
    init.body = body.pieces()
  } else if (body !== undefined) init.body = body
  if (tls) init.tls = tls
  return init
}

const isSource = (body: FetchRequest['body']): body is BodySource =>
  typeof body === 'object' && !(body instanceof Uint8Array)

const redirectedTo = (response: Response, from: URL, request: FetchRequest, followed: number): URL => {
  const refuse = (why: string) =>
    new FetchError('redirect', `${from.host} answered with a redirect (${response.status}) ${why}`)
  if (request.redirects === 'none') throw refuse('although this request follows no redirects')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw refuse(`to a ${request.method}`)
  if (followed >= maxRedirects) throw refuse(`after ${maxRedirects} others`)
  const to = URL.parse(response.headers.get('location') ?? '', from.href)
  if (!response.headers.has('location') || !to) throw refuse('without a usable location')
  if (to.origin === from.origin) return to
  const known = request.knownAs === undefined ? undefined : new URL(request.knownAs)
  if (known?.origin !== to.origin || known.pathname !== '/') throw refuse('to another origin')
  return new URL(`${from.origin}${to.pathname}${to.search}`)
}

const withoutCoding = (received: Headers): Headers => {
  const headers = new Headers(received)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return headers
}
