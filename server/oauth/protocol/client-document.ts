import { isJsonObject } from '@patchbay/core/json-object'
import { hashToken, type NewOAuthClient } from '@patchbay/core/store'
import type { JSONWebKeySet } from 'jose'
import { checkClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { makeSecret } from './secrets.ts'

/** The place of the public keys by which a client signs its assertions (RFC 7591, section 2). */
export interface ClientKeys {
  readonly source: string | JSONWebKeySet
  /** The only algorithm that the client uses, if it names one. */
  readonly algorithm: string | undefined
}

export interface ClientDocument {
  readonly client: NewOAuthClient
  /** `undefined`: the document names none. */
  readonly keys: ClientKeys | undefined
}

type DocumentMembers = Readonly<Record<string, unknown>>

const readKeys = ({ jwks_uri, jwks, token_endpoint_auth_signing_alg }: DocumentMembers): ClientKeys | undefined => {
  const algorithm = typeof token_endpoint_auth_signing_alg === 'string' ? token_endpoint_auth_signing_alg : undefined
  if (typeof jwks_uri === 'string' && URL.canParse(jwks_uri)) return { source: jwks_uri, algorithm }
  if (!isJsonObject(jwks) || !Array.isArray(jwks.keys) || !jwks.keys.every(isJsonObject)) return undefined
  return { source: { keys: jwks.keys }, algorithm }
}

/** The draft's section 4.1: such a client and the server share no secret. A client that needs no proof may still send one. */
const methods = { takes: ['none', 'private_key_jwt'], fallback: 'none' } as const

/**
 * Reads the client metadata document of a URL (draft-ietf-oauth-client-id-metadata-document). Throws OAuthError that names the member
 * which is wrong.
 */
export const parseClientDocument = (
  url: string,
  document: DocumentMembers,
  redirectSchemes: readonly string[],
): ClientDocument => {
  if (document.client_id !== url) {
    const fault = 'client_id must be the URL itself'
    // An address with http is on the gateway's own machine and may serve no client document at all: a stranger must not
    // learn its content.
    throw url.startsWith('https:') ? new OAuthError('invalid_client_metadata', fault) : new Error(fault)
  }
  const { auth_methods, ...metadata } = checkClientMetadata(document, { ...methods, redirectSchemes })
  const keys = readKeys(document)
  const isPublic = auth_methods.includes('none')
  if (!isPublic && !keys) {
    throw new OAuthError(
      'invalid_client_metadata',
      'jwks_uri must be the URL of the keys for private_key_jwt, or jwks must hold them',
    )
  }
  const client: NewOAuthClient = {
    client_id: url,
    source: 'document',
    ...metadata,
    auth_method: isPublic ? 'none' : 'private_key_jwt',
    // Gateways of earlier versions know no assertions: the hash of a secret that nobody has keeps them from letting anybody in.
    secret_hash: isPublic ? null : hashToken(makeSecret('secret')),
  }
  return { client, keys }
}
