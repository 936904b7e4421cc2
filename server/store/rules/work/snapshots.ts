import type { SnapshotRecord, Snapshots } from '@patchbay/core/store'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const snapshotTable = defineTable<SnapshotRecord, 'name'>({
  name: 'snapshots',
  bound: { kind: 'count', text: 'one of each kind' },
  key: ['name'],
})

export const createSnapshots = (store: RecordStore): Snapshots => ({
  put: async (snapshot) => {
    await store.write(snapshotTable.put(snapshot))
  },
  get: (name) => store.read(snapshotTable.at({ name })),
})
