import { hostname } from 'node:os'
import type { GatewayLife } from '@patchbay/core/effects'
import { GatewayError } from '@patchbay/core/errors'
import { inBackground } from '@patchbay/core/in-background'
import { gatewayTooOld } from '@patchbay/core/rules'
import {
  type Fleet,
  featureAbove,
  type GatewayRef,
  gatewayBeatMs,
  gatewayWatchMs,
  type Store,
  type StoredRules,
} from '@patchbay/core/store'
import { type OnWait, waitForStore } from '../store/wait-for-store.ts'
import type { Release } from './release.ts'

/** The part of its lease after which this gateway takes the lease for over: the store's clock may run faster. */
const certainPart = 0.9

/** A gateway as one of those that share a store. */
export interface Membership extends GatewayLife {
  /** Checks the other gateways again if an older one was alive at the last check. */
  refresh(): Promise<void>
  /** Throws CONFLICT if an older gateway that is alive would lose or not obey something in `rules`. */
  assertObeyed(rules: StoredRules): void
  /** Ends the heartbeat, and records that the gateway ends. */
  close(): Promise<void>
}

interface Parts {
  readonly store: Pick<Store, 'gateways'>
  /** The store's location, for a person; no secrets. */
  readonly storeDescription: string
  readonly release: Release
  /** The gateway was taken for dead, and newer ones have the store now. */
  readonly onTooOld: (reason: Error) => void
  /** A beat failed; the next one is tried anyway. */
  readonly onError: (error: unknown) => void
  /** The store isn't ready to admit the gateway, which waits. */
  readonly onWait: OnWait
  /** The store refuses to end the transactions of dead gateways, and ends them by itself within a minute and a half. */
  readonly onRefusal: (reason: Error) => void
}

const nameOlder = ({ gateways }: Fleet, level: number): string =>
  gateways
    .filter((gateway) => gateway.level < level)
    .map(
      ({ gateway_id, host, version, started_at }) => `${host} (${gateway_id}, version ${version}, since ${started_at})`,
    )
    .join(', ')

/** Until when this process may act as the gateway that it is, by its own clocks. */
const createLease = (ms: number) => {
  // A suspended machine stops the first clock; the second may be set.
  const now = () => ({ monotonic: performance.now(), wall: Date.now() })
  const never = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }
  let renewed = never
  return {
    now,
    renew(at: typeof renewed): void {
      renewed = at
    },
    end(): void {
      renewed = never
    },
    holds: (): boolean => performance.now() - renewed.monotonic < ms && Date.now() - renewed.wall < ms,
  }
}

/** Looks for dead gateways, one look after the other. */
const createWatch = (endDead: () => Promise<void>, onError: (error: unknown) => void) => {
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= endDead()
      .catch(onError)
      .finally(() => {
        looking = undefined
      })
  }, gatewayWatchMs)
  timer.unref()
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

/**
 * Admits this gateway to the store, and records from then on that it is alive. Throws an Error for the operator if it is too old.
 */
export const joinStore = async ({
  store,
  storeDescription,
  release: { version, level, leaseMs },
  onTooOld,
  onError,
  onWait,
  onRefusal,
}: Parts): Promise<Membership> => {
  const { isShared } = store.gateways
  const newSelf = (): GatewayRef => ({ gateway_id: crypto.randomUUID(), host: hostname(), version, level })
  let self = newSelf()
  let fleet: Fleet = { lowest: 0, gateways: [] }
  const lease = createLease(isShared ? leaseMs * certainPart : Number.POSITIVE_INFINITY)
  const findSelf = (): string | undefined =>
    fleet.gateways.find(({ gateway_id }) => gateway_id === self.gateway_id)?.started_at

  const renew = async (): Promise<void> => {
    const renewedAt = lease.now()
    fleet = await store.gateways.beat(self, leaseMs)
    if (fleet.lowest > self.level) throw gatewayTooOld(storeDescription, fleet.lowest, self.level)
    lease.renew(renewedAt)
  }
  /**
   * Renews the lease. A gateway that may have been taken for dead returns under another id: others may have ended the
   * work it left open under the old one.
   */
  const beat = async (): Promise<void> => {
    if (!lease.holds()) self = newSelf()
    const startedAt = findSelf()
    await renew()
    if (startedAt === undefined || findSelf() === startedAt) return
    lease.end()
    await store.gateways.leave(self.gateway_id)
    self = newSelf()
    await renew()
  }
  const endDead = async (): Promise<void> => {
    const refusal = await store.gateways.endDead()
    if (refusal) onRefusal(refusal)
  }
  // A dead gateway's locks may be in the way already.
  const watch = isShared ? createWatch(endDead, onError) : undefined
  try {
    await waitForStore(renew, { onWait, ...(!isShared && { mostMs: 0 }) })
  } catch (error) {
    await watch?.close()
    throw error
  }

  let beating: Promise<void> | undefined
  const beatOnce = (): Promise<void> => {
    beating ??= beat().finally(() => {
      beating = undefined
    })
    return beating
  }
  const timer = setInterval(() => {
    const beaten = beatOnce().catch((error) => (fleet.lowest > self.level ? onTooOld(error) : onError(error)))
    inBackground(beaten, 'beat')
  }, gatewayBeatMs)
  timer.unref()

  return {
    id: () => self.gateway_id,
    isAlive: lease.holds,
    refresh: async () => {
      if (fleet.lowest < self.level) await beatOnce()
    },
    assertObeyed(rules) {
      const feature = featureAbove(fleet.lowest, rules)
      if (!feature) return
      throw new GatewayError(
        'CONFLICT',
        `${feature.name} can't be stored while an older gateway is running, which would not obey it: stop or upgrade ` +
          nameOlder(fleet, feature.level),
      )
    },
    async close() {
      clearInterval(timer)
      await watch?.close()
      await beating?.catch(onError)
      // Its lease ends by itself.
      await store.gateways.leave(self.gateway_id).catch(onError)
    },
  }
}
