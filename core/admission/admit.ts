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
 * Admits a caller: counts the address, finds the token and its tenant, and counts the call for both. A step returns a promise
 * only when memory doesn't hold what it needs. Throws RATE_LIMITED, AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED.
 */
export const admit = (parts: AdmissionParts, context: CallContext): MaybePromise<TenantRecord> => {
  const counted = parts.limits.call(context.arrival.ip, context.token)
  return counted instanceof Promise
    ? counted.then((standing) => authenticate(parts, context, standing))
    : authenticate(parts, context, counted)
}

/** The same error for every cause, so that a caller can't learn which tenants exist. */
const refused = () =>
  new GatewayError(
    'AUTH_FAILED',
    'Send a token of the tenant in the header "Authorization: Bearer <token>"; it is missing, unknown, expired, revoked or another tenant’s',
    { headers: { 'www-authenticate': 'Bearer' } },
  )

/** Counts a failure, also when the token is good but belongs to another tenant. After too many, `limits.call` refuses. */
const refuse = async ({ limits }: AdmissionParts, { arrival, token }: CallContext, isGood: boolean): Promise<never> => {
  await limits.failed('token', arrival.ip, isGood ? undefined : token)
  throw refused()
}

/** The token must belong to the tenant that the request names, or to any tenant if the request names none. */
const authenticate = (
  parts: AdmissionParts,
  context: CallContext,
  standing: Standing | undefined,
): MaybePromise<TenantRecord> => {
  context.limits = standing?.headers
  if (context.token === undefined) throw refused()
  const hash = hashToken(context.token)
  const found = parts.storeCache.token(hash)
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
  parts.limits.worked('token', context.arrival.ip, hash)
  context.tenantId = id
  context.tokenId = token.token_id
  const found = parts.storeCache.tenant(id)
  return found instanceof Promise
    ? found.then((tenant) => countCaller(parts, context, standing, token, tenant))
    : countCaller(parts, context, standing, token, found)
}

/** The tenant must exist and be active. The call counts towards the tenant's own limit and the token's own limit. */
const countCaller = (
  { limits, storeCache }: AdmissionParts,
  context: CallContext,
  standing: Standing | undefined,
  token: UsableToken,
  tenant: TenantRecord | undefined,
): MaybePromise<TenantRecord> => {
  const id = token.tenant_id
  if (!tenant) {
    throw new GatewayError(
      'TENANT_NOT_FOUND',
      `The tenant ${id} has no configuration; an administrator stores one with PUT /admin/tenants/${id}`,
    )
  }
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`)
  context.tenant = tenant
  context.access = storeCache.access(token, tenant)
  const own = limits.caller(context.arrival.ip, token, tenant)
  if (!own) return tenant
  const withStanding = (counted: Standing): TenantRecord => {
    context.limits = nearest(standing, counted).headers
    return tenant
  }
  return own instanceof Promise ? own.then(withStanding) : withStanding(own)
}
