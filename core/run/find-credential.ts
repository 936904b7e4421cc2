import { GatewayError } from '../errors.ts'
import type { AccountRef } from '../store/index.ts'
import type { Credential } from './known.ts'

const adminPath = ({ tenant, provider, account }: AccountRef): string =>
  `PUT /admin/tokens/${tenant}/${provider}/${account}`

/** Step 10: the credential must be there and alive. Throws TOKEN_MISSING and TOKEN_EXPIRED. */
export const usable = (credential: Credential | undefined, ref: AccountRef): Credential => {
  if (!credential) {
    throw new GatewayError(
      'TOKEN_MISSING',
      `No API token is stored for ${ref.provider}/${ref.account}; an administrator stores one with ${adminPath(ref)}`,
    )
  }
  if (credential.expiresAt !== null && credential.expiresAt * 1000 <= Date.now()) {
    throw new GatewayError(
      'TOKEN_EXPIRED',
      `The API token of ${ref.provider}/${ref.account} has expired; an administrator stores a new one with ${adminPath(ref)}`,
    )
  }
  return credential
}
