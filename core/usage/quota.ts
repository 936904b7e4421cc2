import { GatewayError } from '../errors.ts'
import type { BillingRecord, Store } from '../store/index.ts'
import { dayAfter, dayOf, monthOf, nextMonth, startOfMonth } from './periods.ts'
import { billableIn, readUsage } from './usage.ts'

type QuotaStore = Pick<Store, 'audit' | 'rollUps' | 'quotas'>

/** A call that was taken out of its month's quota. */
export interface Reservation {
  /** Gives it back: the call is not on the bill. */
  release(): Promise<void>
}

/** The billable calls that the log has of this month. */
export const billableThisMonth = async (store: QuotaStore, tenant: string, now: Date): Promise<number> =>
  billableIn(await readUsage(store, tenant, dayOf(startOfMonth(monthOf(now))), dayAfter(dayOf(now))))

/** Tells the quota what the log has, where calls over the limit are refused. */
export const settleQuota = async (
  store: QuotaStore,
  { tenant, hard_limit }: BillingRecord,
  now: Date,
): Promise<void> => {
  if (hard_limit) await store.quotas.settle(tenant, monthOf(now), await billableThisMonth(store, tenant, now))
}

const overLimit = (limit: number, now: Date): GatewayError => {
  const turn = nextMonth(now)
  return new GatewayError(
    'RATE_LIMITED',
    `This month's limit of ${limit} calls is reached; the next month begins on ${dayOf(turn)}`,
    { retryAfter: Math.max(1, Math.ceil((turn.getTime() - now.getTime()) / 1000)) },
  )
}

/**
 * Takes a call out of a tenant's quota, before anything is done for it; `undefined` where there is no hard limit. Throws
 * RATE_LIMITED, with the seconds until the month turns, when none is left.
 */
export const reserveCall = async (
  store: QuotaStore,
  billing: Pick<BillingRecord, 'tenant' | 'hard_limit' | 'monthly_limit'>,
  now: Date,
): Promise<Reservation | undefined> => {
  const { tenant, hard_limit, monthly_limit: limit } = billing
  if (!hard_limit || limit === null) return undefined
  const month = monthOf(now)
  let answer = await store.quotas.reserve(tenant, month, limit)
  if (answer === 'unknown') {
    await store.quotas.settle(tenant, month, await billableThisMonth(store, tenant, now))
    answer = await store.quotas.reserve(tenant, month, limit)
  }
  if (answer !== 'reserved') throw overLimit(limit, now)
  return { release: () => store.quotas.release(tenant, month) }
}
