import type { NewAdminKey } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { hashOf, later, noon } from '../samples.ts'

const keyOf = (name: string, changes: Partial<NewAdminKey> = {}): NewAdminKey => ({
  hash: hashOf(name),
  name,
  role: 'operator',
  linker: null,
  expires_at: null,
  ...changes,
})
const how = { now: noon, most: 1000 }

export const adminKeysContract = (fresh: FreshStore): void => {
  describe('admin keys', () => {
    it('a key is found by its hash alone, as it was made', async () => {
      const { store, reopen } = await fresh()
      const linker = { tenants: ['acme', 'cust-*'], rights: ['connect'] } as const
      const ends = keyOf('ends', { role: 'linker', linker, expires_at: asUnixSeconds(1_800_000_000) })
      const record = { ...ends, key_id: hashOf('ends').slice(0, 12), created_at: noon.toISOString() }
      expect(await store.adminKeys.create(ends, how)).toEqual(record)
      await store.adminKeys.create(keyOf('goes on'), how)
      expect(await store.adminKeys.find(hashOf('ends'))).toEqual(record)
      expect(await store.adminKeys.find(hashOf('goes on'))).toMatchObject({ expires_at: null })
      for (const hash of [hashOf('another'), hashOf('ends').slice(0, 12), '', '%']) {
        expect(await store.adminKeys.find(hash)).toBeUndefined()
      }
      expect(await (await reopen()).adminKeys.find(hashOf('ends'))).toEqual(record)
    })

    it('are listed oldest first, also where two have one name', async () => {
      const { store } = await fresh()
      for (const [n, name] of ['b', 'c', 'a'].entries()) {
        await store.adminKeys.create({ ...keyOf(name), name: 'deploy' }, { ...how, now: later(n) })
      }
      const listed = await store.adminKeys.list()
      expect(listed.map(({ hash }) => hash)).toEqual(['b', 'c', 'a'].map(hashOf))
    })

    it('a removed key is gone, the others stay, and an unknown id removes nothing', async () => {
      const { store } = await fresh()
      const [ended, stays] = [keyOf('ended'), keyOf('stays')]
      await store.adminKeys.create(ended, how)
      await store.adminKeys.create(stays, how)
      expect(await store.adminKeys.remove('000000000000')).toBe(false)
      expect(await store.adminKeys.remove(ended.hash.slice(0, 12))).toBe(true)
      expect(await store.adminKeys.remove(ended.hash.slice(0, 12))).toBe(false)
      expect(await store.adminKeys.find(ended.hash)).toBeUndefined()
      expect(await store.adminKeys.list()).toMatchObject([{ name: 'stays' }])
    })

    it('of ten that are made at once, as many are kept as may be', async () => {
      const { store } = await fresh()
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.adminKeys.create(keyOf(`key ${n}`), { ...how, most: 4 })),
      )
      expect(made.filter((key) => key !== undefined)).toHaveLength(4)
      expect(await store.adminKeys.list()).toHaveLength(4)
    })
  })
}
