import qs from 'qs'
import { invalid } from '../errors.ts'
import { type AnyProvider, type Auth, type Call, type Fields, reservedHeaders } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'

/** A provider's request, ready to be sent. */
export interface ProviderRequest {
  readonly method: Call['method']
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

const reserved = new Set<string>(reservedHeaders)

/** RFC 9110, section 5.5; beyond Latin-1 nothing can be sent. */
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Throws VALIDATION_ERROR for a parameter that can't be a header. */
export const checkHeaders = ({ headers = {} }: Call): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !isHeaderValue(value)) {
      throw invalid('', `a parameter that is sent as the header ${name} holds a character that a header can't have`)
    }
  }
}

const setHeaders = (headers: Record<string, string>, given: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    if (reserved.has(key)) throw new TypeError(`a plugin must not set the header ${key}`)
    if (value !== undefined) headers[key] = value
  }
}

const encode = (fields: Fields, arrays: AnyProvider['arrays'] = 'repeat'): string =>
  qs.stringify(fields, { arrayFormat: arrays })

/** `username:password`: what the vendor fixes of it stands in `auth`, the stored credential is the rest. */
export const basicPair = (auth: Extract<Auth, { kind: 'basic' }>, stored: string): string => {
  if (auth.username !== undefined) return `${auth.username}:${stored}`
  if (auth.password !== undefined) return `${stored}:${auth.password}`
  return stored
}

/** The header or query parameter that carries a credential. */
const authorization = (
  auth: Auth,
  { accessToken }: Credential,
): { header?: [string, string]; query?: [string, string] } => {
  switch (auth.kind) {
    case 'oauth2':
      return { header: ['authorization', `Bearer ${accessToken}`] }
    case 'basic':
      return { header: ['authorization', `Basic ${Buffer.from(basicPair(auth, accessToken)).toString('base64')}`] }
    case 'apiKey':
      return auth.query === undefined
        ? { header: [auth.header.toLowerCase(), `${auth.prefix}${accessToken}`] }
        : { query: [auth.query, accessToken] }
  }
}

const urlOf = (origin: string, call: Call, provider: AnyProvider, query: [string, string] | undefined): string => {
  if (!call.path.startsWith('/')) throw new TypeError('a path begins with a slash')
  const parts: string[] = []
  // Of two parameters with one name, a provider may take either.
  if (call.query) parts.push(encode(query ? { ...call.query, [query[0]]: undefined } : call.query, provider.arrays))
  if (query) parts.push(qs.stringify({ [query[0]]: query[1] }))
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? `${origin}${call.path}` : `${origin}${call.path}?${search}`
}

/** What is the same for all pages and tries of one call. */
export interface RequestContext {
  readonly provider: AnyProvider
  readonly origin: string
  readonly credential: Credential
  /** The vendor's idempotency header and the value for this call. */
  readonly idempotency: readonly [name: string, key: string] | undefined
}

/**
 * Makes the HTTP request of a call; the auth kind writes the credential last. Throws VALIDATION_ERROR for a parameter
 * that can't be a header.
 */
export const buildRequest = (
  { provider, origin, credential, idempotency }: RequestContext,
  call: Call,
): ProviderRequest => {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'patchbay' }
  if (provider.headers) setHeaders(headers, provider.headers)
  if (call.headers) setHeaders(headers, call.headers)
  if (idempotency) headers[idempotency[0].toLowerCase()] = idempotency[1]

  let body: string | undefined
  if (call.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = encode(call.form, provider.arrays)
  } else if (call.body !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(call.body)
  }

  const { header, query } = authorization(provider.auth, credential)
  if (header) {
    if (!isHeaderValue(header[1])) throw new TypeError('the stored credential can not be sent as a header')
    headers[header[0]] = header[1]
  }
  return { method: call.method, url: urlOf(origin, call, provider, query), headers, body }
}

/** The GET of a next page that the provider named by its URL. */
export const buildPageRequest = (context: RequestContext, call: Call, next: URL): ProviderRequest => {
  const url = new URL(next)
  const { query } = authorization(context.provider.auth, context.credential)
  if (query) url.searchParams.set(...query)
  return { ...buildRequest(context, call), method: 'GET', url: url.href, body: undefined }
}
