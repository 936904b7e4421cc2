import type { FailedCallRecord } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, noon } from '../samples.ts'

const failedCall = (nth: number, tenant = 'acme'): FailedCallRecord => ({
  id: `01930000-0000-7000-9000-${String(nth).padStart(12, '0')}`,
  tenant,
  sealed: `sealed ${nth}`,
  due_at: shiftTime(msOf(noon), nth),
})

export const failedCallsContract = (fresh: FreshStore): void => {
  describe('failed calls', () => {
    it('of a tenant the newest are kept, and others’ stay', async () => {
      const { failedCalls } = (await fresh()).store
      await failedCalls.add(failedCall(1, 'other'), 2)
      for (const nth of [2, 3, 4]) await failedCalls.add(failedCall(nth), 2)
      const kept = await Promise.all([1, 2, 3, 4].map((nth) => failedCalls.get(failedCall(nth).id)))
      expect(kept).toEqual([failedCall(1, 'other'), undefined, failedCall(3), failedCall(4)])
    })

    it('those whose time has come are forgotten, and all of a tenant with it', async () => {
      const { store } = await fresh()
      const { failedCalls } = store
      await store.tenants.put('acme', configuration('hubspot/main'), { now: noon, prune: false })
      for (const nth of [1, 2, 3]) await failedCalls.add(failedCall(nth), 9)
      expect(await failedCalls.forget(failedCall(2).due_at, 9)).toBe(2)
      expect(await failedCalls.get(failedCall(2).id)).toBeUndefined()
      await store.tenants.remove('acme')
      expect(await failedCalls.get(failedCall(3).id)).toBeUndefined()
    })
  })
}
