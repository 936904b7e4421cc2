import { acceptEncoding, readCodings } from './bodies/decode-body.ts'
import { discardBody, readBody } from './bodies/read-body.ts'
import { asFetchError, FetchError, proxyRefused, withStatus } from './fetch-error.ts'
import type { BodySource, FetchAnswer, FetchRequest } from './fetch-request.ts'
import { createGuard, type GuardOptions, type Target } from './hosts/guard.ts'
import { findRedirectTarget, redirectStatuses } from './redirect.ts'
import { slots } from './slots.ts'

export interface Fetcher {
  /** Sends one request; any HTTP status is an answer. Rejects with FetchError only. */
  (request: FetchRequest): Promise<FetchAnswer>
  /** Resolves if requests may be sent to the URL, and rejects with FetchError if not. */
  check(url: string, signal: AbortSignal): Promise<void>
}

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
        const target = await guard(url, signal)
        const response = await connect(url, request, target)
        const { status, headers } = response
        // Over plain http, the proxy's refusal comes as an answer: no vendor behind it sends this one (RFC 9110,
        // section 15.5.8).
        if (status === 407 && target.proxy) throw proxyRefused(url.host, status)
        arrived = status
        if (isFollowed(request, status)) {
          await discardBody(response)
          url = findRedirectTarget(response, url, request, followed)
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
const buildHeaders = (callerHeaders: FetchRequest['headers'], coding: string, host: string | undefined) => {
  const headers: Record<string, string> = { 'accept-encoding': coding }
  if (host) headers.host = host
  for (const name in callerHeaders) {
    if (connectionHeaders.has(name.toLowerCase())) {
      throw new FetchError('invalid', `the header ${name} can't be set: it belongs to the connection`)
    }
    headers[name] = callerHeaders[name] ?? ''
  }
  return headers
}

interface FrozenHeaders {
  readonly coding: string
  readonly host: string | undefined
  readonly headers: Headers
}

const frozenHeaders = new WeakMap<FetchRequest['headers'], FrozenHeaders>()

/**
 * Like `buildHeaders`, but once for headers that can't change: `fetch` only copies what it would read and check name by
 * name.
 */
const chooseHeaders = (callerHeaders: FetchRequest['headers'], coding: string, host: string | undefined) => {
  if (!Object.isFrozen(callerHeaders)) return buildHeaders(callerHeaders, coding, host)
  const frozen = frozenHeaders.get(callerHeaders)
  if (frozen?.coding === coding && frozen.host === host) return frozen.headers
  const headers = new Headers(buildHeaders(callerHeaders, coding, host))
  frozenHeaders.set(callerHeaders, { coding, host, headers })
  return headers
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

const withoutCoding = (received: Headers): Headers => {
  const headers = new Headers(received)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return headers
}
