import { hostname } from 'node:os'
import { GatewayError } from '@patchbay/core/errors'
import {
  type Fleet,
  featureAbove,
  type GatewayRef,
  gatewayBeatMs,
  type Store,
  type StoredRules,
} from '@patchbay/core/store'
import { gatewayTooOld } from '../store/rules/lowest-level.ts'
import type { Release } from './release.ts'

/** A gateway as one of those that share a store. */
export interface Membership {
  /** Checks the other gateways again if an older one was alive at the last check. */
  refresh(): Promise<void>
  /** Throws CONFLICT if an older gateway that is alive would lose or not obey something in `rules`. */
  assertObeyed(rules: StoredRules): void
  /** Ends the heartbeat, and records that the gateway ends. */
  close(): Promise<void>
}

interface Parts {
  readonly store: Pick<Store, 'gateways'>
  /** Where the store is, for a person; no secrets. */
  readonly storeDescription: string
  readonly release: Release
  /** The gateway was taken for dead, and newer ones have the store now. */
  readonly onTooOld: (reason: Error) => void
  /** A beat failed; the next one is tried all the same. */
  readonly onError: (error: unknown) => void
}

const nameOlder = ({ gateways }: Fleet, level: number): string =>
  gateways
    .filter((gateway) => gateway.level < level)
    .map(
      ({ gateway_id, host, version, started_at }) => `${host} (${gateway_id}, version ${version}, since ${started_at})`,
    )
    .join(', ')

/**
 * Admits this gateway to the store, and records from then on that it is alive. Throws an Error for the operator if it is too old.
 */
export const joinStore = async ({
  store,
  storeDescription,
  release: { version, level, leaseMs },
  onTooOld,
  onError,
}: Parts): Promise<Membership> => {
  const self: GatewayRef = { gateway_id: crypto.randomUUID(), host: hostname(), version, level }
  let fleet: Fleet = { lowest: 0, gateways: [] }
  const beat = async (): Promise<void> => {
    fleet = await store.gateways.beat(self, leaseMs)
    if (fleet.lowest > self.level) throw gatewayTooOld(storeDescription, fleet.lowest, self.level)
  }
  await beat()

  let beating: Promise<void> | undefined
  const beatOnce = (): Promise<void> => {
    beating ??= beat().finally(() => {
      beating = undefined
    })
    return beating
  }
  const timer = setInterval(() => {
    beatOnce().catch((error) => (fleet.lowest > self.level ? onTooOld(error) : onError(error)))
  }, gatewayBeatMs)
  timer.unref()

  return {
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
      await beating?.catch(onError)
      // Its lease ends by itself.
      await store.gateways.leave(self.gateway_id).catch(onError)
    },
  }
}
