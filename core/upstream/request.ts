import qs from 'qs'
import { invalid } from '../errors.ts'
import {
  type ActionRequest,
  type AnswerKind,
  type AnyAction,
  type Field,
  type Fields,
  type FileValue,
  keyHeaderOf,
  type SingleAuth,
  type Style,
} from '../provider/index.ts'
import { mediaTypePattern } from '../provider/parameters.ts'
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

const setHeaders = (headers: Record<string, string>, given: Readonly<Record<string, string | undefined>>): void => {
  for (const name in given) {
    const value = given[name]
    const key = name.toLowerCase()
    if (isReservedHeader(key)) throw new TypeError(`a plugin must not set the header ${key}`)
    if (value !== undefined) headers[key] = value
  }
}

type Styles = ActionRequest['styles']

const joints: Readonly<Partial<Record<Style, string>>> = { space: ' ', pipe: '|' }

/** Encodes a text, but not the reserved characters that may stand in a query and don't separate members (RFC 3986, section 2.2). */
const withReserved = (text: string): string => encodeURI(text).replaceAll(/[&#+]/g, encodeURIComponent)

const styled = (name: string, value: Field, style: Style): string => {
  if (style === 'reserved') return `${encodeURIComponent(name)}=${withReserved(String(value))}`
  const joint = joints[style]
  if (joint !== undefined) return qs.stringify({ [name]: Array.isArray(value) ? value.join(joint) : value })
  return qs.stringify({ [name]: value }, { arrayFormat: style as Exclude<Style, 'space' | 'pipe' | 'reserved'> })
}

const encode = (fields: Fields, arrays: ProviderFacts['arrays'] = 'repeat', styles?: Styles): string => {
  if (!styles) return qs.stringify(fields, { arrayFormat: arrays })
  const members = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : styled(name, value, styles[name] ?? arrays),
  )
  return members.filter((member) => member !== '').join('&')
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
  // If a name came twice, the provider could take either value.
  const query = call.query ? encode(without(call.query, credential), provider.arrays, call.styles) : ''
  const parts = [query, qs.stringify(credential)]
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? origin + call.path : `${origin}${call.path}?${search}`
}

const isFile = (value: unknown): value is FileValue => {
  const { content, media_type } = Object(value) as Readonly<Record<string, unknown>>
  return typeof content === 'string' && typeof media_type === 'string'
}

const isMediaType = new RegExp(mediaTypePattern)

/** The type becomes a header, which a line break would split. */
const mediaTypeOf = ({ media_type }: FileValue): string => {
  if (isMediaType.test(media_type)) return media_type
  throw invalid('', 'the media_type of a file must be like image/png')
}

/** As browsers write them: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const quoted = (name: string): string =>
  `"${name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

interface Part {
  readonly head: string
  readonly content: string | Buffer
}

const partOf = (name: string, value: unknown): Part => {
  const disposition = `content-disposition: form-data; name=${quoted(name)}`
  if (isFile(value)) {
    const filename = value.filename ?? name
    return {
      head: `${disposition}; filename=${quoted(filename)}\r\ncontent-type: ${mediaTypeOf(value)}`,
      content: Buffer.from(value.content, 'base64'),
    }
  }
  if (typeof value === 'object') {
    return { head: `${disposition}\r\ncontent-type: application/json`, content: JSON.stringify(value) }
  }
  return { head: disposition, content: String(value) }
}

/**
 * Makes a `multipart/form-data` body (RFC 7578), and writes its type into the headers. Each member is a part, and so is each
 * item of a list; objects are written as JSON. The platform's FormData isn't used because its bytes come as a promise.
 */
const multipart = (
  members: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): Uint8Array<ArrayBuffer> => {
  const boundary = `patchbay-${crypto.randomUUID()}`
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`
  const chunks = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((item) => partOf(name, item)) : [partOf(name, value)],
    )
    .flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    ])
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
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
      return encode(body as Fields, provider.arrays, styles)
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

/** The headers of a call, with the credential's written last, and its body. */
const messageOf = (
  { provider, answer = 'json', idempotency }: RequestContext,
  call: ActionRequest,
  credential: PlacedCredential,
): Pick<ProviderRequest, 'headers' | 'body'> => {
  const headers: Record<string, string> = {
    accept: answer === 'json' ? 'application/json' : '*/*',
    'user-agent': 'patchbay',
  }
  if (provider.headers) setHeaders(headers, provider.headers)
  if (call.headers) setHeaders(headers, call.headers)
  if (idempotency) headers[idempotency[0].toLowerCase()] = idempotency[1]

  if (call.cookies || !isEmpty(credential.cookies)) headers.cookie = cookieHeaderOf(call, credential)
  const body = call.body === undefined ? undefined : bodyOf(call, provider, headers)
  for (const name in credential.headers) {
    const value = credential.headers[name] as string
    if (!isHeaderValue(value)) throw new TypeError('the stored credential cannot be sent as a header')
    headers[name] = value
  }
  return { headers, body }
}

/**
 * Makes the HTTP request of a call; the credential is written last. Throws VALIDATION_ERROR for a parameter
 * that can't be a header.
 */
export const buildRequest = (context: RequestContext, call: ActionRequest): ProviderRequest => {
  const { provider, origin } = context
  const credential = placeCredential(context.auth, context.credential)
  const { headers, body } = messageOf(context, call, credential)
  return { method: call.method, url: urlOf(origin, call, provider, credential.query), headers, body }
}

/** The GET of a next page that the provider named by its URL. */
export const buildPageRequest = (context: RequestContext, call: ActionRequest, next: URL): ProviderRequest => {
  const url = new URL(next)
  const credential = placeCredential(context.auth, context.credential)
  for (const [name, value] of Object.entries(credential.query)) url.searchParams.set(name, value)
  const { headers } = messageOf(context, call, credential)
  return { method: 'GET', url: url.href, headers, body: undefined }
}
