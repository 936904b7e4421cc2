import { type OAuth2, toScopeParameter } from '../provider/index.ts'
import type { SeedRecord } from '../store/index.ts'
import type { TokenGrant } from './authorization-server/request-token.ts'
import { signAssertion } from './authorization-server/sign-assertion.ts'
import type { StoredGrant } from './stored-grant.ts'

/** The grant to request with a seed, as the provider declares it now; `undefined`: the provider doesn't declare the seed's grant. */
export const buildGrant = (
  stored: StoredGrant,
  { client_id: issuer, token_endpoint: tokenEndpoint }: Pick<SeedRecord, 'client_id' | 'token_endpoint'>,
  declared: OAuth2 | undefined,
): TokenGrant | undefined => {
  switch (stored.grant) {
    case 'authorization_code':
      // A grant that a person gave stays valid, whatever the provider declares.
      return { kind: 'refresh_token', refreshToken: stored.refreshToken }
    case 'client_credentials': {
      if (declared?.grant !== 'client_credentials') return undefined
      return {
        kind: 'client_credentials',
        parameters: { ...declared.parameters, ...toScopeParameter(declared.scopes) },
      }
    }
    case 'jwt_bearer': {
      if (declared?.grant !== 'jwt_bearer') return undefined
      const assertion = (): Promise<string> => signAssertion(declared, stored, { issuer, tokenEndpoint })
      return { kind: 'jwt_bearer', parameters: declared.parameters ?? {}, assertion }
    }
  }
}
