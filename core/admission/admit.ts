import { type CallContext, nearest, type Standing } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { hashToken, type TenantRecord } from '../store/index.ts'
import type { Limits } from './limits.ts'
import type { StoreCache, UsableToken } from './store-cache.ts'

export interface AdmissionParts {
  readonly storeCache: StoreCache
  readonly limits: Limits
}

/**
 * Lets a caller in: counts its address, finds its token, then the tenant, and counts the call for these two. Each step answers at once
 * where what it needs is in memory. Throws RATE_LIMITED, AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED.
 */
export const admit = (parts: AdmissionParts, context: CallContext): MaybePromise<TenantRecord> => {
  const counted = parts.limits.call(context.arrival.ip, context.token)
  return counted instanceof Promise
    ? counted.then((standing) => authenticate(parts, context, standing))
    : authenticate(parts, context, counted)
}

/** The same for every cause, so that a caller can't learn which tenants exist. */
const refused = () =>
  new GatewayError('AUTH_FAILED', 'The token is missing, unknown, expired, revoked or of another tenant', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** Counts a wrong token, or a good one of another tenant; those that come after too many are refused by `limits.call`. */
const refuse = async ({ limits }: AdmissionParts, { arrival, token }: CallContext, isGood: boolean): Promise<never> => {
  await limits.failed('bearer-token', arrival.ip, isGood ? undefined : token)
  throw refused()
}

/** The token must be one of the tenant's, or of any tenant where the request names none. */
const authenticate = (
  parts: AdmissionParts,
  context: CallContext,
  standing: Standing | undefined,
): MaybePromise<TenantRecord> => {
  context.limits = standing?.headers
  if (context.token === undefined) throw refused()
  const hash = hashToken(context.token)
  const found = parts.storeCache.bearerToken(hash)
  return found instanceof Promise
    ? found.then((token) => findTenant(parts, context, standing, hash, token))
    : findTenant(parts, context, standing, hash, found)
}

const findTenant = (
  parts: AdmissionParts,
  context: CallContext,
  standing: Standing | undefined,
  hash: string,
  token: UsableToken | undefined,
): MaybePromise<TenantRecord> => {
  if (!token) return refuse(parts, context, false)
  const { tenant_id: id } = token
  if (context.namedTenant !== undefined && context.namedTenant !== id) return refuse(parts, context, true)
  parts.limits.worked('bearer-token', context.arrival.ip, hash)
  context.tenantId = id
  context.tokenId = token.token_id
  const found = parts.storeCache.tenant(id)
  return found instanceof Promise
    ? found.then((tenant) => countCaller(parts, context, standing, token, tenant))
    : countCaller(parts, context, standing, token, found)
}

/** The tenant must be there and active; its call counts for those limits that it and its token have of their own. */
const countCaller = (
  { limits }: AdmissionParts,
  context: CallContext,
  standing: Standing | undefined,
  token: UsableToken,
  tenant: TenantRecord | undefined,
): MaybePromise<TenantRecord> => {
  const id = token.tenant_id
  if (!tenant) {
    throw new GatewayError(
      'TENANT_NOT_FOUND',
      `The tenant ${id} has no configuration; an administrator puts it with PUT /admin/tenants/${id}`,
    )
  }
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`)
  context.tenant = tenant
  const own = limits.ofCaller(context.arrival.ip, token, tenant)
  if (!own) return tenant
  const tell = (counted: Standing): TenantRecord => {
    context.limits = nearest(standing, counted).headers
    return tenant
  }
  return own instanceof Promise ? own.then(tell) : tell(own)
}
