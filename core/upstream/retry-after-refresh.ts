import type { Data } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { Credential, Refresher } from '../refresh/index.ts'
import type { AccountRef } from '../store/index.ts'
import type { ProviderCall } from './call-provider.ts'

const isRefused = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.code === 'UPSTREAM_ERROR' && error.status === 401

/**
 * Sends a call, and once more with a new token when the provider answers 401 although the token should live: it may have
 * been revoked, or the clocks differ. A provider that says 401 for lack of permission must not cost a token family, so
 * the refresher allows that once a minute; where it has nothing new, the provider's error stands.
 */
export const retryAfterRefresh = async (
  refresher: Refresher,
  ref: AccountRef,
  call: ProviderCall,
  send: (call: ProviderCall) => Promise<Data>,
): Promise<Data> => {
  try {
    return await send(call)
  } catch (error) {
    if (!isRefused(error)) throw error
    const fresh = await renewRefused(refresher, ref, call, error)
    if (!fresh) throw error
    return send({ ...call, credential: fresh })
  }
}

const renewRefused = async (
  refresher: Refresher,
  ref: AccountRef,
  { credential, deadline }: ProviderCall,
  refused: GatewayError,
): Promise<Credential | undefined> => {
  try {
    return await deadline.leave(refresher.renew(ref, credential.version, true))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'UPSTREAM_ERROR' || error.code === 'UNAVAILABLE') return undefined
    // With the provider's own words, as it may have meant something else.
    if (error.code === 'TOKEN_EXPIRED')
      throw new GatewayError('TOKEN_EXPIRED', error.message, { details: refused.extras.details })
    throw error
  }
}
