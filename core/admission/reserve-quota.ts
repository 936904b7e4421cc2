import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import type { Store } from '../store/index.ts'
import { type Reservation, reserveCall } from '../usage/index.ts'
import type { StoreCache } from './store-cache.ts'

/** Reserves one call of the tenant's quota; `undefined` if the tenant has no hard limit. Throws RATE_LIMITED. */
export type ReserveQuota = (tenant: string) => MaybePromise<Reservation | undefined>

export const createReserveQuota = (
  store: Pick<Store, 'audit' | 'rollUps' | 'quotas'>,
  storeCache: StoreCache,
): ReserveQuota => {
  return (tenant) =>
    mapMaybePromise(storeCache.quota(tenant), (quota) =>
      quota.hard_limit ? reserveCall(store, quota, new Date()) : undefined,
    )
}
