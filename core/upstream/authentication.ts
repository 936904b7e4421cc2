import { StreamedBody } from '../encoding/streamed-body.ts'
import { describeThrown, GatewayError, invalid } from '../errors.ts'
import { createRedaction } from '../fetch/redaction.ts'
import {
  type ActionRequest,
  type ApiKey,
  type Auth,
  type Basic,
  findAuth,
  reservedHeaders,
  type Signature,
  type Signed,
  type SingleAuth,
} from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { type AnswerRedaction, createAnswerRedaction } from './answer/redact-answer.ts'

/** A provider's request, ready to be sent. */
export interface ProviderRequest {
  readonly method: ActionRequest['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | StreamedBody | undefined
}

const reserved = new Set<string>(reservedHeaders)

/** True if only core may write the header; `name` in lower case. */
export const isReservedHeader = (name: string): boolean => reserved.has(name)

/** True if a text can be a header's value (RFC 9110, section 5.5), within Latin-1. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Placeholder for a credential, or a part of one, in a request that is shown. */
export const hiddenCredential = '(credential)'

type Hidden = typeof hiddenCredential

/** The places of a credential in a request: members by name, headers in lower case. */
export interface PlacedCredential {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly cookies: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, string>>
}

/** `username:password`: `auth` has the half that the vendor fixes, if it fixes one; the stored credential is the rest. */
const basicPair = ({ username, password }: Basic, stored: string): string => {
  if (username !== undefined) return `${username}:${stored}`
  if (password !== undefined) return `${stored}:${password}`
  return stored
}

/** A credential while it is placed. */
type Placing = { readonly [Place in keyof PlacedCredential]: Record<string, string> }

const placeKey = ({ headers, query, cookies, body }: Placing, place: ApiKey, key: string): void => {
  if (place.header !== undefined) headers[place.header.toLowerCase()] = `${place.prefix}${key}`
  else if (place.query !== undefined) query[place.query] = key
  else if (place.cookie !== undefined) cookies[place.cookie] = key
  else body[place.body] = key
}

/** The error for a credential that was stored before the plugin's authentication changed. */
const otherKind = (what: string): GatewayError =>
  new GatewayError(
    'TOKEN_MISSING',
    `The stored credential has no ${what}, which this provider needs; replace the credential`,
    { next: { route: 'put_token', params: {} } },
  )

/** The authentication of an account. Throws TOKEN_MISSING if the plugin no longer has the alternative that the credential is for. */
export const authOfCredential = (auth: Auth, { auth: name }: Credential): SingleAuth => {
  const ownAuth = findAuth(auth, name)
  if (!ownAuth) throw otherKind('kind of authentication')
  return ownAuth
}

/** The secret of a credential that has one without a name. */
const requireToken = (credential: Credential | Hidden): string => {
  if (credential === hiddenCredential) return credential
  if (credential.secrets) throw otherKind('access_token')
  return credential.accessToken
}

export const requireSecret = (credential: Credential | Hidden, name: string): string => {
  const secret = credential === hiddenCredential ? credential : credential.secrets?.[name]
  if (secret === undefined) throw otherKind(`secret ${JSON.stringify(name)}`)
  return secret
}

const encodePair = (auth: Basic, credential: Credential | Hidden): string =>
  credential === hiddenCredential
    ? credential
    : Buffer.from(basicPair(auth, requireToken(credential))).toString('base64')

/** A credential as the provider's kind of authentication sends it. Throws TOKEN_MISSING for one of another kind. */
export const placeCredential = (auth: SingleAuth, credential: Credential | Hidden): PlacedCredential => {
  const placed: Placing = { headers: {}, query: {}, cookies: {}, body: {} }
  switch (auth.kind) {
    case 'none':
    // Signed requests don't carry their secrets: see `signRequest`.
    case 'signed':
      break
    case 'oauth2':
      if (auth.header === undefined) placed.headers.authorization = `Bearer ${requireToken(credential)}`
      else placed.headers[auth.header.toLowerCase()] = requireToken(credential)
      break
    case 'basic':
      placed.headers.authorization = `Basic ${encodePair(auth, credential)}`
      break
    case 'apiKey':
      placeKey(placed, auth, requireToken(credential))
      break
    case 'keys':
      for (const name in auth.keys) placeKey(placed, auth.keys[name] as ApiKey, requireSecret(credential, name))
  }
  return placed
}

const placements = new WeakMap<Credential, { readonly auth: SingleAuth; readonly placed: PlacedCredential }>()

/** Like `placeCredential`, but once for each credential: a new one is another object. */
export const ensurePlaced = (auth: SingleAuth, credential: Credential): PlacedCredential => {
  const placement = placements.get(credential)
  if (placement?.auth === auth) return placement.placed
  const placed = placeCredential(auth, credential)
  placements.set(credential, { auth, placed })
  return placed
}

/** Every text of a credential that must never come back, without the half of a pair that the vendor fixes: that is no secret. */
export const listCredentialSecrets = (auth: SingleAuth, { accessToken, secrets = {} }: Credential): string[] => {
  if (auth.kind !== 'basic') return [accessToken, ...Object.values(secrets)]
  const pair = basicPair(auth, accessToken)
  const isHalf = auth.username !== undefined || auth.password !== undefined
  return [pair, isHalf ? accessToken : pair.slice(pair.indexOf(':') + 1)]
}

const noRedaction = createAnswerRedaction([])
const redactions = new WeakMap<Credential, AnswerRedaction>()

/** Takes a credential out of answers that repeat it. */
export const ensureRedaction = (auth: SingleAuth, credential: Credential): AnswerRedaction => {
  if (auth.kind === 'none') return noRedaction
  const redaction = redactions.get(credential)
  if (redaction) return redaction
  const newRedaction = createAnswerRedaction(listCredentialSecrets(auth, credential))
  redactions.set(credential, newRedaction)
  return newRedaction
}

/** The plugin's signature. An error of the plugin may contain the secrets, so only its redacted message is passed on. */
const computeSignature = (
  auth: Signed,
  { method, url, headers, body = '' }: ProviderRequest,
  secrets: Readonly<Record<string, string>>,
): Signature => {
  if (body instanceof StreamedBody)
    throw invalid('', 'this provider’s requests are signed with their bytes: send the file in base64, not by its id')
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  try {
    return auth.sign({ method, url, headers: { ...headers }, body: bytes, at: new Date() }, secrets)
  } catch (error) {
    throw new TypeError(`the plugin's sign failed: ${createRedaction(Object.values(secrets))(describeThrown(error))}`)
  }
}

const withHeaders = (
  headers: ProviderRequest['headers'],
  signature: Signature['headers'] = {},
): ProviderRequest['headers'] => {
  const result = { ...headers }
  for (const [name, value] of Object.entries(signature)) {
    const key = name.toLowerCase()
    if (key !== 'authorization' && isReservedHeader(key))
      throw new TypeError(`a signature must not set the header ${key}`)
    if (!isHeaderValue(value)) throw new TypeError(`the signature cannot be sent as the header ${key}`)
    result[key] = value
  }
  return result
}

/** Adds to the query of a signed URL. The rest stays as it was signed, byte for byte. */
const withQuery = (url: string, signature: Signature['query'] = {}): string => {
  const names = new Set(Object.keys(signature))
  if (names.size === 0) return url
  const end = url.indexOf('?')
  const address = end < 0 ? url : url.slice(0, end)
  const others = url
    .slice(address.length + 1)
    .split('&')
    .filter((member) => {
      const [name = ''] = new URLSearchParams(member).keys()
      return member !== '' && !names.has(name)
    })
  const own = Object.entries(signature).map((member) => member.map(encodeURIComponent).join('='))
  return `${address}?${[...others, ...own].join('&')}`
}

const signatureOf = (auth: Signed, credential: Credential, request: ProviderRequest): Signature => {
  const secrets = Object.fromEntries(auth.secrets.map((name) => [name, requireSecret(credential, name)]))
  const signature = computeSignature(auth, request, secrets)
  // The plugin returned something else, e.g. a promise: the request must not go out unsigned.
  if (!signature.headers && !signature.query)
    throw new TypeError("the plugin's sign returned neither headers nor a query")
  return signature
}

const addSignature = (request: ProviderRequest, { headers, query }: Signature): ProviderRequest => ({
  ...request,
  url: withQuery(request.url, query),
  headers: withHeaders(request.headers, headers),
})

/** The request with the signature that the plugin makes of it. */
export const signRequest = (auth: Signed, credential: Credential, request: ProviderRequest): ProviderRequest =>
  addSignature(request, signatureOf(auth, credential, request))

/** The signed request with everything that the signature adds hidden: anyone who knew it could send the request. */
export const hideSignature = (auth: Signed, credential: Credential, request: ProviderRequest): ProviderRequest => {
  const { headers = {}, query = {} } = signatureOf(auth, credential, request)
  const hide = (members: object) => Object.fromEntries(Object.keys(members).map((name) => [name, hiddenCredential]))
  return addSignature(request, { headers: hide(headers), query: hide(query) })
}
