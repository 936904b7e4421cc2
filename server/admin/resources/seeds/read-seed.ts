import { invalid } from '@patchbay/core/errors'
import { stepToStoreCredential } from '@patchbay/core/next-step'
import { findDeclaredOAuth, type GrantName, listOAuths, type OAuth2 } from '@patchbay/core/provider'
import {
  clientSecretBinding,
  refreshTokenBinding,
  type StoredGrant,
  signAssertion,
  writeGrant,
} from '@patchbay/core/refresh'
import type { AccountRef, NewSeed } from '@patchbay/core/store'
import type { HandlerParts } from '../../route/admin-route.ts'
import { checkSeedMembers, checkTokenEndpoint, type SeedBody } from './body.ts'

/** The grant whose members a body has. */
const grantOf = ({ refresh_token, private_key }: SeedBody): GrantName => {
  if (refresh_token !== undefined) return 'authorization_code'
  return private_key === undefined ? 'client_credentials' : 'jwt_bearer'
}

/**
 * The OAuth of the body's provider, of several the one that the body is for; `undefined`: it isn't registered, which storing the seed finds
 * out. Throws VALIDATION_ERROR.
 */
const declaredFor = (body: SeedBody, ref: AccountRef, domains: HandlerParts['domains']): OAuth2 | undefined => {
  const provider = domains.get(ref.provider)?.provider
  const [first, ...others] = listOAuths(provider?.auth)
  const oauth = (others.length > 0 && findDeclaredOAuth(provider?.auth, grantOf(body))) || first
  if (provider && !oauth) {
    if (provider.auth.kind === 'none')
      throw invalid(
        '/provider',
        'has no OAuth, so there is nothing to refresh: its API is public, so it needs no credential',
      )
    throw invalid('/provider', 'has no OAuth, so there is nothing to refresh').with({
      next: stepToStoreCredential(ref),
    })
  }
  return oauth
}

const grantIn = (body: SeedBody, grant: GrantName): StoredGrant => {
  const { refresh_token: refreshToken = '', private_key: privateKey = '', subject, audience, key_id: keyId } = body
  if (grant === 'authorization_code') return { grant, refreshToken }
  return grant === 'jwt_bearer' ? { grant, privateKey, subject, audience, keyId } : { grant }
}

/** Throws VALIDATION_ERROR for a key that can't sign as the provider declares. */
const checkKey = async (oauth: OAuth2 | undefined, grant: StoredGrant, body: SeedBody): Promise<void> => {
  if (oauth?.grant !== 'jwt_bearer' || grant.grant !== 'jwt_bearer') return
  const { issuer = '', token_endpoint: tokenEndpoint } = body
  await signAssertion(oauth, grant, { issuer, tokenEndpoint }).catch(() => {
    throw invalid(
      '/private_key',
      `must be a private key in PEM, without a password, that can sign by ${oauth.algorithm}`,
    )
  })
}

/** The seed of a body, sealed. Throws VALIDATION_ERROR at the members that don't fit the provider. */
export const readSeed = async (
  body: SeedBody,
  ref: AccountRef,
  { vault, fetcher, domains }: Pick<HandlerParts, 'vault' | 'fetcher' | 'domains'>,
): Promise<NewSeed> => {
  const oauth = declaredFor(body, ref, domains)
  const name = oauth?.grant ?? 'authorization_code'
  checkSeedMembers(body, name)
  const grant = grantIn(body, name)
  await checkKey(oauth, grant, body)
  await checkTokenEndpoint(fetcher, body.token_endpoint)
  return {
    application: 'own',
    client_id: body.client_id ?? body.issuer ?? '',
    token_endpoint: body.token_endpoint,
    sealed_client_secret: await vault.seal(body.client_secret ?? '', clientSecretBinding(ref)),
    sealed_refresh_token: await vault.seal(writeGrant(grant), refreshTokenBinding(ref)),
  }
}
