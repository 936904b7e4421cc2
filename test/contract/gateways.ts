import type { GatewayRef, Store } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from './open-store.ts'

const leaseMs = 60_000
const gateway = (id: string, level: number): GatewayRef => ({
  gateway_id: id,
  host: `host-of-${id}`,
  version: `0.${level}.0`,
  level,
})
const alive = async (store: Store) => {
  const { lowest, gateways } = await store.gateways.fleet()
  return { lowest, ids: gateways.map(({ gateway_id }) => gateway_id).toSorted() }
}

export const gatewaysContract = (fresh: FreshStore): void => {
  describe('gateways', () => {
    it('of a store that none has used are none, and any level may open it', async () => {
      const { store } = await fresh()
      expect(await store.gateways.fleet()).toEqual({ lowest: 0, gateways: [] })
    })

    it('are listed with what they say of themselves, and since when', async () => {
      const { store } = await fresh()
      const { gateways } = await store.gateways.beat(gateway('a', 1), leaseMs)
      expect(gateways).toEqual([
        { ...gateway('a', 1), started_at: expect.stringMatching(/Z$/), beat_at: expect.stringMatching(/Z$/) },
      ])
      const again = await store.gateways.beat(gateway('a', 1), leaseMs)
      expect(again.gateways).toEqual([{ ...gateways[0], beat_at: expect.stringMatching(/Z$/) }])
      expect((await store.gateways.fleet()).gateways).toEqual(again.gateways)
    })

    it('raise the lowest level when no older one is alive: not before, and never back', async () => {
      const { store, reopen } = await fresh()
      await store.gateways.beat(gateway('older', 1), leaseMs)
      await store.gateways.beat(gateway('newer', 2), leaseMs)
      await store.gateways.beat(gateway('newer', 2), leaseMs)
      expect(await alive(store)).toEqual({ lowest: 1, ids: ['newer', 'older'] })
      await store.gateways.leave('older')
      expect(await alive(store)).toEqual({ lowest: 1, ids: ['newer'] })
      expect((await store.gateways.beat(gateway('newer', 2), leaseMs)).lowest).toBe(2)
      await store.gateways.leave('newer')
      expect(await alive(await reopen())).toEqual({ lowest: 2, ids: [] })
    })

    it('below the lowest level are not admitted', async () => {
      const { store } = await fresh()
      await store.gateways.beat(gateway('newer', 2), leaseMs)
      const { lowest, gateways } = await store.gateways.beat(gateway('older', 1), leaseMs)
      expect([lowest, gateways.map(({ gateway_id }) => gateway_id)]).toEqual([2, ['newer']])
    })

    it('that say nothing more are gone when their lease is over, and come back only through the door', async () => {
      const { store } = await fresh()
      await store.gateways.beat(gateway('killed', 1), 1)
      const raised = async () => (await store.gateways.beat(gateway('newer', 2), leaseMs)).lowest
      await expect.poll(raised).toBe(2)
      expect((await store.gateways.beat(gateway('killed', 1), leaseMs)).lowest).toBe(2)
      expect(await alive(store)).toEqual({ lowest: 2, ids: ['newer'] })
    })

    it('of many levels that come and go at once leave a level that none of them is below', async () => {
      const { store } = await fresh()
      const refs = Array.from({ length: 12 }, (_, n) => gateway(`g${n}`, 1 + (n % 3)))
      await Promise.all(refs.map((ref) => store.gateways.beat(ref, leaseMs)))
      const { lowest, gateways } = await store.gateways.fleet()
      expect(gateways.length).toBeGreaterThan(0)
      for (const { level } of gateways) expect(level).toBeGreaterThanOrEqual(lowest)
    })

    it('leave their level to a store that is moved', async () => {
      const [{ store: from }, { store: to }] = [await fresh(), await fresh()]
      await from.gateways.beat(gateway('a', 2), leaseMs)
      const snapshots = await from.transfer.records.snapshots.read({ limit: 10, after: null })
      await to.transfer.records.snapshots.write(snapshots)
      expect((await to.gateways.fleet()).lowest).toBe(2)
    })
  })
}
