import type { FailedCallRecord, FailedCalls } from '@patchbay/core/store'
import { atMost, oneOfValues } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** Failed calls aren't moved to another store: they help with today's question. */
export const failedCallTable = defineTable<FailedCallRecord, 'id'>({
  name: 'failed_calls',
  bound: { kind: 'age', by: 'forget-keys', text: 'for 24 hours; at most 200 for each tenant' },
  key: ['id'],
  indexes: [{ on: { tenant: 1, id: 1 } }, { on: { due_at: 1 } }],
  tenant: 'tenant',
})

/** The most calls that are removed with one that is added. */
const removedAtOnce = 20

export const createFailedCalls = (store: RecordStore): FailedCalls => {
  const remove = async (records: readonly FailedCallRecord[]): Promise<number> =>
    records.length === 0 ? 0 : store.write(failedCallTable.remove({ id: oneOfValues(records.map(({ id }) => id)) }))
  return {
    async add(record, most) {
      await store.write(failedCallTable.put(record))
      const { tenant } = record
      const newestFirst = { sort: ['id'], descending: true, skip: most, limit: removedAtOnce } as const
      await remove(await store.read(failedCallTable.list({ tenant }, newestFirst)))
    },
    get: (id) => store.read(failedCallTable.at({ id })),
    forget: async (now, limit) =>
      remove(await store.read(failedCallTable.list({ due_at: atMost(now) }, { sort: ['due_at', 'id'], limit }))),
  }
}
