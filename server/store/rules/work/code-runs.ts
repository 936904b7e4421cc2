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

/** The sealed state, stored separately: it may be large, and the bounds are checked without it. */
export const codeRunTextTable = defineTable<CodeRunText, 'id'>({
  name: 'code_run_texts',
  bound: { kind: 'age', by: 'approvals', text: 'as long as its run' },
  key: ['id'],
  indexes: [{ on: { tenant: 1 } }],
  tenant: 'tenant',
})

type PutCodeRun = Awaited<ReturnType<CodeRuns['put']>>

const isFull = ({ bytes }: CodeRunRecord, others: readonly CodeRunRecord[]): boolean =>
  others.length >= codeRunBounds.ofTenant ||
  others.reduce((sum, other) => sum + other.bytes, bytes) > codeRunBounds.tenantBytes

export const createCodeRunRecords = (store: RecordStore): CodeRuns => {
  const list = (tenant: string) => codeRunTable.list({ tenant }, { limit: codeRunBounds.ofTenant + 1 })
  const remove = async (id: string): Promise<void> => {
    // The record last: it is found again if the gateway dies in between.
    await store.write(codeRunTextTable.remove({ id }))
    await store.write(codeRunTable.remove({ id }))
  }
  const leaveOut = (records: readonly CodeRunRecord[], id: string) => records.filter((other) => other.id !== id)

  /**
   * The record first, which nobody knows yet: what a gateway leaves that dies in between is forgotten as any other. Of two that are added at
   * once, each counts the other, so that the bounds hold.
   */
  const add = async (next: CodeRunRecord, text: CodeRunText | undefined): Promise<PutCodeRun> => {
    if ((await store.write(codeRunTable.insert(next))) === 0) return 'changed'
    if (!text) return 'stored'
    if (isFull(next, leaveOut(await store.read(list(next.tenant)), next.id))) {
      await remove(next.id)
      return 'full'
    }
    await store.write(codeRunTextTable.put(text))
    return 'stored'
  }
  const change = async (version: string, { id, ...members }: CodeRunRecord): Promise<PutCodeRun> =>
    (await store.write(codeRunTable.update({ id, version }, members))) > 0 ? 'stored' : 'changed'
  const replace = (version: string, next: CodeRunRecord, text: CodeRunText): Promise<PutCodeRun> =>
    store.change(
      `code run ${next.id}`,
      { current: codeRunTable.at(next), runs: list(next.tenant) },
      ({ current, runs }) => {
        if (current?.version !== version) return { answer: 'changed' }
        if (isFull(next, leaveOut(runs, next.id))) return { answer: 'full' }
        return { answer: 'stored', writes: [codeRunTable.put(next), codeRunTextTable.put(text)] }
      },
    )

  return {
    put: (version, next, text) => {
      if (version === null) return add(next, text)
      return text ? replace(version, next, text) : change(version, next)
    },
    get: (id) => store.read(codeRunTable.at({ id })),
    text: (id) => store.read(codeRunTextTable.at({ id })),
    async forget(now, limit) {
      const due = await store.read(codeRunTable.list({ due_at: atMost(now) }, { sort: ['due_at', 'id'], limit }))
      for (const { id } of due) await remove(id)
      return due.length
    },
    reseal: async ({ id, sealed: before }, sealed) =>
      (await store.write(codeRunTextTable.update({ id, sealed: before }, { sealed }))) > 0,
  }
}
