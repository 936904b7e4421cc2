import type { Method } from './request.ts'

/** A finished request, as it is about to be sent but for its signature. */
export interface UnsignedRequest {
  readonly method: Method
  /** With the query; its host is the one that the request goes to. */
  readonly url: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where there is none. */
  readonly body: Uint8Array
  /** The time of this try. */
  readonly at: Date
}

/** What `sign` adds to the request: headers or members of the query, in place of those with the same names. */
export interface Signature {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Requests that are signed with secrets instead of carrying them, e.g. by HMAC. */
export interface Signed<Name extends string = string> {
  readonly kind: 'signed'
  /** The names under which an administrator stores the secrets. */
  readonly secrets: readonly Name[]
  /** A pure function. Core calls it last, for each try and each page. */
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
