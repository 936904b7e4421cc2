import { GatewayError } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import type { Store } from '../store/index.ts'
import { checkQuota, type Reservation, reserveCall } from '../usage/index.ts'
import type { Quota, StoreCache } from './store-cache.ts'

/**
 * Reserves one call of the tenant's quota; `undefined` if the tenant has no hard limit. A dry run reserves nothing. Throws
 * RATE_LIMITED.
 */
export type ReserveQuota = (tenant: string, isDryRun?: boolean) => MaybePromise<Reservation | undefined>

/** Creates the reservation of quotas. `onReached` is called for each call that is refused because the month's quota is used up. */
export const createReserveQuota = (
  store: Pick<Store, 'audit' | 'rollUps' | 'quotas'>,
  storeCache: StoreCache,
  onReached: (quota: Quota) => void,
): ReserveQuota => {
  const reserve = async (quota: Quota, isDryRun: boolean): Promise<Reservation | undefined> => {
    try {
      return await (isDryRun ? checkQuota : reserveCall)(store, quota, new Date())
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'RATE_LIMITED') onReached(quota)
      throw error
    }
  }
  const reserveLimited = (quota: Quota, isDryRun: boolean) => (quota.hard_limit ? reserve(quota, isDryRun) : undefined)
  return (tenant, isDryRun = false) => mapMaybePromise(storeCache.quota(tenant), reserveLimited, isDryRun)
}
