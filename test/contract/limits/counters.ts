import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'

export const countersContract = (fresh: FreshStore): void => {
  describe('counters', () => {
    it('each hit counts one more in the window that the first began', async () => {
      const { store } = await fresh()
      const hits = []
      for (let n = 0; n < 5; n++) hits.push(await store.counters.hit('203.0.113.7', 60_000))
      expect(hits.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5])
      const resets = hits.map(({ resetMs }) => resetMs)
      expect(resets).toEqual([...resets].sort((a, b) => b - a))
      for (const resetMs of resets) expect(resetMs > 0 && resetMs <= 60_000).toBe(true)
    })

    it('a hit does not make the window longer, even one that asks for a longer window', async () => {
      const { store } = await fresh()
      await store.counters.hit('203.0.113.7', 1000)
      expect((await store.counters.hit('203.0.113.7', 60_000)).resetMs).toBeLessThanOrEqual(1000)
    })

    it('reading shows the count and adds nothing', async () => {
      const { store } = await fresh()
      expect(await store.counters.read('203.0.113.7')).toBeUndefined()
      await store.counters.hit('203.0.113.7', 60_000)
      await store.counters.read('203.0.113.7')
      expect((await store.counters.read('203.0.113.7'))?.count).toBe(1)
      expect((await store.counters.hit('203.0.113.7', 60_000)).count).toBe(2)
    })

    it('what was counted is read from then on, also while others read', async () => {
      const { store } = await fresh()
      for (let n = 1; n <= 20; n++) {
        await Promise.all([store.counters.hit('203.0.113.7', 60_000), store.counters.read('203.0.113.7')])
        expect((await store.counters.read('203.0.113.7'))?.count).toBe(n)
      }
    })

    it('each key has a window of its own', async () => {
      const { store } = await fresh()
      for (const key of ['a', 'A', '__proto__', 'constructor', 'a b']) {
        expect((await store.counters.hit(key, 60_000)).count).toBe(1)
      }
    })

    it('after its end a window is no more, and the next hit begins another', async () => {
      const { store } = await fresh()
      await store.counters.hit('203.0.113.7', 50)
      await store.counters.hit('203.0.113.7', 50)
      await expect.poll(() => store.counters.read('203.0.113.7'), { interval: 5 }).toBeUndefined()
      expect((await store.counters.hit('203.0.113.7', 60_000)).count).toBe(1)
    })

    it('a mark is read for its whole time from the last one on, whatever was open before', async () => {
      const { store } = await fresh()
      await store.counters.mark('marked', 50)
      expect((await store.counters.read('marked'))?.count).toBe(1)
      await store.counters.hit('marked', 60_000)
      await store.counters.mark('marked', 60_000)
      const read = await store.counters.read('marked')
      expect([read?.count, (read?.resetMs ?? 0) > 50_000]).toEqual([1, true])
      await store.counters.mark('short', 50)
      await expect.poll(() => store.counters.read('short'), { interval: 5 }).toBeUndefined()
    })

    it('of marks at once each is made', async () => {
      const { store } = await fresh()
      await Promise.all(Array.from({ length: 20 }, () => store.counters.mark('marked', 60_000)))
      expect((await store.counters.read('marked'))?.count).toBe(1)
    })

    it('hits at once are each counted', async () => {
      const { store } = await fresh()
      const hits = await Promise.all(Array.from({ length: 50 }, () => store.counters.hit('203.0.113.7', 60_000)))
      expect(hits.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    })
  })
}
