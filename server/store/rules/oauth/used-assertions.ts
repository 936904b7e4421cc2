import type { UsedAssertionRecord, UsedAssertions } from '@patchbay/core/store'
import { exactSecondsOf, hasCome } from '@patchbay/core/time'
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
      { earlierUse: usedAssertionTable.at({ hash: assertion.hash }) },
      ({ earlierUse }) => {
        const expired = usedAssertionTable.remove({ expires_at: atMost(exactSecondsOf(now)) })
        const isUsed = earlierUse !== undefined && !hasCome(earlierUse.expires_at, now)
        return { answer: !isUsed, writes: isUsed ? [expired] : [expired, usedAssertionTable.put(assertion)] }
      },
    ),
})
