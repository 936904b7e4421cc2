import type { Deadline } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type Credential, hasExpired, type Refresher } from '../refresh/index.ts'
import { type AccountRef, accountPath } from '../store/index.ts'

const adminPath = (ref: AccountRef): string => `PUT /admin/tokens/${accountPath(ref)}`

/** Why there is none that can be used, and nothing to refresh it with. */
const unusable = (credential: Credential | undefined, ref: AccountRef): GatewayError =>
  credential
    ? new GatewayError(
        'TOKEN_EXPIRED',
        `The credential of ${ref.provider}/${ref.account} has expired; an administrator stores a new one with ${adminPath(ref)}, ` +
          'or has it refreshed from now on with POST /admin/seed-oauth',
      )
    : new GatewayError(
        'TOKEN_MISSING',
        `No credential is stored for ${ref.provider}/${ref.account}; an administrator stores one with ${adminPath(ref)}`,
      )

/** Whether a stored credential can be sent as it is. */
export const isAlive = (stored: Credential | undefined): stored is Credential =>
  stored !== undefined && !hasExpired(stored)

/**
 * A credential in the place of one that is missing or has expired: an account with an OAuth seed gets a new one. Throws
 * TOKEN_MISSING and TOKEN_EXPIRED, UPSTREAM_ERROR when the token endpoint fails. A caller that hangs up or runs out of time stops
 * waiting; the refresh goes on.
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

const isUnauthorized = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.code === 'UPSTREAM_ERROR' && error.status === 401

/**
 * A new credential for a call that its provider answered 401 although the token should live: it may have been revoked, or the
 * clocks differ. A provider that says 401 for lack of permission must not cost a token family, so the refresher allows that
 * once a minute. Throws `refused`, the provider's error, where there is nothing new.
 */
export const renewRefused = async (
  refresher: Refresher,
  ref: AccountRef,
  stale: Credential,
  deadline: Deadline,
  refused: unknown,
): Promise<Credential> => {
  if (!isUnauthorized(refused)) throw refused
  const fresh = await renew(refresher, ref, stale, deadline, refused)
  if (!fresh) throw refused
  return fresh
}

const renew = async (
  refresher: Refresher,
  ref: AccountRef,
  { version }: Credential,
  deadline: Deadline,
  refused: GatewayError,
): Promise<Credential | undefined> => {
  try {
    return await deadline.orAbort(refresher.renew(ref, version, true))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'UPSTREAM_ERROR' || error.code === 'UNAVAILABLE') return undefined
    // With the provider's own words, as it may have meant something else.
    if (error.code === 'TOKEN_EXPIRED')
      throw new GatewayError('TOKEN_EXPIRED', error.message, { details: refused.extras.details })
    throw error
  }
}
