import { type Soon, soon } from '../soon.ts'
import type { Store } from '../store/index.ts'
import { type Reservation, reserveCall } from '../usage/index.ts'
import type { Known } from './known.ts'

/** Step 8: takes a call out of the tenant's quota; `undefined` where there is none. Throws RATE_LIMITED. */
export type Reserve = (tenant: string) => Soon<Reservation | undefined>

export const createReserve = (store: Pick<Store, 'audit' | 'rollUps' | 'quotas'>, known: Known): Reserve => {
  return (tenant) =>
    soon(known.quota(tenant), (quota) => (quota.hard_limit ? reserveCall(store, quota, new Date()) : undefined))
}
