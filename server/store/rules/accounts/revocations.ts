import type { RevocationRecord, Revocations } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** They outlive their tenant. */
export const revocationTable = defineTable<RevocationRecord, 'id'>({
  name: 'revocations',
  bound: { kind: 'age', by: 'revocations', text: 'until the vendor has ended the access, or its tries are over' },
  key: ['id'],
  columnsBesideJson: { next_at: 'next_at' },
  indexes: [{ on: { next_at: 1 } }],
})

export const createRevocations = (store: RecordStore): Revocations => ({
  add: async (revocation) => {
    await store.write(revocationTable.put(revocation))
  },
  // Not in a transaction: of a gateway that is killed in the middle of one, MongoDB keeps the documents locked for a minute.
  async claim(now, until) {
    const next_at = msOf(until)
    for (;;) {
      const filter = { next_at: atMost(msOf(now)) }
      const due = await store.read(revocationTable.first(filter, { sort: ['next_at', 'id'] }))
      if (!due) return undefined
      const { id, next_at: seen } = due
      if ((await store.write(revocationTable.update({ id, next_at: seen }, { next_at }))) > 0)
        return { ...due, next_at }
    }
  },
  update: async ({ id, ...members }) => (await store.write(revocationTable.update({ id }, members))) > 0,
  remove: async (id) => (await store.write(revocationTable.remove({ id }))) > 0,
})
