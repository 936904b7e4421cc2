import type { RollUpCommit, RollUpRecord, Store } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry, later, noon } from '../samples.ts'

const record = (id: string, value = '{}'): RollUpRecord => ({ id, value })
const commit = (changes: Partial<RollUpCommit>): RollUpCommit => ({
  counted: '',
  version: 1,
  put: [],
  settled: [],
  ...changes,
})
/** A moment at which every mark may be settled. */
const muchLater = () => new Date(Date.now() + 60_000)

const put = (store: Store, ...records: readonly RollUpRecord[]) => store.rollUps.commit(commit({ put: records }))

export const rollUpsContract = (fresh: FreshStore): void => {
  describe('roll-ups', () => {
    it('begin with nothing counted', async () => {
      const { store } = await fresh()
      expect(await store.rollUps.state()).toMatchObject({ counted: '', version: 0 })
      expect(await store.rollUps.late(muchLater())).toEqual([])
    })

    it('a commit takes the place of what was there, and is there when the store is opened again', async () => {
      const { store, reopen } = await fresh()
      expect(await put(store, record('a', '{"n":1}'), record('b'))).toBe(true)
      const next = commit({ counted: 'x', version: 2, put: [record('a', '{"n":2}')] })
      expect(await store.rollUps.commit(next)).toBe(true)
      const again = await reopen()
      expect(await again.rollUps.state()).toMatchObject({ counted: 'x', version: 2 })
      expect(await again.rollUps.get(['b', 'missing', 'a'])).toEqual([record('b'), record('a', '{"n":2}')])
    })

    it('a commit that began at an older state changes nothing', async () => {
      const { store } = await fresh()
      await put(store, record('a', '1'))
      expect(await store.rollUps.commit(commit({ counted: 'x', version: 1, put: [record('a', '2')] }))).toBe(false)
      expect(await store.rollUps.commit(commit({ counted: 'x', version: 3, put: [record('a', '3')] }))).toBe(false)
      expect(await store.rollUps.state()).toMatchObject({ counted: '', version: 1 })
      expect(await store.rollUps.get(['a'])).toEqual([record('a', '1')])
    })

    it('of many that commit at once one does', async () => {
      const { store } = await fresh()
      const done = await Promise.all(Array.from({ length: 8 }, (_, n) => put(store, record('a', `${n}`))))
      expect(done.filter((each) => each)).toHaveLength(1)
    })

    it('a range is read and removed from its first id up to its end', async () => {
      const { store } = await fresh()
      await put(store, record('a/3'), record('a/1'), record('a/2'), record('b/1'))
      expect(await store.rollUps.between('a/1', 'a/3')).toEqual([record('a/1'), record('a/2')])
      await store.rollUps.prune('a/', 'a/2')
      expect(await store.rollUps.between('a/', 'c')).toEqual([record('a/2'), record('a/3'), record('b/1')])
    })

    it('an entry that comes behind what is counted is marked, until its mark is settled', async () => {
      const { store } = await fresh()
      const counted = auditEntry(later(3_600_000)).id
      await store.rollUps.commit(commit({ counted }))
      await store.audit.append([auditEntry(noon), auditEntry(later(1)), auditEntry(noon, { tenant: null }, 1)])
      const marks = await store.rollUps.late(muchLater())
      expect(marks.map(({ tenant, hour }) => [tenant, hour]).sort()).toEqual([
        [null, '2026-11-20T12'],
        ['acme', '2026-11-20T12'],
      ])
      await store.audit.append([auditEntry(later(2))])
      expect(await store.rollUps.commit(commit({ counted, version: 2, settled: marks }))).toBe(true)
      const left = await store.rollUps.late(muchLater())
      expect(left).toMatchObject([{ tenant: 'acme', hour: '2026-11-20T12' }])
    })

    it('an entry of now is marked where a later one has been counted, as when the clock was set back', async () => {
      const { store } = await fresh()
      await store.rollUps.commit(commit({ counted: auditEntry(new Date(Date.now() + 3_600_000)).id }))
      await store.audit.append([auditEntry(new Date())])
      expect(await store.rollUps.late(muchLater())).toHaveLength(1)
    })

    it('an entry of now is not marked', async () => {
      const { store } = await fresh()
      await store.rollUps.commit(commit({ counted: auditEntry(noon).id }))
      await store.audit.append([auditEntry(new Date())])
      expect(await store.rollUps.late(muchLater())).toEqual([])
    })
  })
}
