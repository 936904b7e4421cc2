import type { FileBounds, FileRecord } from '@patchbay/core/store'
import { asUnixMs } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, noon } from '../samples.ts'

const at = noon.getTime()
const day = 86_400_000
const bounds: FileBounds = { count: 3, bytes: 1000 }

export const fileOf = (nth: number, changes: Partial<FileRecord> = {}): FileRecord => ({
  id: `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  tenant: 'acme',
  token_id: 'token',
  token_hash: 'hash-of-token',
  grant_id: null,
  name: null,
  media_type: 'image/png',
  origin: null,
  bytes: 100,
  sha256: null,
  created_at: asUnixMs(at),
  expires_at: asUnixMs(at + day),
  link_hash: null,
  link_expires_at: null,
  ...changes,
})

async function* piecesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const readAll = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

export const filesContract = (fresh: FreshStore): void => {
  describe('files', () => {
    it('one is there from its first byte on, and is whole once it is finished', async () => {
      const { store, reopen } = await fresh()
      const made = fileOf(1, { origin: { provider: 'drive', account: 'main', action: 'download' } })
      expect(await store.files.add(made, 100, bounds)).toEqual(made)
      expect(await store.files.get(made.id)).toEqual(made)
      const written = { bytes: 7, sha256: 'abc', expires_at: asUnixMs(at + 2 * day) }
      expect(await store.files.finish(made.id, written)).toBe(true)
      expect(await store.files.finish(fileOf(2).id, written)).toBe(false)
      const again = await reopen()
      expect(await again.files.get(made.id)).toEqual({ ...made, ...written })
      await again.files.remove(made.id)
      expect(await again.files.get(made.id)).toBeUndefined()
    })

    it('those of a tenant stay within their bounds, of which each takes what it wants or what is left', async () => {
      const { files } = (await fresh()).store
      const add = (nth: number, bytes: number, least: number) => files.add(fileOf(nth, { bytes }), least, bounds)
      expect(await add(1, 700, 700)).toMatchObject({ bytes: 700 })
      expect(await add(2, 301, 301)).toBeUndefined()
      expect(await files.get(fileOf(2).id)).toBeUndefined()
      expect(await add(3, 5000, 1)).toMatchObject({ bytes: 300 })
      expect(await add(4, 5000, 1)).toBeUndefined()
      expect(await files.add(fileOf(5, { tenant: 'other' }), 100, bounds)).toBeDefined()
      expect(await add(6, 0, 0)).toBeDefined()
      expect(await add(7, 0, 0)).toBeUndefined()
      await files.finish(fileOf(1).id, { bytes: 10, sha256: 'abc', expires_at: asUnixMs(at + day) })
      await files.remove(fileOf(6).id)
      expect(await add(8, 690, 690)).toBeDefined()
      expect(await files.totalBytes()).toBe(10 + 300 + 690 + 100)
    })

    it('one takes more room as it comes, within the bounds of its tenant, and none once it is finished or gone', async () => {
      const { files } = (await fresh()).store
      await files.add(fileOf(1, { bytes: 100 }), 100, bounds)
      await files.add(fileOf(2, { bytes: 600 }), 600, bounds)
      expect(await files.grow(fileOf(1), { bytes: 300, least: 300 }, bounds)).toBe(300)
      expect(await files.grow(fileOf(1), { bytes: 600, least: 400 }, bounds)).toBe(400)
      expect(await files.get(fileOf(1).id)).toMatchObject({ bytes: 400 })
      expect(await files.grow(fileOf(1), { bytes: 500, least: 500 }, bounds)).toBeUndefined()
      await files.finish(fileOf(2).id, { bytes: 600, sha256: 'abc', expires_at: asUnixMs(at + day) })
      expect(await files.grow(fileOf(2), { bytes: 601, least: 1 }, bounds)).toBeUndefined()
      expect(await files.grow(fileOf(3), { bytes: 1, least: 1 }, bounds)).toBeUndefined()
    })

    it('of all that take the last room at the same moment no two get it', async () => {
      const { files } = (await fresh()).store
      const all = await Promise.all([1, 2, 3].map((nth) => files.add(fileOf(nth, { bytes: 600 }), 600, bounds)))
      expect(all.filter(Boolean).length).toBeLessThan(2)
    })

    it('an unfinished one lives as long as it is renewed, and is removed only if it was not meanwhile', async () => {
      const { files } = (await fresh()).store
      for (const nth of [1, 2, 3]) await files.add(fileOf(nth, { bytes: 1, expires_at: asUnixMs(at + 10) }), 1, bounds)
      await files.finish(fileOf(3).id, { bytes: 1, sha256: 'abc', expires_at: asUnixMs(at + 10) })
      await files.renew([fileOf(1).id, fileOf(3).id], asUnixMs(at + 20))
      const lapsed = async (now: number) => (await files.lapsed(asUnixMs(now), 10)).map(({ id }) => id)
      expect(await lapsed(at + 9)).toEqual([])
      expect(await lapsed(at + 10)).toEqual([fileOf(2).id])
      expect(await lapsed(at + 20)).toEqual([fileOf(2).id, fileOf(1).id])
      expect(await files.removeLapsed(fileOf(1).id, asUnixMs(at + 10))).toBe(false)
      expect(await files.removeLapsed(fileOf(3).id, asUnixMs(at + 99))).toBe(false)
      expect(await files.removeLapsed(fileOf(2).id, asUnixMs(at + 10))).toBe(true)
      expect(await files.get(fileOf(3).id)).toMatchObject({ expires_at: at + 10 })
    })

    it('have the time of the store', async () => {
      const { files } = (await fresh()).store
      expect(Math.abs(files.now() - Date.now())).toBeLessThan(60_000)
    })

    it('a link is used once, unless it is given back, and not after its time', async () => {
      const { store } = await fresh()
      const linked = fileOf(1, { link_hash: 'hash', link_expires_at: asUnixMs(at + 10) })
      await store.files.add(linked, 100, bounds)
      expect(await store.files.takeLink('hash', asUnixMs(at))).toBeUndefined()
      await store.files.finish(linked.id, { bytes: 1, sha256: 'abc', expires_at: asUnixMs(at + day) })
      const all = await Promise.all([1, 2, 3].map(() => store.files.takeLink('hash', asUnixMs(at))))
      expect(all.filter((file) => file?.id === linked.id)).toHaveLength(1)
      await store.files.giveLinkBack(linked.id, 'hash')
      expect(await store.files.takeLink('hash', asUnixMs(at + 10))).toBeUndefined()
      expect(await store.files.takeLink('hash', asUnixMs(at + 9))).toMatchObject({ id: linked.id })
    })

    it('those that have expired are found, and one that is needed for longer is kept', async () => {
      const { store } = await fresh()
      for (const nth of [1, 2, 3]) await store.files.add(fileOf(nth, { expires_at: asUnixMs(at + nth) }), 100, bounds)
      expect(await store.files.keepUntil(fileOf(1).id, asUnixMs(at + 9))).toBe(true)
      expect(await store.files.keepUntil(fileOf(3).id, asUnixMs(at + 1))).toBe(true)
      expect(await store.files.keepUntil(fileOf(4).id, asUnixMs(at + 9))).toBe(false)
      const expired = await store.files.expired(asUnixMs(at + 3), 10)
      expect(expired.map(({ expires_at }) => expires_at - at)).toEqual([2, 3])
      expect(await store.files.expired(asUnixMs(at + 9), 1)).toHaveLength(1)
    })

    it("a tenant's are listed by their ids, without those that have expired", async () => {
      const { store } = await fresh()
      for (const nth of [2, 1, 4]) await store.files.add(fileOf(nth), 100, { count: 9, bytes: 9000 })
      await store.files.add(fileOf(3, { expires_at: asUnixMs(at) }), 100, { count: 9, bytes: 9000 })
      await store.files.add(fileOf(5, { tenant: 'other' }), 100, bounds)
      const list = async (page: { limit: number; after?: string }) =>
        (await store.files.list('acme', { now: asUnixMs(at), ...page })).map(({ id }) => id)
      expect(await list({ limit: 2 })).toEqual([fileOf(1).id, fileOf(2).id])
      expect(await list({ limit: 9, after: fileOf(2).id })).toEqual([fileOf(4).id])
    })

    it('they go with their tenant', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      await store.files.add(fileOf(1), 100, bounds)
      await store.tenants.remove('acme')
      expect(await store.files.get(fileOf(1).id)).toBeUndefined()
    })
  })

  describe('the bytes of files', () => {
    it('lie on a disk whose space is told, and removing them is always possible', async () => {
      const { fileContents } = (await fresh()).store
      const space = await fileContents.space()
      expect(space?.totalBytes).toBeGreaterThan(0)
      expect(space?.freeBytes).toBeLessThanOrEqual(space?.totalBytes ?? 0)
      expect(await fileContents.makeRoom()).toBe(false)
    })

    it('are read as they were written, by another process too', async () => {
      const { store, reopen } = await fresh()
      await store.fileContents.write(fileOf(1).id, piecesOf('some ', '', 'bytes'))
      expect(await readAll(await store.fileContents.read(fileOf(1).id))).toBe('some bytes')
      const { fileContents } = await reopen()
      expect(await readAll(await fileContents.read(fileOf(1).id))).toBe('some bytes')
    })

    it('are removed, whole ones and those that break off', async () => {
      const { store } = await fresh()
      const { fileContents } = store
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(600_000)
        throw new Error('the caller has hung up')
      }
      await fileContents.write(fileOf(1).id, piecesOf('bytes'))
      await fileContents.write(fileOf(3).id, piecesOf('bytes'))
      await expect(fileContents.write(fileOf(2).id, broken())).rejects.toThrow('the caller has hung up')
      expect(await fileContents.list('', 1)).toEqual([fileOf(1).id])
      for (const nth of [1, 2, 4]) await fileContents.remove(fileOf(nth).id)
      expect(await fileContents.list('', 10)).toEqual([fileOf(3).id])
      expect(await fileContents.list(fileOf(3).id, 10)).toEqual([])
      // Before anything is read: a download that has begun can't say any more what is wrong.
      await expect(fileContents.read(fileOf(1).id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    })
  })
}
