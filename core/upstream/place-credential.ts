import type { ApiKey, Auth, Basic } from '../provider/index.ts'
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

/** A credential as the provider's kind of authentication sends it. */
export const placeCredential = (auth: Auth, { accessToken }: Credential): PlacedCredential => {
  const placed: PlacedCredential = { headers: {}, query: {}, cookies: {} }
  switch (auth.kind) {
    case 'none':
      break
    case 'oauth2':
      placed.headers.authorization = `Bearer ${accessToken}`
      break
    case 'basic':
      placed.headers.authorization = `Basic ${Buffer.from(basicPair(auth, accessToken)).toString('base64')}`
      break
    case 'apiKey':
      placeKey(placed, auth, accessToken)
  }
  return placed
}

/** Every text of a credential that must never come back in an error. */
export const secretsOf = (auth: Auth, { accessToken }: Credential): string[] => {
  switch (auth.kind) {
    case 'none':
      return []
    case 'basic': {
      const pair = basicPair(auth, accessToken)
      return [accessToken, pair, pair.slice(pair.indexOf(':') + 1)]
    }
    default:
      return [accessToken]
  }
}
