import type { FileBounds, FileRecord, Files, WantedRoom } from '@patchbay/core/store'
import { atMost, greaterThan, oneOfValues } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** Files aren't moved to another store: their bytes lie elsewhere, and they live for a day. */
export const fileTable = defineTable<FileRecord, 'id'>({
  name: 'stored_files',
  bound: { kind: 'age', by: 'forget-files', text: 'until it expires' },
  key: ['id'],
  indexes: [{ on: { tenant: 1, id: 1 } }, { on: { expires_at: 1 } }, { on: { link_hash: 1 } }],
  tenant: 'tenant',
  columns: { origin: 'json' },
  earlier: () => ({ token_hash: null, origin: null }),
})

export const createFileRecords = (store: RecordStore, totalBytes: Files['totalBytes']): Files => {
  /**
   * The bytes of its room that a file may keep. The file has taken its room before this is called, so that two can't
   * both get the last room; no transaction is used, as a killed gateway would leave one that locks the others out.
   */
  const findRoom = async (
    tenant: string,
    { bytes, least }: WantedRoom,
    bounds: FileBounds,
  ): Promise<number | undefined> => {
    const held = await store.read(fileTable.list({ tenant }, { limit: bounds.count + 1 }))
    const over = held.reduce((sum, file) => sum + file.bytes, 0) - bounds.bytes
    const left = bytes - Math.max(0, over)
    return held.length > bounds.count || left < least ? undefined : left
  }
  const changeUnfinished = async (id: string, members: Partial<FileRecord>): Promise<boolean> =>
    (await store.write(fileTable.update({ id, sha256: null }, members))) > 0

  const files: Files = {
    now: store.now,
    totalBytes,
    async add(record, least, bounds) {
      const { id, tenant, bytes } = record
      await store.write(fileTable.insert(record))
      const left = await findRoom(tenant, { bytes, least }, bounds)
      if (left === undefined) await files.remove(id)
      else if (left === bytes || (await changeUnfinished(id, { bytes: left }))) return { ...record, bytes: left }
      return undefined
    },
    async grow({ id, tenant }, room, bounds) {
      if (!(await changeUnfinished(id, { bytes: room.bytes }))) return undefined
      const left = await findRoom(tenant, room, bounds)
      if (left === undefined || left === room.bytes) return left
      return (await changeUnfinished(id, { bytes: left })) ? left : undefined
    },
    async renew(ids, until) {
      await store.write(fileTable.update({ id: oneOfValues(ids), sha256: null }, { expires_at: until }))
    },
    get: (id) => store.read(fileTable.at({ id })),
    list: (tenant, { now, limit, after = '' }) =>
      store.read(
        fileTable.list({ tenant, id: greaterThan(after), expires_at: greaterThan(now) }, { sort: ['id'], limit }),
      ),
    finish: (id, { bytes, sha256, expires_at }) => changeUnfinished(id, { bytes, sha256, expires_at }),
    takeLink: (hash, now) => {
      const linked = fileTable.first({ link_hash: hash })
      return store.change(`file link ${hash}`, { file: linked }, ({ file }) => {
        if (!file || file.sha256 === null || (file.link_expires_at ?? 0) <= now || file.expires_at <= now)
          return { answer: undefined }
        return { answer: file, writes: [fileTable.update({ id: file.id }, { link_hash: null })] }
      })
    },
    giveLinkBack: async (id, link_hash) => {
      await store.write(fileTable.update({ id }, { link_hash }))
    },
    keepUntil: (id, time) =>
      store.change(`file ${id}`, { file: fileTable.at({ id }) }, ({ file }) => {
        if (!file) return { answer: false }
        const writes = file.expires_at < time ? [fileTable.update({ id }, { expires_at: time })] : []
        return { answer: true, writes }
      }),
    expired: (now, limit) =>
      store.read(fileTable.list({ expires_at: atMost(now) }, { sort: ['expires_at', 'id'], limit })),
    lapsed: (now, limit) =>
      store.read(fileTable.list({ sha256: null, expires_at: atMost(now) }, { sort: ['expires_at', 'id'], limit })),
    remove: async (id) => {
      await store.write(fileTable.remove({ id }))
    },
    removeLapsed: async (id, now) =>
      (await store.write(fileTable.remove({ id, sha256: null, expires_at: atMost(now) }))) > 0,
  }
  return files
}
