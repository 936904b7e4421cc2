import type { AdminKeyRecord, AdminKeys, Change } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** A table without an index: it has few records. */
export const adminKeyTable = defineTable<AdminKeyRecord, 'hash'>({
  name: 'admin_keys',
  bound: { kind: 'count', text: 'until it is deleted; at most 1,000' },
  key: ['hash'],
  columns: { linker: 'json' },
  earlier: () => ({ linker: null }),
})

/** One writer at a time, over all gateways: existing keys are counted before one is added. */
const scope = 'admin keys'

const describeChange = ({ hash }: AdminKeyRecord): Change => ({ kind: 'admin-key', hash })

export const createAdminKeys = (store: RecordStore): AdminKeys => ({
  create: ({ hash, name, role, linker, expires_at }, { now, most }) =>
    store.change(scope, { keys: adminKeyTable.list() }, ({ keys }) => {
      if (keys.length >= most) return { answer: undefined }
      const key_id = hash.slice(0, 12)
      const record = { hash, key_id, name, role, linker, created_at: isoTime(now), expires_at }
      return { answer: record, writes: [adminKeyTable.put(record)], changes: [describeChange(record)] }
    }),
  find: (hash) => store.read(adminKeyTable.at({ hash })),
  list: () => store.read(adminKeyTable.list({}, { sort: ['created_at', 'hash'] })),
  remove: (keyId) =>
    store.change(scope, { named: adminKeyTable.list({ key_id: keyId }) }, ({ named }) => ({
      answer: named.length > 0,
      writes: named.map(({ hash }) => adminKeyTable.remove({ hash })),
      changes: named.map(describeChange),
    })),
})
