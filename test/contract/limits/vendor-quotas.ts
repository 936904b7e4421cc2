import type { Store, VendorQuotaReport, VendorQuotaShare, VendorQuotaTaken } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'

const key = 'acme/github/main core'
const figures = (left: number, limit = 100, resetMs = 60_000): VendorQuotaReport => ({
  kind: 'figures',
  left,
  limit,
  resetMs,
})

const taker =
  ({ vendorQuotas }: Store, name = key) =>
  (share: VendorQuotaShare = 'people', report?: VendorQuotaReport) =>
    vendorQuotas.take(name, { share, figures: true, report })

const takeMany = async (store: Store, count: number, share: VendorQuotaShare = 'people'): Promise<VendorQuotaTaken[]> =>
  Promise.all(Array.from({ length: count }, () => taker(store)(share)))

const granted = (all: readonly VendorQuotaTaken[]): number => all.filter((each) => each.granted).length

export const vendorQuotasContract = (fresh: FreshStore): void => {
  describe("vendors' quotas", () => {
    it('a few calls are let through until the vendor has said how many are left', async () => {
      const { store } = await fresh()
      const first = await takeMany(store, 20)
      expect(granted(first)).toBe(4)
      const [refused] = first.filter((each) => !each.granted)
      expect(refused?.isReported).toBe(false)
      expect(refused?.waitMs).toBeGreaterThan(0)
      expect(refused?.waitMs).toBeLessThanOrEqual(25)
      // Three of the four may be missing in what the first answer says.
      await store.vendorQuotas.tell(key, figures(59))
      expect(granted(await takeMany(store, 100))).toBe(56)
    })

    it('each call takes one, and together no more are taken than are left', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(60))
      const first = await taker(store)()
      expect(first).toMatchObject({ granted: true, waitMs: 0, left: 59, limit: 100, isReported: true })
      expect(granted(await takeMany(store, 100))).toBe(59)
      const refused = await taker(store)()
      expect(refused).toMatchObject({ granted: false, left: 0 })
      expect(refused.waitMs).toBeGreaterThan(50_000)
      expect(refused.waitMs).toBeLessThanOrEqual(60_000)
    })

    it('a quarter is kept for people, who get it while agents are refused', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(100, 100, 3_600_000))
      const agents = await takeMany(store, 100, 'agents')
      expect(granted(agents)).toBe(75)
      const [refused] = agents.filter((each) => !each.granted)
      // People keep one call less after an hour / 25, and nothing in the last second.
      expect(refused?.waitMs).toBeGreaterThan(100_000)
      expect(refused?.waitMs).toBeLessThanOrEqual(143_000)
      expect(granted(await takeMany(store, 100, 'people'))).toBe(25)
    })

    it('what is kept for people shrinks as the window ends', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(100, 100, 4000))
      expect(granted(await takeMany(store, 100, 'agents'))).toBeLessThan(100)
      await expect.poll(() => takeMany(store, 100, 'agents').then(granted), { interval: 100 }).toBeGreaterThan(0)
    })

    it('a limit of three is not kept for people', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(3, 3))
      expect(granted(await takeMany(store, 5, 'agents'))).toBe(3)
    })

    it('the vendor’s figures lower what is left, and never add to it', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(60))
      expect(await taker(store)('people', figures(99))).toMatchObject({ left: 59 })
      expect(await taker(store)('people', figures(5))).toMatchObject({ granted: true, left: 4 })
      expect(granted(await takeMany(store, 10))).toBe(4)
    })

    it('a window ends when the vendor said, and the next begins with a fiftieth of its calls', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(0, 200, 300))
      const refused = await taker(store)()
      expect(refused.granted).toBe(false)
      expect(refused.waitMs).toBeLessThanOrEqual(300)
      await expect.poll(async () => (await taker(store)()).granted, { interval: 20 }).toBe(true)
      expect(granted(await takeMany(store, 20))).toBe(3)
      await store.vendorQuotas.tell(key, figures(196, 200))
      expect(granted(await takeMany(store, 300))).toBe(193)
    })

    it('calls that were sent without asking are taken from what is left', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(60))
      const take = (sent: number) => store.vendorQuotas.take(key, { share: 'people', figures: true, sent })
      expect(await take(20)).toMatchObject({ granted: true, left: 39 })
      expect(await take(50)).toMatchObject({ granted: false, left: 0 })
    })

    it('calls that were sent before the vendor said something may be missing in its figures', async () => {
      const { store } = await fresh()
      await taker(store)()
      await store.vendorQuotas.take(key, { share: 'people', figures: true, sent: 2 })
      expect(await taker(store)('people', figures(50))).toMatchObject({ granted: true, left: 46 })
    })

    it('an early end that is told later holds', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(50, 100, 60_000))
      expect((await taker(store)('people', figures(49, 100, 5000))).resetMs).toBeLessThanOrEqual(5000)
      expect((await taker(store)('people', figures(48, 100, 60_000))).resetMs).toBeLessThanOrEqual(5000)
    })

    it('a vendor that refuses is left alone for as long as it says, whatever figures come later', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(50))
      await store.vendorQuotas.tell(key, { kind: 'closed', resetMs: 30_000, reason: null })
      await store.vendorQuotas.tell(key, { kind: 'closed', resetMs: 1000, reason: null })
      const refused = await taker(store)('people', figures(40, 100, 100))
      expect(refused).toMatchObject({ granted: false, left: 0 })
      expect(refused.waitMs).toBeGreaterThan(25_000)
    })

    it('answers without figures let all calls through for a while', async () => {
      const { store } = await fresh()
      await takeMany(store, 10)
      await store.vendorQuotas.tell(key, { kind: 'nothing' })
      const all = await takeMany(store, 50, 'agents')
      expect(granted(all)).toBe(50)
      expect(all[0]).toMatchObject({ left: null, isReported: true })
      await store.vendorQuotas.tell(key, figures(7))
      expect(granted(await takeMany(store, 50))).toBe(7)
    })

    it('an answer without figures changes nothing where figures are known', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell(key, figures(3))
      await store.vendorQuotas.tell(key, { kind: 'nothing' })
      expect(granted(await takeMany(store, 10))).toBe(3)
    })

    it('a vendor that never tells figures is limited only while it refuses', async () => {
      const { store } = await fresh()
      const take = (share: VendorQuotaShare) => store.vendorQuotas.take(key, { share, figures: false })
      for (let n = 0; n < 20; n++) expect((await take('agents')).granted).toBe(true)
      await store.vendorQuotas.tell(key, { kind: 'closed', resetMs: 300, reason: null })
      expect(await take('people')).toMatchObject({ granted: false, left: 0 })
      await expect.poll(async () => (await take('agents')).granted, { interval: 20 }).toBe(true)
    })

    it('a limit without calls is closed for an hour at most, with what the vendor said, until it is forgotten', async () => {
      const { store } = await fresh()
      const day = 86_400_000
      const prefix = 'acme/github/main '
      await store.vendorQuotas.tell(`${prefix}core`, figures(0, 100, day))
      await store.vendorQuotas.tell(`${prefix}search`, { kind: 'closed', resetMs: 31 * day, reason: 'slow down' })
      await store.vendorQuotas.tell(`${prefix}open`, figures(9, 100, day))
      await store.vendorQuotas.tell('acme/github/main-2 core', { kind: 'closed', resetMs: 1000, reason: null })
      const refused = await taker(store, `${prefix}core`)()
      expect(refused.granted).toBe(false)
      expect(refused.waitMs).toBeLessThanOrEqual(3_600_000)
      const closed = [...(await store.vendorQuotas.closed())].sort((one, other) => (one.key < other.key ? -1 : 1))
      expect(closed.map(({ key, reason }) => [key, reason])).toEqual([
        [`${prefix}core`, null],
        [`${prefix}search`, 'slow down'],
        ['acme/github/main-2 core', null],
      ])
      for (const { endsInMs } of closed) expect(endsInMs).toBeLessThanOrEqual(3_600_000)
      await store.vendorQuotas.forget(prefix)
      expect((await store.vendorQuotas.closed()).map(({ key }) => key)).toEqual(['acme/github/main-2 core'])
      expect((await taker(store, `${prefix}search`)()).granted).toBe(true)
    })

    it('each key has calls of its own', async () => {
      const { store } = await fresh()
      await store.vendorQuotas.tell('a', figures(0))
      await store.vendorQuotas.tell('A', figures(5))
      await store.vendorQuotas.tell('__proto__', figures(6))
      const left = async (name: string) => (await taker(store, name)()).left
      expect([await left('a'), await left('A'), await left('__proto__')]).toEqual([0, 4, 5])
    })
  })
}
