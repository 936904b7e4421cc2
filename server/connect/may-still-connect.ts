import { Access, type AccessPolicy, parseGrantScope } from '@patchbay/core/access'
import {
  type AccountRef,
  hasTokenExpired,
  type LinkRequester,
  type Store,
  type TenantRecord,
  type TenantTokenRecord,
} from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'

/** The policies of a token as they are now. */
interface TokenPolicies {
  readonly token?: TenantTokenRecord
  readonly grant?: AccessPolicy
}

/** `undefined`: the token has expired, or was removed with what it was issued from. */
const findPolicies = async (
  { tenantTokens, grants }: Pick<Store, 'tenantTokens' | 'grants'>,
  tenant: string,
  tokenId: string,
  now: Date,
): Promise<TokenPolicies | undefined> => {
  const moment = msOf(now)
  const own = await tenantTokens.findById(tenant, tokenId)
  if (own) return hasTokenExpired(own, moment) ? undefined : { token: own }
  const issued = await grants.findByTokenId(tenant, tokenId)
  if (!issued || hasTokenExpired(issued, moment)) return undefined
  const grant = parseGrantScope(issued.scope)
  if (issued.bearer_hash === null) return { grant }
  const token = await tenantTokens.find(issued.bearer_hash)
  return token && !hasTokenExpired(token, moment) ? { token, grant } : undefined
}

/**
 * True if the caller who got a link may still connect its account: the link ends with the caller's token, and with the right. Whoever has a
 * token that leaked would otherwise decide for another hour where everybody's calls go.
 */
export const mayStillConnect = async (
  store: Pick<Store, 'tenantTokens' | 'grants'>,
  { options }: Pick<TenantRecord, 'options'>,
  { tenant, provider, account }: AccountRef,
  { token_id }: LinkRequester,
  now: Date,
): Promise<boolean> => {
  if (!options.self_connect || token_id === null) return false
  const policies = await findPolicies(store, tenant, token_id, now)
  return policies !== undefined && Access.of({ tenant: options, ...policies }).mayConnect(provider, account)
}
