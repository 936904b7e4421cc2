import type { Deadline } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type Credential, hasExpired, type Refresher } from '../refresh/index.ts'
import type { AccountRef } from '../store/index.ts'

const adminPath = ({ tenant, provider, account }: AccountRef): string =>
  `PUT /admin/tokens/${tenant}/${provider}/${account}`

/** Why there is none that can be used, and nothing to refresh it with. */
const unusable = (credential: Credential | undefined, ref: AccountRef): GatewayError =>
  credential
    ? new GatewayError(
        'TOKEN_EXPIRED',
        `The API token of ${ref.provider}/${ref.account} has expired; an administrator stores a new one with ${adminPath(ref)}, ` +
          'or has it refreshed from now on with POST /admin/seed-oauth',
      )
    : new GatewayError(
        'TOKEN_MISSING',
        `No API token is stored for ${ref.provider}/${ref.account}; an administrator stores one with ${adminPath(ref)}`,
      )

/** Whether a stored credential can be sent as it is. */
export const isAlive = (stored: Credential | undefined): stored is Credential =>
  stored !== undefined && !hasExpired(stored)

/**
 * A credential in the place of one that is missing or has expired: an account with an OAuth seed gets a new one. Throws
 * TOKEN_MISSING and TOKEN_EXPIRED, UPSTREAM_ERROR when the token endpoint fails. Who hangs up or runs out of time leaves alone.
 */
export const renewExpired = async (
  refresher: Refresher,
  stored: Credential | undefined,
  ref: AccountRef,
  deadline: Deadline,
): Promise<Credential> => {
  const fresh = await deadline.orAbort(refresher.renew(ref, stored?.version ?? null))
  if (!fresh) throw unusable(stored, ref)
  return fresh
}
