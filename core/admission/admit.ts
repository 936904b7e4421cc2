import type { AdmittedCaller, CallRecord, RateLimitHeaders, UnadmittedCaller, UsableToken } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import type { NextStep } from '../next-step.ts'
import { hashToken, type TenantRecord } from '../store/index.ts'
import type { CountedKind } from './caller-limits.ts'
import type { AdmissionLimits } from './limits.ts'
import type { StoreCache } from './store-cache.ts'
import type { WindowState } from './windows.ts'

export interface AdmissionParts {
  readonly storeCache: StoreCache
  readonly limits: AdmissionLimits
}

/** A request whose caller is to be admitted, its record, and the hash of its token. */
interface Admission extends AdmissionParts {
  readonly caller: UnadmittedCaller
  readonly record: CallRecord
  readonly hash: string
  /** True if the token was recorded lately as one that works from this address. */
  readonly isProven: boolean
}

/**
 * Identifies the caller: the token, and its tenant, which must be active. A step returns a promise only if its records aren't in
 * memory. Throws RATE_LIMITED, AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED.
 */
export const identifyCaller = (
  { storeCache, limits }: AdmissionParts,
  caller: UnadmittedCaller,
  record: CallRecord,
): MaybePromise<AdmittedCaller> => {
  const { token, arrival } = caller
  if (token === undefined) return refuse({ limits, caller, record }, unauthenticated())
  const hash = hashToken(token)
  const attempted = limits.attempt('token', arrival.ip, hash)
  const admission = { storeCache, limits, caller, record, hash, isProven: attempted === true }
  return attempted instanceof Promise ? findTokenAfter(attempted, admission) : findToken(admission)
}

/** One error for every cause, so that a caller can't learn which tenants exist. */
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
  { limits, caller, record }: Pick<Admission, 'limits' | 'caller' | 'record'>,
  refusal: GatewayError,
  failed?: Promise<void>,
): Promise<never> => {
  const [counted, attempt] = await Promise.allSettled([limits.stranger(caller.arrival.ip), failed])
  if (counted.status === 'rejected') throw counted.reason
  if (attempt.status === 'rejected') throw attempt.reason
  record.limits = counted.value?.headers
  throw refusal
}

const findToken = (admission: Admission): MaybePromise<AdmittedCaller> =>
  mapMaybePromise(admission.storeCache.token(admission.hash), checkToken, admission)

const findTokenAfter = async (attempted: Promise<unknown>, admission: Admission): Promise<AdmittedCaller> => {
  await attempted
  return findToken(admission)
}

/**
 * The token must belong to the tenant that the request names, or to any tenant if the request names none. A failure is counted also when the
 * token is good but belongs to another tenant; after too many, `attempt` refuses.
 */
const checkToken = (token: UsableToken | undefined, admission: Admission): MaybePromise<AdmittedCaller> => {
  const { limits, storeCache, caller, record, hash, isProven } = admission
  const { ip } = caller.arrival
  const id = token?.tenant_id
  if (!token || id === undefined || (caller.namedTenant !== undefined && caller.namedTenant !== id))
    return refuse(admission, unauthenticated(), limits.failed('token', ip, token ? undefined : hash))
  if (!isProven) limits.worked('token', ip, hash)
  record.tenantId = id
  record.tokenId = token.token_id
  return mapMaybePromise(storeCache.tenant(id), checkTenant, token, admission)
}

const checkTenant = (
  tenant: TenantRecord | undefined,
  token: UsableToken,
  admission: Admission,
): MaybePromise<AdmittedCaller> => {
  const id = token.tenant_id
  if (!tenant) {
    const next: NextStep = { route: 'put_tenant', params: { tenant: id } }
    const why = `The tenant ${id} has no configuration`
    return refuse(admission, new GatewayError('TENANT_NOT_FOUND', why, { next }))
  }
  if (tenant.status !== 'active')
    return refuse(admission, new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`))
  const { storeCache, caller } = admission
  const { source, arrival, namedTenant, token: presented } = caller
  const access = storeCache.access(token, tenant)
  return {
    source,
    arrival,
    namedTenant,
    token: presented,
    tenant,
    tokenId: token.token_id,
    usableToken: token,
    access,
  }
}

const headersOf = (window: WindowState | undefined): RateLimitHeaders | undefined => window?.headers

/** Counts a request of an admitted caller. Returns the headers of its limit. Throws RATE_LIMITED. */
export const countCall = (
  { limits }: AdmissionParts,
  { arrival, usableToken, tenant }: AdmittedCaller,
  kind: CountedKind,
): MaybePromise<RateLimitHeaders | undefined> =>
  mapMaybePromise(limits.caller(kind, arrival.ip, usableToken, tenant), headersOf)
