import type { CallContext, UsableToken, WindowState } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { NextStep } from '../next-step.ts'
import { hashToken, type TenantRecord } from '../store/index.ts'
import type { Asked } from './caller-limits.ts'
import type { AdmissionLimits } from './limits.ts'
import type { StoreCache } from './store-cache.ts'

export interface AdmissionParts {
  readonly storeCache: StoreCache
  readonly limits: AdmissionLimits
}

/**
 * Finds out who calls: the token, and its tenant, which must be active. A step returns a promise only when memory doesn't hold what it
 * needs. Throws RATE_LIMITED, AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED.
 */
export const identifyCaller = (parts: AdmissionParts, context: CallContext): MaybePromise<TenantRecord> => {
  const { token, arrival } = context
  if (token === undefined) return refuse(parts, context, unauthenticated())
  const hash = hashToken(token)
  const attempted = parts.limits.attempt('token', arrival.ip, hash)
  return attempted instanceof Promise
    ? attempted.then(() => findToken(parts, context, hash))
    : findToken(parts, context, hash)
}

/** The same error for every cause, so that a caller can't learn which tenants exist. */
const unauthenticated = () =>
  new GatewayError(
    'AUTH_FAILED',
    'The tenant token is missing, unknown, expired, revoked or another tenant’s; send a valid one in the header "Authorization: Bearer <token>"',
    { headers: { 'www-authenticate': 'Bearer' } },
  )

/**
 * Counts a caller who isn't admitted, by address, and counts the failed attempt. Throws RATE_LIMITED, or the reason for the
 * refusal.
 */
const refuse = async (
  { limits }: AdmissionParts,
  context: CallContext,
  refusal: GatewayError,
  failed?: Promise<void>,
): Promise<never> => {
  const [counted, attempt] = await Promise.allSettled([limits.stranger(context.arrival.ip), failed])
  if (counted.status === 'rejected') throw counted.reason
  if (attempt.status === 'rejected') throw attempt.reason
  context.limits = counted.value?.headers
  throw refusal
}

const findToken = (parts: AdmissionParts, context: CallContext, hash: string): MaybePromise<TenantRecord> => {
  const found = parts.storeCache.token(hash)
  return found instanceof Promise
    ? found.then((token) => checkToken(parts, context, hash, token))
    : checkToken(parts, context, hash, found)
}

/**
 * The token must belong to the tenant that the request names, or to any tenant if the request names none. A failure is counted also when the
 * token is good but belongs to another tenant; after too many, `attempt` refuses.
 */
const checkToken = (
  parts: AdmissionParts,
  context: CallContext,
  hash: string,
  token: UsableToken | undefined,
): MaybePromise<TenantRecord> => {
  const { limits, storeCache } = parts
  const { ip } = context.arrival
  const id = token?.tenant_id
  if (!token || id === undefined || (context.namedTenant !== undefined && context.namedTenant !== id))
    return refuse(parts, context, unauthenticated(), limits.failed('token', ip, token ? undefined : hash))
  limits.worked('token', ip, hash)
  context.tenantId = id
  context.tokenId = token.token_id
  const found = storeCache.tenant(id)
  return found instanceof Promise
    ? found.then((tenant) => checkTenant(parts, context, token, tenant))
    : checkTenant(parts, context, token, found)
}

const checkTenant = (
  parts: AdmissionParts,
  context: CallContext,
  token: UsableToken,
  tenant: TenantRecord | undefined,
): MaybePromise<TenantRecord> => {
  const id = token.tenant_id
  if (!tenant) {
    const next: NextStep = { route: 'put_tenant', params: { tenant: id } }
    const why = `The tenant ${id} has no configuration`
    return refuse(parts, context, new GatewayError('TENANT_NOT_FOUND', why, { next }))
  }
  if (tenant.status !== 'active')
    return refuse(parts, context, new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`))
  context.usableToken = token
  context.tenant = tenant
  context.access = parts.storeCache.access(token, tenant)
  return tenant
}

/** Counts what an admitted caller asks for. Throws RATE_LIMITED. */
export const countCall = ({ limits }: AdmissionParts, context: CallContext, asked: Asked): MaybePromise<void> => {
  const { arrival, usableToken, tenant } = context
  if (!usableToken || !tenant) throw new TypeError('only what an admitted caller asks for is counted')
  const counted = limits.caller(asked, arrival.ip, usableToken, tenant)
  if (counted instanceof Promise) return counted.then((window) => setLimits(context, window))
  setLimits(context, counted)
}

const setLimits = (context: CallContext, window: WindowState | undefined): void => {
  context.limits = window?.headers
}
