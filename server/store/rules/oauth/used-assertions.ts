import type { UsedAssertionRecord, UsedAssertions } from '@patchbay/core/store'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const usedAssertionTable = defineTable<UsedAssertionRecord, 'hash'>({
  name: 'used_assertions',
  bound: { kind: 'age', by: 'next', text: 'until another one is used after it expired' },
  key: ['hash'],
  indexes: [{ on: { expires_at: 1 } }],
})

export const createUsedAssertions = (store: RecordStore): UsedAssertions => ({
  // The scope makes two uses of one assertion run one after the other, over all gateways.
  use: (assertion, now) =>
    store.change(
      `assertion ${assertion.hash}`,
      { known: usedAssertionTable.at({ hash: assertion.hash }) },
      ({ known }) => {
        const expired = usedAssertionTable.remove({ expires_at: atMost(now.getTime() / 1000) })
        const isUsed = known !== undefined && known.expires_at * 1000 > now.getTime()
        return { answer: !isUsed, writes: isUsed ? [expired] : [expired, usedAssertionTable.put(assertion)] }
      },
    ),
})
