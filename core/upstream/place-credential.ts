import { GatewayError } from '../errors.ts'
import { type ApiKey, type Auth, authOf, type Basic, type SingleAuth } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'

/** Where a credential goes in a request: members by name, headers in lower case. */
export interface PlacedCredential {
  readonly headers: Record<string, string>
  readonly query: Record<string, string>
  readonly cookies: Record<string, string>
}

/** `username:password`: what the vendor fixes of it stands in `auth`, the stored credential is the rest. */
const basicPair = ({ username, password }: Basic, stored: string): string => {
  if (username !== undefined) return `${username}:${stored}`
  if (password !== undefined) return `${stored}:${password}`
  return stored
}

const placeKey = ({ headers, query, cookies }: PlacedCredential, place: ApiKey, key: string): void => {
  if (place.header !== undefined) headers[place.header.toLowerCase()] = `${place.prefix}${key}`
  else if (place.query !== undefined) query[place.query] = key
  else cookies[place.cookie] = key
}

/** The plugin was changed after the credential was stored. */
const otherKind = (what: string): GatewayError =>
  new GatewayError(
    'TOKEN_MISSING',
    `The stored credential has no ${what}, which this provider takes; an administrator stores a new one with PUT /admin/tokens`,
  )

/** How an account authenticates. Throws TOKEN_MISSING where its credential is for an alternative that the plugin has no more. */
export const authOfCredential = (auth: Auth, { auth: name }: Credential): SingleAuth => {
  const found = authOf(auth, name)
  if (!found) throw otherKind('kind of authentication')
  return found
}

/** The one secret of a credential without named ones. */
const tokenOf = ({ accessToken, secrets }: Credential): string => {
  if (secrets) throw otherKind('access_token')
  return accessToken
}

export const secretOf = ({ secrets }: Credential, name: string): string => {
  const secret = secrets?.[name]
  if (secret === undefined) throw otherKind(`secret ${JSON.stringify(name)}`)
  return secret
}

/** A credential as the provider's kind of authentication sends it. Throws TOKEN_MISSING for one of another kind. */
export const placeCredential = (auth: SingleAuth, credential: Credential): PlacedCredential => {
  const placed: PlacedCredential = { headers: {}, query: {}, cookies: {} }
  switch (auth.kind) {
    case 'none':
    // Signed requests don't carry their secrets: see `signRequest`.
    case 'signed':
      break
    case 'oauth2':
      placed.headers.authorization = `Bearer ${tokenOf(credential)}`
      break
    case 'basic':
      placed.headers.authorization = `Basic ${Buffer.from(basicPair(auth, tokenOf(credential))).toString('base64')}`
      break
    case 'apiKey':
      placeKey(placed, auth, tokenOf(credential))
      break
    case 'keys':
      for (const name in auth.keys) placeKey(placed, auth.keys[name] as ApiKey, secretOf(credential, name))
  }
  return placed
}

/** Every text of a credential that must never come back in an error. */
export const secretsOf = (auth: SingleAuth, { accessToken, secrets = {} }: Credential): string[] => {
  if (auth.kind !== 'basic') return [accessToken, ...Object.values(secrets)]
  const pair = basicPair(auth, accessToken)
  return [accessToken, pair, pair.slice(pair.indexOf(':') + 1)]
}
