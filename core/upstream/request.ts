import qs from 'qs'
import { invalid } from '../errors.ts'
import {
  type ActionRequest,
  type AnyAction,
  type Auth,
  type Fields,
  keyHeaderOf,
  reservedHeaders,
} from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { idempotencyKeyPattern, type ProviderFacts } from '../schema/index.ts'

/** A provider's request, ready to be sent. */
export interface ProviderRequest {
  readonly method: ActionRequest['method']
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** What is the same for all pages and tries of one call. */
export interface RequestContext {
  readonly provider: ProviderFacts
  readonly origin: string
  readonly credential: Credential
  /** The vendor's idempotency header and the value for this call. */
  readonly idempotency: IdempotencyHeader | undefined
}

export type IdempotencyHeader = readonly [name: string, key: string]

const reserved = new Set<string>(reservedHeaders)

/** RFC 9110, section 5.5; beyond Latin-1 nothing can be sent. */
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Throws VALIDATION_ERROR for a parameter that can't be a header. */
export const checkHeaders = ({ headers }: ActionRequest): void => {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !isHeaderValue(value)) {
      throw invalid('', `a parameter that is sent as the header ${name} holds a character that a header can't have`)
    }
  }
}

const isIdempotencyKey = new RegExp(idempotencyKeyPattern)

/** Throws VALIDATION_ERROR for a caller's key that no vendor takes; where none is sent to the vendor it means nothing. */
export const checkIdempotencyKey = ({ effect }: AnyAction, key: string | undefined): void => {
  if (key !== undefined && keyHeaderOf(effect) && !isIdempotencyKey.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** The key for all tries of a call; the caller's own, where it has one, for all its calls under it. */
export const idempotencyOf = ({ effect }: AnyAction, key: string | undefined): IdempotencyHeader | undefined => {
  const header = keyHeaderOf(effect)
  return header === undefined ? undefined : [header, key ?? crypto.randomUUID()]
}

const setHeaders = (headers: Record<string, string>, given: Readonly<Record<string, string | undefined>>): void => {
  for (const name in given) {
    const value = given[name]
    const key = name.toLowerCase()
    if (reserved.has(key)) throw new TypeError(`a plugin must not set the header ${key}`)
    if (value !== undefined) headers[key] = value
  }
}

const encode = (fields: Fields, arrays: ProviderFacts['arrays'] = 'repeat'): string =>
  qs.stringify(fields, { arrayFormat: arrays })

/** `username:password`: what the vendor fixes of it stands in `auth`, the stored credential is the rest. */
export const basicPair = (auth: Extract<Auth, { kind: 'basic' }>, stored: string): string => {
  if (auth.username !== undefined) return `${auth.username}:${stored}`
  if (auth.password !== undefined) return `${stored}:${auth.password}`
  return stored
}

/** The query parameter that carries the credential, where one does. */
const queryCredential = (auth: Auth, { accessToken }: Credential): [string, string] | undefined =>
  auth.kind === 'apiKey' && auth.query !== undefined ? [auth.query, accessToken] : undefined

const setCredential = (headers: Record<string, string>, auth: Auth, { accessToken }: Credential): void => {
  let [name, value] = ['authorization', `Bearer ${accessToken}`]
  if (auth.kind === 'basic') value = `Basic ${Buffer.from(basicPair(auth, accessToken)).toString('base64')}`
  else if (auth.kind === 'apiKey') {
    if (auth.header === undefined) return
    ;[name, value] = [auth.header.toLowerCase(), `${auth.prefix}${accessToken}`]
  }
  if (!isHeaderValue(value)) throw new TypeError('the stored credential can not be sent as a header')
  headers[name] = value
}

const urlOf = (
  origin: string,
  call: ActionRequest,
  provider: ProviderFacts,
  credential: [string, string] | undefined,
): string => {
  if (!call.path.startsWith('/')) throw new TypeError('a path begins with a slash')
  if (!call.query && !credential) return origin + call.path
  const parts: string[] = []
  // Of two parameters with one name, a provider may take either.
  const query = credential ? { ...call.query, [credential[0]]: undefined } : call.query
  if (query) parts.push(encode(query, provider.arrays))
  if (credential) parts.push(qs.stringify({ [credential[0]]: credential[1] }))
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? origin + call.path : `${origin}${call.path}?${search}`
}

/**
 * Makes the HTTP request of a call; the auth kind writes the credential last. Throws VALIDATION_ERROR for a parameter
 * that can't be a header.
 */
export const buildRequest = (context: RequestContext, call: ActionRequest): ProviderRequest => {
  const { provider, origin, credential, idempotency } = context
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'patchbay' }
  if (provider.headers) setHeaders(headers, provider.headers)
  if (call.headers) setHeaders(headers, call.headers)
  if (idempotency) headers[idempotency[0].toLowerCase()] = idempotency[1]

  let body: string | undefined
  const encoding = call.encoding ?? provider.encoding
  if (call.body !== undefined && encoding === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = encode(call.body as Fields, provider.arrays)
  } else if (call.body !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(call.body)
  }
  setCredential(headers, provider.auth, credential)
  const url = urlOf(origin, call, provider, queryCredential(provider.auth, credential))
  return { method: call.method, url, headers, body }
}

/** The GET of a next page that the provider named by its URL. */
export const buildPageRequest = (context: RequestContext, call: ActionRequest, next: URL): ProviderRequest => {
  const url = new URL(next)
  const credential = queryCredential(context.provider.auth, context.credential)
  if (credential) url.searchParams.set(...credential)
  return { ...buildRequest(context, call), method: 'GET', url: url.href, body: undefined }
}
