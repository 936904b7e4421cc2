import type { FileBounds, FileRecord, Files } from '@patchbay/core/store'
import { atMost, greaterThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** Files aren't moved to another store: their bytes lie elsewhere, and they live for a day. */
export const fileTable = defineTable<FileRecord, 'id'>({
  name: 'stored_files',
  bound: { kind: 'age', by: 'forget-files', text: 'until it expires' },
  key: ['id'],
  indexes: [{ on: { tenant: 1, id: 1 } }, { on: { expires_at: 1 } }, { on: { link_hash: 1 } }],
  tenant: 'tenant',
})

/** How many bytes another file may have; `undefined`: there is no room for it. */
const findRoom = (
  { bytes }: FileRecord,
  isSizeKnown: boolean,
  held: readonly FileRecord[],
  bounds: FileBounds,
): number | undefined => {
  const left = bounds.bytes - held.reduce((sum, file) => sum + file.bytes, 0)
  if (held.length >= bounds.count || left < 0) return undefined
  if (bytes <= left) return bytes
  return isSizeKnown || left === 0 ? undefined : left
}

export const createFileRecords = (store: RecordStore): Files => ({
  add: (record, isSizeKnown, bounds) => {
    const { tenant } = record
    const held = fileTable.list({ tenant }, { limit: bounds.count })
    return store.change(`files of ${tenant}`, { held }, (found) => {
      const bytes = findRoom(record, isSizeKnown, found.held, bounds)
      if (bytes === undefined) return { answer: undefined }
      const added = { ...record, bytes }
      return { answer: added, writes: [fileTable.put(added)] }
    })
  },
  get: (id) => store.read(fileTable.at({ id })),
  list: (tenant, { now, limit, after = '' }) =>
    store.read(
      fileTable.list({ tenant, id: greaterThan(after), expires_at: greaterThan(now) }, { sort: ['id'], limit }),
    ),
  finish: async (id, { bytes, sha256 }) => (await store.write(fileTable.update({ id }, { bytes, sha256 }))) > 0,
  takeLink: (hash, now) => {
    const linked = fileTable.first({ link_hash: hash })
    return store.change(`file link ${hash}`, { linked }, (found) => {
      const { linked: file } = found
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
  remove: async (id) => {
    await store.write(fileTable.remove({ id }))
  },
})
