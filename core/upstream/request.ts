import qs from 'qs'
import { mediaTypeOf, multipart } from '../encoding/multipart.ts'
import { encodeFields, exploded } from '../encoding/query.ts'
import { invalid } from '../errors.ts'
import {
  type ActionRequest,
  type AnswerKind,
  type AnyAction,
  type Fields,
  type FileValue,
  forAccount,
  keyHeaderOf,
  type SingleAuth,
} from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { idempotencyKeyPattern, type ProviderFacts } from '../schema/index.ts'
import {
  isHeaderValue,
  isReservedHeader,
  type PlacedCredential,
  type ProviderRequest,
  placeCredential,
} from './authentication.ts'

/** What is the same for all pages and tries of one call. */
export interface RequestContext {
  readonly provider: ProviderFacts
  /** The account's. */
  readonly settings: Readonly<Record<string, string>>
  readonly origin: string
  readonly credential: Credential
  /** The kind of authentication that the credential is for. */
  readonly auth: SingleAuth
  /** The kind of answer that is expected; left out: JSON. */
  readonly answer?: AnswerKind
  /** The vendor's idempotency header and the value for this call. */
  readonly idempotency: IdempotencyHeader | undefined
}

export type IdempotencyHeader = readonly [name: string, key: string]

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

/** Throws VALIDATION_ERROR for a caller's key that no vendor accepts. Where the vendor takes no key, it is ignored. */
export const checkIdempotencyKey = ({ effect }: AnyAction, key: string | undefined): void => {
  if (key !== undefined && keyHeaderOf(effect) && !isIdempotencyKey.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** The idempotency header of all tries of a call: with the caller's own key if there is one, else with a new one. */
export const idempotencyOf = ({ effect }: AnyAction, key: string | undefined): IdempotencyHeader | undefined => {
  const header = keyHeaderOf(effect)
  return header === undefined ? undefined : [header, key ?? crypto.randomUUID()]
}

/** `settings`: what may stand in the values. */
const setHeaders = (
  headers: Record<string, string>,
  given: Readonly<Record<string, string | undefined>>,
  settings?: RequestContext['settings'],
): void => {
  for (const name in given) {
    const declared = given[name]
    const value = settings && declared?.includes('{') ? forAccount(declared, settings) : declared
    const key = name.toLowerCase()
    if (isReservedHeader(key)) throw new TypeError(`a plugin must not set the header ${key}`)
    if (value !== undefined) headers[key] = value
  }
}

const isEmpty = (members: object): boolean => {
  for (const _ in members) return false
  return true
}

/** The members whose names `others` doesn't have. */
const without = <T>(
  members: Readonly<Record<string, T>>,
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, T>> => {
  if (isEmpty(others)) return members
  const replaced = Object.keys(others)
  return Object.fromEntries(Object.entries(members).filter(([name]) => !replaced.includes(name)))
}

const urlOf = (
  origin: string,
  call: ActionRequest,
  provider: ProviderFacts,
  credential: PlacedCredential['query'],
): string => {
  if (!call.path.startsWith('/')) throw new TypeError("a path that a plugin's request returns must begin with a slash")
  if (!call.query && isEmpty(credential)) return origin + call.path
  // If a name came twice, the provider could take either value. An exploded object's members could be called like the credential.
  const fields = call.query && without(exploded(call.query, call.styles), credential)
  const query = fields ? encodeFields(fields, provider.arrays, call.styles) : ''
  const parts = [query, qs.stringify(credential)]
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? origin + call.path : `${origin}${call.path}?${search}`
}

/** RFC 6265, section 4.2; characters that a cookie's value can't hold are percent-encoded. */
const cookiesOf = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')

/** Writes the body, and its type into the headers unless the plugin has set one. */
const bodyOf = (
  { body, encoding, styles }: ActionRequest,
  provider: ProviderFacts,
  headers: Record<string, string>,
): string | Uint8Array<ArrayBuffer> => {
  switch (encoding ?? provider.encoding) {
    case 'form':
      headers['content-type'] = 'application/x-www-form-urlencoded'
      return encodeFields(exploded(body as Fields, styles), provider.arrays, styles)
    case 'multipart':
      return multipart(body as Readonly<Record<string, unknown>>, headers)
    case 'bytes':
      headers['content-type'] = mediaTypeOf(body as FileValue)
      return Buffer.from((body as FileValue).content, 'base64')
    case 'text':
      headers['content-type'] ??= 'text/plain; charset=utf-8'
      return String(body)
    default:
      headers['content-type'] ??= 'application/json'
      return JSON.stringify(body)
  }
}

/** The credential's cookies come first, and replace a plugin's of the same name. */
const cookieHeaderOf = (call: ActionRequest, { cookies }: PlacedCredential): string =>
  cookiesOf({ ...cookies, ...without(call.cookies ?? {}, cookies) })

/** The headers of a call, without the type of its body unless the plugin sets it. The credential's are written last. */
const headersOf = (
  { provider, settings, answer = 'json', idempotency }: RequestContext,
  call: ActionRequest,
  credential: PlacedCredential,
): Record<string, string> => {
  const headers: Record<string, string> = {
    accept: answer === 'json' ? 'application/json' : '*/*',
    'user-agent': 'patchbay',
  }
  if (provider.headers) setHeaders(headers, provider.headers, settings)
  if (call.headers) setHeaders(headers, call.headers)
  if (idempotency) headers[idempotency[0].toLowerCase()] = idempotency[1]
  if (call.cookies || !isEmpty(credential.cookies)) headers.cookie = cookieHeaderOf(call, credential)
  for (const name in credential.headers) {
    const value = credential.headers[name] as string
    if (!isHeaderValue(value)) throw new TypeError('the stored credential cannot be sent as a header')
    headers[name] = value
  }
  return headers
}

/**
 * Makes the HTTP request of a call; the credential is written last. Throws VALIDATION_ERROR for a parameter
 * that can't be a header.
 */
export const buildRequest = (context: RequestContext, call: ActionRequest): ProviderRequest => {
  const { provider, origin } = context
  const credential = placeCredential(context.auth, context.credential)
  const headers = headersOf(context, call, credential)
  const body = call.body === undefined ? undefined : bodyOf(call, provider, headers)
  return { method: call.method, url: urlOf(origin, call, provider, credential.query), headers, body }
}

/** The GET of a next page that the provider named by its URL: without a body, whatever the call has. */
export const buildPageRequest = (context: RequestContext, call: ActionRequest, next: URL): ProviderRequest => {
  const url = new URL(next)
  const credential = placeCredential(context.auth, context.credential)
  for (const [name, value] of Object.entries(credential.query)) url.searchParams.set(name, value)
  const headers = headersOf(context, call, credential)
  delete headers['content-type']
  return { method: 'GET', url: url.href, headers, body: undefined }
}
