import type { RevocationRecord, Revocations } from '@patchbay/core/store'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** They outlive their tenant. */
export const revocationTable = defineTable<RevocationRecord, 'id'>({
  name: 'revocations',
  key: ['id'],
  columnsBesideJson: { next_at: 'next_at' },
  indexes: [{ on: { next_at: 1 } }],
})

export const createRevocations = (store: RecordStore): Revocations => ({
  add: async (revocation) => {
    await store.write(revocationTable.put(revocation))
  },
  claim: (now, until) => {
    const due = revocationTable.first({ next_at: atMost(now.getTime()) }, { sort: ['next_at', 'id'] })
    return store.change('revocations', { due }, ({ due }) => {
      if (!due) return { answer: undefined }
      const claimed = { ...due, next_at: until.getTime() }
      return { answer: claimed, writes: [revocationTable.put(claimed)] }
    })
  },
  update: async ({ id, ...members }) => (await store.write(revocationTable.update({ id }, members))) > 0,
  remove: async (id) => (await store.write(revocationTable.remove({ id }))) > 0,
})
