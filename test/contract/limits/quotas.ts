import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'

const month = '2026-11'

export const quotasContract = (fresh: FreshStore): void => {
  describe('quotas', () => {
    it('nothing is reserved before it is known what the log has', async () => {
      const { store } = await fresh()
      expect(await store.quotas.reserve('acme', month, 10)).toBe('unknown')
      await store.quotas.release('acme', month)
      await store.quotas.settle('acme', month, 9)
      expect(await store.quotas.reserve('acme', month, 10)).toBe('reserved')
      expect(await store.quotas.reserve('acme', month, 10)).toBe('full')
    })

    it('of many at once exactly those that fit get a call', async () => {
      const { store } = await fresh()
      await store.quotas.settle('acme', month, 30)
      const answers = await Promise.all(Array.from({ length: 100 }, () => store.quotas.reserve('acme', month, 50)))
      expect(answers.filter((answer) => answer === 'reserved')).toHaveLength(20)
      expect(answers.filter((answer) => answer === 'full')).toHaveLength(80)
    })

    it('a look takes nothing', async () => {
      const { store } = await fresh()
      expect(await store.quotas.look('acme', month, 2)).toBe('unknown')
      await store.quotas.settle('acme', month, 1)
      for (let n = 0; n < 3; n++) expect(await store.quotas.look('acme', month, 2)).toBe('free')
      expect(await store.quotas.reserve('acme', month, 2)).toBe('reserved')
      expect(await store.quotas.look('acme', month, 2)).toBe('full')
      await store.quotas.release('acme', month)
      expect(await store.quotas.look('acme', month, 2)).toBe('free')
    })

    it('what is given back can be taken again', async () => {
      const { store } = await fresh()
      await store.quotas.settle('acme', month, 0)
      for (let n = 0; n < 3; n++) expect(await store.quotas.reserve('acme', month, 3)).toBe('reserved')
      await Promise.all([store.quotas.release('acme', month), store.quotas.release('acme', month)])
      const answers = await Promise.all([1, 2, 3].map(() => store.quotas.reserve('acme', month, 3)))
      expect(answers.sort()).toEqual(['full', 'reserved', 'reserved'])
    })

    it('the log corrects what is too little, and takes nothing from those under way', async () => {
      const { store } = await fresh()
      await store.quotas.settle('acme', month, 0)
      await store.quotas.reserve('acme', month, 10)
      await store.quotas.settle('acme', month, 0)
      expect(await store.quotas.reserve('acme', month, 1)).toBe('full')
      await store.quotas.settle('acme', month, 8)
      const answers = [1, 2, 3].map(() => store.quotas.reserve('acme', month, 10))
      expect(await Promise.all(answers)).toEqual(['reserved', 'reserved', 'full'])
    })

    it('each tenant and month is counted by itself, and a limit may be raised and lowered', async () => {
      const { store } = await fresh()
      for (const [tenant, period] of [
        ['acme', month],
        ['acme', '2026-12'],
        ['acme-2', month],
      ] as const) {
        await store.quotas.settle(tenant, period, 0)
        expect(await store.quotas.reserve(tenant, period, 1)).toBe('reserved')
      }
      expect(await store.quotas.reserve('acme', month, 2)).toBe('reserved')
      expect(await store.quotas.reserve('acme', month, 1)).toBe('full')
      expect(await store.quotas.reserve('acme', month, 0)).toBe('full')
    })
  })
}
