import type { RuleCountRecord, RuleCounts } from '@patchbay/core/store'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable, type RecordRead } from '../../records/table.ts'

export const ruleCountTable = defineTable<RuleCountRecord, 'id'>({
  name: 'rule_counts',
  bound: { kind: 'age', by: 'next', text: 'until a rule of the tenant counts another call after its hour or day' },
  key: ['id'],
  indexes: [{ on: { tenant: 1, ends_at: 1 } }],
  tenant: 'tenant',
})

const readAll = (ids: readonly string[]): Record<string, RecordRead<RuleCountRecord | undefined>> =>
  Object.fromEntries(ids.map((id) => [id, ruleCountTable.at({ id })]))

/** Calls of a tenant are counted one after the other, over all gateways. */
const scopeOf = (tenant: string): string => `rule counts of ${tenant}`

export const createRuleCounts = (store: RecordStore): RuleCounts => ({
  take: (tenant, windows, now) =>
    store.change(scopeOf(tenant), readAll(windows.map(({ id }) => id)), (counts) => {
      const full = windows.filter(({ id, most }) => (counts[id]?.calls ?? 0) >= most).map(({ id }) => id)
      if (full.length > 0) return { answer: full }
      const counted = windows.map(({ id, ends_at }) =>
        ruleCountTable.put({ id, tenant, ends_at, calls: (counts[id]?.calls ?? 0) + 1 }),
      )
      return { answer: full, writes: [ruleCountTable.remove({ tenant, ends_at: atMost(now) }), ...counted] }
    }),
  giveBack: (tenant, ids) =>
    store.change(scopeOf(tenant), readAll(ids), (counts) => ({
      answer: undefined,
      writes: Object.values(counts).flatMap((record) =>
        record ? [ruleCountTable.put({ ...record, calls: Math.max(0, record.calls - 1) })] : [],
      ),
    })),
})
