import { type CodeRunRecord, type CodeRuns, type CodeRunText, codeRunBounds } from '@patchbay/core/store'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const codeRunTable = defineTable<CodeRunRecord, 'id'>({
  name: 'code_runs',
  bound: { kind: 'age', by: 'approvals', text: '24 hours after it ended' },
  key: ['id'],
  columnsBesideJson: { tenant: 'tenant', due_at: 'due_at' },
  indexes: [{ on: { tenant: 1 } }, { on: { due_at: 1 } }],
  tenant: 'tenant',
})

/** What is sealed lies apart: it may be large, and the bounds are checked without it. */
export const codeRunTextTable = defineTable<CodeRunText, 'id'>({
  name: 'code_run_texts',
  bound: { kind: 'age', by: 'approvals', text: 'as long as its run' },
  key: ['id'],
  indexes: [{ on: { tenant: 1 } }],
  tenant: 'tenant',
})

const isFull = ({ bytes }: CodeRunRecord, others: readonly CodeRunRecord[]): boolean =>
  others.length >= codeRunBounds.ofTenant ||
  others.reduce((sum, other) => sum + other.bytes, bytes) > codeRunBounds.tenantBytes

export const createCodeRunRecords = (store: RecordStore): CodeRuns => ({
  put: (version, next, text) => {
    const { id, tenant } = next
    const current = codeRunTable.at({ id })
    const known = codeRunTable.list({ tenant }, { limit: codeRunBounds.ofTenant + 1 })
    return store.change(tenant, { current, known }, (found) => {
      if ((found.current?.version ?? null) !== version) return { answer: 'changed' }
      const others = found.known.filter((other) => other.id !== id)
      if (text && isFull(next, others)) return { answer: 'full' }
      return { answer: 'stored', writes: [codeRunTable.put(next), ...(text ? [codeRunTextTable.put(text)] : [])] }
    })
  },
  get: (id) => store.read(codeRunTable.at({ id })),
  text: (id) => store.read(codeRunTextTable.at({ id })),
  async forget(now, limit) {
    const due = await store.read(codeRunTable.list({ due_at: atMost(now) }, { sort: ['due_at', 'id'], limit }))
    for (const { id } of due)
      await store.change(`code run ${id}`, {}, () => ({
        answer: undefined,
        writes: [codeRunTable.remove({ id }), codeRunTextTable.remove({ id })],
      }))
    return due.length
  },
  reseal: async ({ id, sealed: before }, sealed) =>
    (await store.write(codeRunTextTable.update({ id, sealed: before }, { sealed }))) > 0,
})
