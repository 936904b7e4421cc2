import { LRUCache } from 'lru-cache'
import type { CallWitness } from '../context/index.ts'
import type { AuditEntry, FailedCalls } from '../store/index.ts'
import { currentMs, shiftTime, type UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { sealFailedCall } from './failed-call.ts'

export const failedCallBounds = {
  /** The newest calls of a tenant that are kept. */
  ofTenant: 200,
  /** The calls of a tenant that a gateway keeps in a minute: a flood of failures must not become writes. */
  perMinute: 60,
  keptMs: 24 * 3_600_000,
} as const

const mostTenants = 10_000
const minuteMs = 60_000

/** Counts the calls of each tenant in the present minute. */
const createMinutes = () => {
  const minutes = new LRUCache<string, { readonly minute: number; calls: number }>({ max: mostTenants })
  return (tenant: string, now: UnixMs): boolean => {
    const minute = Math.floor(now / minuteMs)
    const lastMinute = minutes.get(tenant)
    const counted = lastMinute?.minute === minute ? lastMinute : { minute, calls: 0 }
    minutes.set(tenant, counted)
    return ++counted.calls <= failedCallBounds.perMinute
  }
}

export interface KeepFailedCallsParts {
  readonly store: { readonly failedCalls: Pick<FailedCalls, 'add'> }
  readonly vault: Pick<Vault, 'seal'>
  readonly onError: (error: unknown) => void
}

/** Keeps a failed call beside its audit entry. It never rejects: keeping must not change how a call fails. */
export type KeepFailedCall = (entry: Pick<AuditEntry, 'id' | 'tenant'>, witness: CallWitness) => Promise<void>

export const createKeepFailedCall = ({ store, vault, onError }: KeepFailedCallsParts): KeepFailedCall => {
  const isWithinBound = createMinutes()
  return async ({ id, tenant }, witness) => {
    const now = currentMs()
    const knowsNothing = witness.parameters === undefined && !witness.exchange
    if (tenant === null || knowsNothing || !isWithinBound(tenant, now)) return
    try {
      const sealed = await sealFailedCall(vault, { id, tenant }, witness)
      const record = { id, tenant, sealed, due_at: shiftTime(now, failedCallBounds.keptMs) }
      await store.failedCalls.add(record, failedCallBounds.ofTenant)
    } catch (error) {
      onError(error)
    }
  }
}
