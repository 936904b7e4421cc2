import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { AuditReader, BillingRecord, Store } from '../store/index.ts'
import { dayAfter, nextMonth, startOfMonth, toDay, toMonth } from './counts/periods.ts'
import { billableIn, readUsage } from './usage.ts'

type QuotaStore = AuditReader & Pick<Store, 'quotas'>

/** A call that was taken from its month's quota. */
export interface Reservation {
  /** Gives the call back, as it isn't billed. */
  release(): Promise<void>
}

/** The logged billable calls of this month. */
export const billableThisMonth = async (
  reader: AuditReader,
  tenant: string,
  now: Date,
  signal?: AbortSignal,
): Promise<number> =>
  billableIn(await readUsage(reader, tenant, toDay(startOfMonth(toMonth(now))), dayAfter(toDay(now)), signal))

/** Counts a tenant's billable calls of this month. */
export type CountBillable = (
  of: { readonly tenant: string; readonly now: Date },
  signal?: AbortSignal,
) => Promise<number>

/** Sets the quota to the number of logged calls, if the tenant has a hard limit. */
export const settleQuota = async (
  { quotas, billable }: Pick<Store, 'quotas'> & { readonly billable: CountBillable },
  { tenant, hard_limit }: BillingRecord,
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  if (hard_limit) await quotas.settle(tenant, toMonth(now), await billable({ tenant, now }, signal))
}

const overLimit = (limit: number, now: Date): GatewayError => {
  const turn = nextMonth(now)
  return new GatewayError(
    'RATE_LIMITED',
    `This month's limit of ${limit} calls is reached; the next month begins on ${toDay(turn)}`,
    { retryAfter: Math.max(1, Math.ceil((turn.getTime() - now.getTime()) / 1000)) },
  )
}

/** A tenant's limit as its billing has it. */
type MonthlyLimit = Pick<BillingRecord, 'tenant' | 'hard_limit' | 'monthly_limit'>

/** Asks the counts, and first tells them what the log has if they don't know. */
const askQuota = async <A extends string>(
  store: QuotaStore,
  tenant: string,
  now: Date,
  ask: () => MaybePromise<A | 'unknown'>,
): Promise<A | 'unknown'> => {
  const answer = await ask()
  if (answer !== 'unknown') return answer
  await store.quotas.settle(tenant, toMonth(now), await billableThisMonth(store, tenant, now))
  return ask()
}

/**
 * Takes a call from a tenant's quota before the call is made. Returns `undefined` if there is no hard limit. If no call is
 * left, throws RATE_LIMITED with the seconds until the next month.
 */
export const reserveCall = async (
  store: QuotaStore,
  { tenant, hard_limit, monthly_limit: limit }: MonthlyLimit,
  now: Date,
): Promise<Reservation | undefined> => {
  if (!hard_limit || limit === null) return undefined
  const month = toMonth(now)
  const answer = await askQuota(store, tenant, now, () => store.quotas.reserve(tenant, month, limit))
  if (answer !== 'reserved') throw overLimit(limit, now)
  return {
    release: async () => {
      await store.quotas.release(tenant, month)
    },
  }
}

/** Throws RATE_LIMITED as `reserveCall` does, and takes nothing. */
export const checkQuota = async (
  store: QuotaStore,
  { tenant, hard_limit, monthly_limit: limit }: MonthlyLimit,
  now: Date,
): Promise<undefined> => {
  if (!hard_limit || limit === null) return
  const answer = await askQuota(store, tenant, now, () => store.quotas.look(tenant, toMonth(now), limit))
  if (answer !== 'free') throw overLimit(limit, now)
}
