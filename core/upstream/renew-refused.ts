import type { Deadline } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { Credential, Refresher } from '../refresh/index.ts'
import type { AccountRef } from '../store/index.ts'

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
