/**
 * The reason why an outgoing request has no answer.
 * - `invalid`: the URL or the request can't be sent at all
 * - `insecure`: plain http to a host that is not allowed by configuration
 * - `refused-address`: the host is, or resolves to, an address that is not public
 * - `unresolved`: the name has no address
 * - `unreachable`: no connection, so nothing was sent
 * - `proxy-refused`: the outgoing proxy made no connection, so nothing was sent
 * - `no-handshake`: no TLS connection: a port without TLS, or a server that speaks HTTP/2 alone
 * - `untrusted`: the certificate isn't valid, e.g. it is for another name
 * - `broken`: the connection ended before the answer did; the request may have been carried out
 * - `redirect`: a redirect that may not be followed
 * - `too-large`: the decompressed answer is over the limit
 * - `garbled`: not HTTP, or a content coding that can't be decoded
 * - `aborted`: the caller's signal fired
 * - `withheld`: the `sender` said no, so nothing was sent
 */
export type FetchErrorKind =
  | 'invalid'
  | 'insecure'
  | 'refused-address'
  | 'unresolved'
  | 'unreachable'
  | 'proxy-refused'
  | 'no-handshake'
  | 'untrusted'
  | 'broken'
  | 'redirect'
  | 'too-large'
  | 'garbled'
  | 'aborted'
  | 'withheld'

const retryableKinds: ReadonlySet<FetchErrorKind> = new Set(['unresolved', 'unreachable', 'proxy-refused', 'broken'])

/**
 * The message names the host and nothing else of the URL. There is no `cause`, because Bun's errors hold the whole URL, and its
 * query may hold an API key.
 */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  /** True if the same request may succeed a moment later. After `broken`, repeat it only if it is safe to send twice. */
  readonly retryable: boolean

  constructor(
    readonly kind: FetchErrorKind,
    message: string,
    /** The status of the answer, where its head had arrived. */
    readonly status?: number,
  ) {
    super(message)
    this.retryable = retryableKinds.has(kind)
  }
}

export const aborted = (host: string): FetchError => new FetchError('aborted', `the request to ${host} was aborted`)

/** `status`: what the proxy answered; 407 asks for credentials. */
export const proxyRefused = (host: string, status?: string | number): FetchError => {
  const answered = status === undefined ? '' : ` (it answered ${status})`
  return new FetchError('proxy-refused', `the outgoing proxy did not connect to ${host}${answered}`)
}

/** The same error of an answer whose head had arrived. */
export const withStatus = (error: FetchError, status: number | undefined): FetchError =>
  status === undefined ? error : new FetchError(error.kind, error.message, status)

/** Turns an error of Bun's `fetch` or of reading a body into a FetchError. */
export const asFetchError = (error: unknown, host: string, signal: AbortSignal): FetchError => {
  if (error instanceof FetchError) return error
  if (signal.aborted) return aborted(host)
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  if (name === 'TypeError' && (code === undefined || code === 'ERR_INVALID_ARG_VALUE')) {
    return new FetchError('invalid', `the request to ${host} has a header or body that can't be sent`)
  }
  const reason = String(code)
  if (/REFUSED|UNREACH|EADDRNOTAVAIL|FailedToOpenSocket/.test(reason)) {
    return new FetchError('unreachable', `${host} can't be reached (${reason})`)
  }
  if (reason === 'ERR_PROXY_TUNNEL') {
    const [, status] = /: (\d{3})\b/.exec(String(Object(error).message)) ?? []
    return proxyRefused(host, status)
  }
  if (reason === 'EPROTO') return new FetchError('no-handshake', `${host} completed no TLS handshake`)
  // The X509 verification codes of OpenSSL, Node's ERR_TLS_*, and its own.
  if (/CERT|SIGNATURE|INVALID_(CA|PURPOSE)|HOSTNAME|ERR_TLS/.test(reason)) {
    return new FetchError('untrusted', `${host} can't be reached over a trusted TLS connection (${reason})`)
  }
  if (reason === 'ECONNRESET' || reason === 'ETIMEDOUT' || name === 'TimeoutError') {
    return new FetchError('broken', `${host} closed the connection before its answer was complete`)
  }
  return new FetchError('garbled', `${host} did not answer with readable HTTP (${reason})`)
}
