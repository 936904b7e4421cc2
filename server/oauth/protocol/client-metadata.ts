import type { NewOAuthClient } from '@patchbay/core/store'
import { OAuthError } from './oauth-error.ts'
import { redirectUriFault } from './redirect-uri.ts'

/** The metadata (RFC 7591, section 2) that the gateway uses; other members are ignored, as the RFC asks. */
export interface ClientMetadata {
  readonly client_name: string | null
  readonly redirect_uris: readonly string[]
  readonly auth_method: NewOAuthClient['auth_method']
}

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
const mostRedirectUris = 20
const longestUri = 2048
const longestName = 100

const wrong = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description)
const wrongUri = (description: string): OAuthError => new OAuthError('invalid_redirect_uri', description)

const readRedirectUris = (value: unknown): string[] => {
  if (!Array.isArray(value) || value.length === 0) throw wrongUri('redirect_uris must be a list of at least one URI')
  if (value.length > mostRedirectUris) throw wrongUri(`redirect_uris must hold ${mostRedirectUris} URIs at most`)
  return value.map((uri: unknown, index) => {
    if (typeof uri !== 'string') throw wrongUri(`redirect_uris[${index}] must be a string`)
    if (uri.length > longestUri) throw wrongUri(`redirect_uris[${index}] is longer than ${longestUri} characters`)
    const fault = redirectUriFault(uri)
    if (fault) throw wrongUri(`redirect_uris[${index}] ${fault}`)
    return uri
  })
}

/** Removes control and format characters, which could reverse or hide what a user reads. */
const readClientName = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrong('client_name must be a string')
  const name = value
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, longestName).join('') || null
}

/** The list may be missing, because its default (RFC 7591) holds the needed value. */
const mustHold = (member: string, value: unknown, needed: string): void => {
  if (value === undefined || (Array.isArray(value) && value.includes(needed))) return
  throw wrong(`${member} must be a list that holds ${needed}`)
}

const readAuthMethod = (value: unknown, fallback: NewOAuthClient['auth_method']): NewOAuthClient['auth_method'] => {
  const method = authMethods.find((known) => known === (value ?? fallback))
  if (!method) throw wrong(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}`)
  return method
}

/**
 * Checks a client's metadata. `defaultAuthMethod` is for a client that names no method. Throws OAuthError
 * `invalid_redirect_uri` and `invalid_client_metadata`.
 */
export const checkClientMetadata = (
  given: Readonly<Record<string, unknown>>,
  defaultAuthMethod: NewOAuthClient['auth_method'],
): ClientMetadata => {
  const redirect_uris = readRedirectUris(given.redirect_uris)
  mustHold('grant_types', given.grant_types, 'authorization_code')
  mustHold('response_types', given.response_types, 'code')
  return {
    client_name: readClientName(given.client_name),
    redirect_uris,
    auth_method: readAuthMethod(given.token_endpoint_auth_method, defaultAuthMethod),
  }
}
