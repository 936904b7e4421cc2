import { asUnixMs } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'

const now = asUnixMs(Date.parse('2026-11-28T12:30:00Z'))
const hour = { id: 'acme/tenant/rule/2026-11-28T12', most: 3, ends_at: asUnixMs(Date.parse('2026-11-28T13:00:00Z')) }
const day = { id: 'acme/tenant/rule/2026-11-28', most: 5, ends_at: asUnixMs(Date.parse('2026-11-29T00:00:00Z')) }

export const ruleCountsContract = (fresh: FreshStore): void => {
  describe('counts of rules', () => {
    it('take no more than their bound, however many calls come at once', async () => {
      const { store } = await fresh()
      const taken = await Promise.all(Array.from({ length: 12 }, () => store.ruleCounts.take('acme', [hour], now)))
      expect(taken.filter((full) => full.length === 0)).toHaveLength(3)
      expect(taken.filter((full) => full.length > 0)).toEqual(Array.from({ length: 9 }, () => [hour.id]))
    })

    it('count a call in all of its windows or in none, and say which are full', async () => {
      const { ruleCounts } = (await fresh()).store
      for (let n = 0; n < 3; n++) expect(await ruleCounts.take('acme', [hour, day], now)).toEqual([])
      expect(await ruleCounts.take('acme', [hour, day], now)).toEqual([hour.id])
      expect(await ruleCounts.take('acme', [day], now)).toEqual([])
      expect(await ruleCounts.take('acme', [day], now)).toEqual([])
      expect(await ruleCounts.take('acme', [hour, day], now)).toEqual([hour.id, day.id])
    })

    it('take a call again that was given back, and nothing below zero', async () => {
      const { ruleCounts } = (await fresh()).store
      const one = { ...hour, most: 1 }
      expect(await ruleCounts.take('acme', [one], now)).toEqual([])
      for (let n = 0; n < 3; n++) await ruleCounts.giveBack('acme', [one.id, 'acme/tenant/never'])
      expect(await ruleCounts.take('acme', [one], now)).toEqual([])
      expect(await ruleCounts.take('acme', [one], now)).toEqual([one.id])
    })

    it('of a window that is over are removed once another is counted, and so are those of a removed tenant', async () => {
      const { store } = await fresh()
      const read = async () =>
        (await store.transfer.records.ruleCounts.read({ limit: 10, after: null })).map(({ id }) => id)
      const next = { ...hour, id: 'acme/tenant/rule/2026-11-28T13', ends_at: asUnixMs(hour.ends_at + 3_600_000) }
      await store.ruleCounts.take('acme', [hour, day], now)
      await store.ruleCounts.take('globex', [{ ...hour, id: 'globex/tenant/rule/2026-11-28T12' }], now)
      await store.ruleCounts.take('acme', [next], hour.ends_at)
      expect(await read()).toEqual([day.id, next.id, 'globex/tenant/rule/2026-11-28T12'])
      await store.tenants.put(
        'acme',
        { name: 'Acme', status: 'active', providers: {}, options: { allow_raw: false, tools: 'auto' } },
        { now: new Date(now), prune: false },
      )
      await store.tenants.remove('acme')
      expect(await read()).toEqual(['globex/tenant/rule/2026-11-28T12'])
    })
  })
}
