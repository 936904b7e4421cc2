import { type ContinuationRecord, continuationBounds } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration } from '../samples.ts'

const megabyte = 2 ** 20
/** The real time, as MongoDB removes expired documents by itself. */
const now = new Date()
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds)
const record = (n: number, tenant = 'acme', bytes = 100): ContinuationRecord => ({
  id: String(n).padStart(32, '0'),
  tenant,
  provider: 'hubspot',
  account: 'main',
  sealed: String(n).padStart(bytes, 'x'),
})

export const continuationsContract = (fresh: FreshStore): void => {
  describe('continuations', () => {
    it('are found by the tenant and the id, and by nothing else', async () => {
      const { store } = await fresh()
      const { continuations } = store
      await continuations.put(record(1), now)
      await continuations.put(record(2, 'other'), now)
      expect(await continuations.use('acme', record(1).id, now)).toEqual(record(1))
      expect(await continuations.use('other', record(1).id, now)).toBeUndefined()
      expect(await continuations.use('acme', record(3).id, now)).toBeUndefined()
    })

    it('are whole, however large', async () => {
      const { store } = await fresh()
      // More than a tenant may store, and more than one document of MongoDB holds.
      const large = record(1, 'acme', 20 * megabyte)
      await store.continuations.put(large, now)
      const found = await store.continuations.use('acme', large.id, now)
      expect(found?.sealed === large.sealed).toBe(true)
    })

    it('are kept for ten minutes after each use', async () => {
      const { store } = await fresh()
      const { id } = record(1)
      const { lifeMs } = continuationBounds
      await store.continuations.put(record(1), now)
      expect(await store.continuations.use('acme', id, later(lifeMs - 1))).toEqual(record(1))
      expect(await store.continuations.use('acme', id, later(2 * lifeMs - 2))).toEqual(record(1))
      expect(await store.continuations.use('acme', id, later(3 * lifeMs - 2))).toBeUndefined()
    })

    it('of a tenant are 16 MiB: those that were used longest ago make room, and nobody else’s', async () => {
      const { store } = await fresh()
      const { continuations } = store
      await continuations.put(record(9, 'other', 10 * megabyte), now)
      for (const n of [1, 2, 3]) await continuations.put(record(n, 'acme', 5 * megabyte), later(n))
      await continuations.use('acme', record(1).id, later(4))
      await continuations.put(record(4, 'acme', 5 * megabyte), later(5))
      const isThere = async (n: number, tenant = 'acme') =>
        (await continuations.use(tenant, record(n).id, later(6))) !== undefined
      expect([await isThere(1), await isThere(2), await isThere(3), await isThere(4)]).toEqual([
        true,
        false,
        true,
        true,
      ])
      expect(await isThere(9, 'other')).toBe(true)
    })

    it('stay when their tenant is changed, and go with it when it is removed', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: now, prune: false })
      await store.continuations.put(record(1), now)
      await store.continuations.put(record(2, 'other'), now)
      await store.tenants.put('acme', configuration('hubspot/eu'), { now: now, prune: false })
      expect(await store.continuations.use('acme', record(1).id, now)).toEqual(record(1))
      await store.tenants.remove('acme')
      expect(await store.continuations.use('acme', record(1).id, now)).toBeUndefined()
      expect(await store.continuations.use('other', record(2).id, now)).toEqual(record(2, 'other'))
    })
  })
}
