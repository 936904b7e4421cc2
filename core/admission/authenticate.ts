import type { CallContext, Caller } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import type { TenantRecord } from '../store/index.ts'
import { hashToken } from './hash-token.ts'
import type { Limits } from './limits.ts'
import type { StoreCache, UsableToken } from './store-cache.ts'

/** The same for every cause, so that a caller can't learn which tenants exist. */
const refused = () =>
  new GatewayError('AUTH_FAILED', 'The bearer token is missing, unknown, expired, revoked or of another tenant', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/**
 * Step 3: the token must be one of the tenant's, or of any tenant where none is named. Throws AUTH_FAILED, RATE_LIMITED
 * for a wrong one too many. Those that come after it are refused by step 2 (`limits.call`).
 */
export const authenticate = (
  { known, limits }: { known: StoreCache; limits: Limits },
  { token, tenant, ip }: Pick<Caller, 'token' | 'tenant' | 'ip'>,
  trail: CallContext,
): MaybePromise<UsableToken> => {
  if (token === undefined) throw refused()
  const hash = hashToken(token)
  const refuse = async (isGood: boolean): Promise<never> => {
    await limits.failed('bearer-token', ip, isGood ? undefined : token)
    throw refused()
  }
  return mapMaybePromise(known.bearerToken(hash), (record) => {
    if (!record) return refuse(false)
    if (tenant !== undefined && record.tenant_id !== tenant) return refuse(true)
    limits.worked('bearer-token', ip, hash)
    trail.tenant = record.tenant_id
    trail.tokenId = record.token_id
    return record
  })
}

/** Step 4. Throws TENANT_NOT_FOUND and TENANT_SUSPENDED. */
export const findTenant = (known: StoreCache, id: string): MaybePromise<TenantRecord> =>
  mapMaybePromise(known.tenant(id), (tenant) => activeOne(tenant, id))

const activeOne = (tenant: TenantRecord | undefined, id: string): TenantRecord => {
  if (!tenant) {
    throw new GatewayError(
      'TENANT_NOT_FOUND',
      `The tenant ${id} has no configuration; an administrator puts it with PUT /admin/tenants/${id}`,
    )
  }
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`)
  return tenant
}
