import { isoTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { later, noon } from '../samples.ts'

export const snapshotsContract = (fresh: FreshStore): void => {
  describe('snapshots', () => {
    it('the newest of a name takes the place of the one before, and others stay', async () => {
      const { store } = await fresh()
      const health = { name: 'health', at: isoTime(noon), value: '{"a":1}' }
      const other = { name: 'jobs/retention', at: isoTime(noon), value: '{}' }
      const newer = { ...health, at: isoTime(later(1)), value: '{"$b":{"c.d":null}}' }
      for (const snapshot of [health, other, newer]) await store.snapshots.put(snapshot)
      expect(await store.snapshots.get('health')).toEqual(newer)
      expect(await store.snapshots.get('jobs/retention')).toEqual(other)
    })

    it('before the first there is none', async () => {
      const { store } = await fresh()
      expect(await store.snapshots.get('health')).toBeUndefined()
    })
  })
}
