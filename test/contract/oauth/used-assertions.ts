import { exactSecondsOf, shiftTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { hashOf, later, noon } from '../samples.ts'

const assertion = (name: string, seconds = 300) => ({
  hash: hashOf(name),
  expires_at: shiftTime(exactSecondsOf(noon), seconds),
})

export const usedAssertionsContract = (fresh: FreshStore): void => {
  describe('used assertions', () => {
    it('an assertion is used once until it expires, also after a restart', async () => {
      const { store, reopen } = await fresh()
      expect(await store.usedAssertions.use(assertion('a'), noon)).toBe(true)
      expect(await store.usedAssertions.use(assertion('a'), later(1000))).toBe(false)
      expect(await store.usedAssertions.use(assertion('b'), later(1000))).toBe(true)
      expect(await (await reopen()).usedAssertions.use(assertion('a'), later(299_999))).toBe(false)
    })

    it('of many uses at once one succeeds', async () => {
      const { store } = await fresh()
      const uses = await Promise.all(Array.from({ length: 10 }, () => store.usedAssertions.use(assertion('a'), noon)))
      expect(uses.filter(Boolean)).toHaveLength(1)
    })

    it('expired assertions are removed', async () => {
      const { store } = await fresh()
      await store.usedAssertions.use(assertion('short', 10), noon)
      await store.usedAssertions.use(assertion('long', 60), noon)
      await store.usedAssertions.use(assertion('next'), later(10_000))
      const kept = await store.transfer.records.usedAssertions.read({ limit: 10, after: null })
      expect(kept.map(({ hash }) => hash).toSorted()).toEqual([hashOf('long'), hashOf('next')].toSorted())
    })
  })
}
