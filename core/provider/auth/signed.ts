import type { Method } from '../request/request.ts'

/** A finished request, as it is about to be sent but for its signature. */
export interface UnsignedRequest {
  /**
   * The HTTP method.
   * @example sign: ({ method }, { key }) => ({ headers: { 'X-Signature': hmac(key, method) } })
   */
  readonly method: Method
  /**
   * The URL with its query; the host is the one that the request goes to.
   * @example sign: ({ url }, { key }) => ({ query: { signature: hmac(key, new URL(url).search) } })
   */
  readonly url: string
  /**
   * The headers, by names in lower case.
   * @example sign: ({ headers }, { key }) => ({ headers: { 'X-Signature': hmac(key, headers['content-type'] ?? '') } })
   */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The bytes of the body; empty where there is none.
   * @example sign: ({ body }, { key }) => ({ headers: { 'X-Signature': hmac(key, body) } })
   */
  readonly body: Uint8Array
  /**
   * The time of this try.
   * @example sign: ({ at }, { key }) => ({ headers: { Date: at.toUTCString(), 'X-Signature': hmac(key, at.toUTCString()) } })
   */
  readonly at: Date
}

/** The additions of `sign` to the request: headers or members of the query, in place of those with the same names. */
export interface Signature {
  /**
   * Headers to add.
   * @example headers: { 'X-Signature': hmac('key', 'text') }
   */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Members of the query to add.
   * @example query: { signature: hmac('key', 'text') }
   */
  readonly query?: Readonly<Record<string, string>>
}

/** Requests that are signed with secrets instead of carrying them, e.g. by HMAC. */
export interface Signed<Name extends string = string> {
  readonly kind: 'signed'
  /**
   * The names under which an administrator stores the secrets.
   * @example secrets: ['key']
   */
  readonly secrets: readonly Name[]
  /**
   * A pure function. Core calls it last, for each try and each page.
   * @example sign: ({ body }, { key }) => ({ headers: { 'X-Signature': hmac(key, body) } })
   */
  sign(request: UnsignedRequest, secrets: Readonly<Record<Name, string>>): Signature
}

/**
 * Requests that the plugin signs. The secrets never leave the gateway; an administrator stores them by these names, as
 * `secrets`.
 * @example
 * auth: signed({
 *   secrets: ['signing_key'],
 *   sign: ({ method, url, body }, { signing_key }) => ({
 *     headers: { 'X-Signature': createHmac('sha256', signing_key).update(`${method}\n${url}\n`).update(body).digest('hex') },
 *   }),
 * })
 */
export const signed = <const Name extends string>(definition: {
  readonly secrets: readonly Name[]
  readonly sign: (request: UnsignedRequest, secrets: Readonly<Record<NoInfer<Name>, string>>) => Signature
}): Signed<Name> => ({ kind: 'signed', ...definition })
