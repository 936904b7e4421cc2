import qs from 'qs'
import { encodeJsonBody } from '../encoding/json-body.ts'
import { encodeMultipart, requireMediaType } from '../encoding/multipart.ts'
import { encodeFields, explodeFields } from '../encoding/query.ts'
import { StoredFile, StreamedBody } from '../encoding/streamed-body.ts'
import { invalid } from '../errors.ts'
import {
  type ActionRequest,
  type AnswerKind,
  type AnyAction,
  type Fields,
  type FileValue,
  forAccount,
} from '../provider/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import type { ProviderFacts } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import {
  ensurePlaced,
  isHeaderValue,
  isReservedHeader,
  type PlacedCredential,
  type ProviderRequest,
} from './authentication.ts'
import { noSettings, type RequestPlan } from './plan.ts'

/** Throws VALIDATION_ERROR for a parameter that can't be a header. */
export const checkHeaders = ({ headers }: ActionRequest): void => {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !isHeaderValue(value)) {
      throw invalid('', `a parameter that is sent as the header ${name} holds a character that a header can't have`)
    }
  }
}

/** Sets headers. `settings`: the account's settings that the values may refer to. */
const setHeaders = (
  headers: Record<string, string>,
  members: Readonly<Record<string, string | undefined>>,
  settings?: Readonly<Record<string, string>>,
): void => {
  for (const name in members) {
    const declared = members[name]
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

const buildUrl = (
  origin: string,
  call: ActionRequest,
  provider: ProviderFacts,
  credential: PlacedCredential['query'],
): string => {
  if (!call.path.startsWith('/')) throw new TypeError("a path that a plugin's request returns must begin with a slash")
  if (!call.query && isEmpty(credential)) return origin + call.path
  // If a name came twice, the provider could take either value. An exploded object's members could be called like the credential.
  const fields = call.query && without(explodeFields(call.query, call.styles), credential)
  const query = fields ? encodeFields(fields, provider.arrays, call.styles) : ''
  const parts = [query, qs.stringify(credential)]
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? origin + call.path : `${origin}${call.path}?${search}`
}

/** The `Cookie` header (RFC 6265, section 4.2); characters that a cookie's value can't hold are percent-encoded. */
const formatCookies = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')

const jsonType = 'application/json'

/** True if a request has a body. Only JSON has `null`: elsewhere it is none. */
const hasBody = ({ body, encoding }: ActionRequest, provider: ProviderFacts): boolean =>
  body !== undefined && (body !== null || (encoding ?? provider.encoding ?? 'json') === 'json')

/** Writes the body, and its type into the headers unless the plugin has set one. */
const writeBody = (
  { body, encoding, styles }: ActionRequest,
  provider: ProviderFacts,
  headers: Record<string, string>,
): NonNullable<ProviderRequest['body']> => {
  switch (encoding ?? provider.encoding) {
    case 'form':
      if (!isJsonObject(body)) throw invalid('', 'the body of a form must be an object: its members are the fields')
      headers['content-type'] = 'application/x-www-form-urlencoded'
      return encodeFields(explodeFields(body as Fields, styles), provider.arrays, styles)
    case 'multipart':
      return encodeMultipart(body as Readonly<Record<string, unknown>>, headers)
    case 'bytes':
      if (body instanceof StoredFile) {
        headers['content-type'] = requireMediaType(body.about)
        return new StreamedBody([body])
      }
      headers['content-type'] = requireMediaType(body as FileValue)
      return Buffer.from((body as FileValue).content, 'base64')
    case 'text':
      headers['content-type'] ??= 'text/plain; charset=utf-8'
      return String(body)
    default:
      headers['content-type'] ??= jsonType
      return encodeJsonBody(body)
  }
}

/** The credential's cookies come first, and replace a plugin's of the same name. */
const buildCookieHeader = (call: ActionRequest, { cookies }: PlacedCredential): string =>
  formatCookies({ ...cookies, ...without(call.cookies ?? {}, cookies) })

const accepted: Readonly<Record<AnswerKind, string>> = {
  json: 'application/json',
  any: 'application/json, */*;q=0.8',
  text: '*/*',
  bytes: '*/*',
  location: '*/*',
}

const acceptedBy = ({ answer = 'json' }: AnyAction): string => accepted[answer]

/** The headers of a call, without the type of its body unless the plugin sets it. The credential's are written last. */
const buildHeaders = (
  { provider, call: { account, action }, request }: RequestPlan,
  credential: PlacedCredential,
): Record<string, string> => {
  const headers: Record<string, string> = {
    accept: acceptedBy(action),
    'user-agent': 'patchbay',
  }
  if (provider.headers) setHeaders(headers, provider.headers, account.settings ?? noSettings)
  if (request.headers) setHeaders(headers, request.headers)
  const cookie = request.cookies || !isEmpty(credential.cookies) ? buildCookieHeader(request, credential) : ''
  if (cookie !== '') headers.cookie = cookie
  for (const name in credential.headers) {
    const value = credential.headers[name] as string
    if (!isHeaderValue(value)) throw new TypeError('the stored credential cannot be sent as a header')
    headers[name] = value
  }
  return headers
}

/** The headers of an account's requests that bring none of their own, with a JSON body and without one, by what they accept. */
interface AccountHeaders {
  readonly account: Account
  readonly provider: ProviderFacts
  readonly withJson: Map<string, Record<string, string>>
  readonly withoutBody: Map<string, Record<string, string>>
}

const headersByCredential = new WeakMap<PlacedCredential, AccountHeaders>()

const ensureAccountHeaders = (
  { provider, call: { account } }: RequestPlan,
  placed: PlacedCredential,
): AccountHeaders => {
  const accountHeaders = headersByCredential.get(placed)
  if (accountHeaders?.account === account && accountHeaders.provider === provider) return accountHeaders
  const newHeaders = { account, provider, withJson: new Map(), withoutBody: new Map() }
  headersByCredential.set(placed, newHeaders)
  return newHeaders
}

/**
 * Like `buildHeaders`, but once for each credential, account and provider: a change of one makes another object. They
 * are frozen, so that the fetcher needn't check them anew; those for JSON have its type already, so nothing is written
 * into them.
 */
const ensureHeaders = (plan: RequestPlan, placed: PlacedCredential, hasJson: boolean): Record<string, string> => {
  const { withJson, withoutBody } = ensureAccountHeaders(plan, placed)
  const byAccept = hasJson ? withJson : withoutBody
  const accept = acceptedBy(plan.call.action)
  const sharedHeaders = byAccept.get(accept)
  if (sharedHeaders) return sharedHeaders
  const headers = buildHeaders(plan, placed)
  if (hasJson) headers['content-type'] ??= jsonType
  byAccept.set(accept, Object.freeze(headers))
  return headers
}

/** True if a request adds nothing to the headers of its account. */
const bringsNone = ({ headers, cookies, encoding }: ActionRequest, provider: ProviderFacts): boolean =>
  !headers && !cookies && (encoding ?? provider.encoding ?? 'json') === 'json'

/** The request whose body carries the credential's members, in place of the plugin's or the caller's of the same names. */
const carryInBody = (
  request: ActionRequest,
  provider: ProviderFacts,
  { body: own }: PlacedCredential,
): ActionRequest => {
  const { body = {}, method, encoding = provider.encoding ?? 'json' } = request
  const takesMembers = method !== 'GET' && method !== 'HEAD' && encoding !== 'bytes' && encoding !== 'text'
  if (isEmpty(own) || !takesMembers || !isJsonObject(body)) return request
  return { ...request, body: { ...body, ...own } }
}

/** The GET request of a next page that the provider named by its URL; it has no body, even if the call has one. */
const buildPageRequest = (plan: RequestPlan, pageUrl: URL, credential: PlacedCredential): ProviderRequest => {
  const url = new URL(pageUrl)
  for (const [name, value] of Object.entries(credential.query)) url.searchParams.set(name, value)
  const headers = buildHeaders(plan, credential)
  delete headers['content-type']
  return { method: 'GET', url: url.href, headers, body: undefined }
}

/**
 * Builds the HTTP request of a plan; the credential, or `placed` instead of it, is written last. Throws VALIDATION_ERROR for
 * a parameter that can't be a header.
 */
export const buildRequest = (plan: RequestPlan, placed?: PlacedCredential): ProviderRequest => {
  const { provider, origin, pageUrl } = plan
  const credential = placed ?? ensurePlaced(plan.auth, plan.credential)
  if (pageUrl) return buildPageRequest(plan, pageUrl, credential)
  const request = carryInBody(plan.request, provider, credential)
  const isWanted = hasBody(request, provider)
  const isShared = !placed && bringsNone(request, provider)
  const headers = isShared ? ensureHeaders(plan, credential, isWanted) : buildHeaders(plan, credential)
  const body = isWanted ? writeBody(request, provider, headers) : undefined
  return { method: request.method, url: buildUrl(origin, request, provider, credential.query), headers, body }
}
