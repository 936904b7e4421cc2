import type { NewOAuthClient } from '@patchbay/core/store'
import { OAuthError } from './oauth-error.ts'
import { redirectUriFault } from './redirect-uri.ts'

/** The metadata (RFC 7591, section 2) that the gateway uses; other members are ignored, as the RFC asks. */
export interface ClientMetadata {
  readonly client_name: string | null
  readonly redirect_uris: readonly string[]
  /** The methods that client and gateway both support, at least one, as the client prefers them. */
  readonly auth_methods: readonly AuthMethod[]
}

export interface ClientMetadataRules {
  /** The methods that such a client may use. */
  readonly takes: readonly AuthMethod[]
  /** The method of a client that names none. */
  readonly fallback: AuthMethod
  /** Schemes of redirect URIs that the operator added. */
  readonly redirectSchemes: readonly string[]
}

type AuthMethod = NewOAuthClient['auth_method']
type ClientMembers = Readonly<Record<string, unknown>>

const mostRedirectUris = 20
const longestUri = 2048
const longestName = 100
const longestMethod = 64

const wrong = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description)
const wrongUri = (description: string): OAuthError => new OAuthError('invalid_redirect_uri', description)

/** The usable URIs. Clients list URIs for each system that they run on, and the others are left out. */
const readRedirectUris = (value: unknown, schemes: readonly string[]): string[] => {
  if (!Array.isArray(value) || value.length === 0) throw wrongUri('redirect_uris must be a list of at least one URI')
  if (value.length > mostRedirectUris) throw wrongUri(`redirect_uris must hold ${mostRedirectUris} URIs at most`)
  const faults = value.map((uri: unknown, index) => {
    if (typeof uri !== 'string') throw wrongUri(`redirect_uris[${index}] must be a string`)
    return uri.length > longestUri ? `is longer than ${longestUri} characters` : redirectUriFault(uri, schemes)
  })
  const usable = value.filter((_uri, index) => faults[index] === undefined)
  if (usable.length === 0) throw wrongUri(`redirect_uris[0] ${faults[0]}`)
  return usable
}

/** Removes control and format characters, which could reverse or hide what a user reads. */
const readClientName = (value: unknown): string | null => {
  if (value === undefined) return null
  if (typeof value !== 'string') throw wrong('client_name must be a string')
  const name = value
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, longestName).join('') || null
}

/**
 * The list may be missing or empty, because its default (RFC 7591, section 2) holds the needed value. A text is a list of one, or of several with spaces
 * between them, as in OAuth's other parameters.
 */
const mustHold = (member: string, value: unknown, needed: string): void => {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : value
  if (list === undefined || (Array.isArray(list) && (list.length === 0 || list.includes(needed)))) return
  throw wrong(`${member} must be a list that holds ${needed}`)
}

/** The methods that a client can use: the one that it names first, then those of a list that ChatGPT's document has. */
const listAuthMethods = (
  { token_endpoint_auth_method: named, token_endpoint_auth_methods_supported: supported }: ClientMembers,
  fallback: AuthMethod,
): readonly unknown[] => {
  const others: readonly unknown[] = Array.isArray(supported) ? supported : []
  if (named !== undefined) return [named, ...others]
  return others.length > 0 ? others : [fallback]
}

const readAuthMethods = (members: ClientMembers, { takes, fallback }: ClientMetadataRules): readonly AuthMethod[] => {
  const named = listAuthMethods(members, fallback)
  const usable = named.flatMap((method) => takes.find((taken) => taken === method) ?? [])
  if (usable.length > 0) return usable
  const names = named.filter((method) => typeof method === 'string').map((method) => method.slice(0, longestMethod))
  throw wrong(
    `token_endpoint_auth_method must be one of ${takes.join(', ')}, not ${names.join(', ') || 'another value'}`,
  )
}

/** The members with a value: some languages write `null` or an empty text for what a client doesn't have. */
const withValues = (members: ClientMembers): ClientMembers =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))

/**
 * Checks a client's metadata. A member without a value counts as absent. Throws OAuthError `invalid_redirect_uri` and
 * `invalid_client_metadata`, which name the member.
 */
export const checkClientMetadata = (members: ClientMembers, rules: ClientMetadataRules): ClientMetadata => {
  const present = withValues(members)
  const redirect_uris = readRedirectUris(present.redirect_uris, rules.redirectSchemes)
  mustHold('grant_types', present.grant_types, 'authorization_code')
  mustHold('response_types', present.response_types, 'code')
  return {
    client_name: readClientName(present.client_name),
    redirect_uris,
    auth_methods: readAuthMethods(present, rules),
  }
}
