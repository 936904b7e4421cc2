import {
  type ApprovalPage,
  type ApprovalRecord,
  type Approvals,
  type ApprovalText,
  approvalBounds,
  holdsKey,
} from '@patchbay/core/store'
import { atMost, greaterThan, lessThan, oneOfValues } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const approvalTable = defineTable<ApprovalRecord, 'id'>({
  name: 'approvals',
  bound: { kind: 'age', by: 'approvals', text: '24 hours after it ended' },
  key: ['id'],
  columnsBesideJson: { tenant: 'tenant', state: 'state', due_at: 'due_at', link_hash: 'link_hash' },
  indexes: [
    { on: { state: 1, tenant: 1, id: -1 } },
    { on: { tenant: 1, id: -1 } },
    { on: { due_at: 1 } },
    { on: { link_hash: 1 } },
  ],
  tenant: 'tenant',
})

/** The sealed texts, stored separately: they may be large, and the queue is read often. */
export const approvalTextTable = defineTable<ApprovalText, 'id'>({
  name: 'approval_texts',
  bound: { kind: 'age', by: 'approvals', text: 'as long as its approval' },
  key: ['id'],
  indexes: [{ on: { tenant: 1 } }],
  tenant: 'tenant',
})

const findSame = (
  { same, key, token_id }: ApprovalRecord,
  waiting: readonly ApprovalRecord[],
  withSameKey: readonly ApprovalRecord[],
): ApprovalRecord | undefined =>
  key === null
    ? waiting.find((other) => other.same === same && other.token_id === token_id && other.key === null)
    : withSameKey.find((other) => other.key === key && holdsKey(other))

/** The bound that another call would exceed. */
const findExceeded = (
  { token_id, bytes }: ApprovalRecord,
  waiting: readonly ApprovalRecord[],
): keyof typeof approvalBounds | undefined => {
  if (waiting.filter((other) => other.token_id === token_id).length >= approvalBounds.ofToken) return 'ofToken'
  if (waiting.length >= approvalBounds.ofTenant) return 'ofTenant'
  const sum = waiting.reduce((total, other) => total + other.bytes, bytes)
  return sum > approvalBounds.tenantBytes ? 'tenantBytes' : undefined
}

const toFilter = ({ tenant, state, run_id, token_id, provider, action, key, last, isOldestFirst }: ApprovalPage) => ({
  ...(tenant !== undefined && { tenant }),
  ...(state !== undefined && { state: typeof state === 'string' ? state : oneOfValues(state) }),
  ...(run_id !== undefined && { run_id }),
  ...(token_id !== undefined && { token_id }),
  ...(provider !== undefined && { provider }),
  ...(action !== undefined && { action }),
  ...(key !== undefined && { key }),
  ...(last !== undefined && { id: isOldestFirst ? greaterThan(last) : lessThan(last) }),
})

export const createApprovalRecords = (store: RecordStore): Approvals => ({
  add: (record, text) => {
    const { tenant, key } = record
    const waiting = approvalTable.list({ tenant, state: 'waiting' }, { limit: approvalBounds.ofTenant })
    const withSameKey = approvalTable.list(key === null ? { id: record.id } : { tenant, key }, { limit: 20 })
    return store.change(`approvals of ${tenant}`, { waiting, withSameKey }, (approvals) => {
      const same = findSame(record, approvals.waiting, approvals.withSameKey)
      if (same) return { answer: { outcome: 'same', record: same } }
      const bound = findExceeded(record, approvals.waiting)
      if (bound) return { answer: { outcome: 'full', bound } }
      const isFirst = record.run_id === undefined || approvals.waiting.every(({ run_id }) => run_id !== record.run_id)
      return { answer: { outcome: 'added', isFirst }, writes: [approvalTable.put(record), approvalTextTable.put(text)] }
    })
  },
  get: (id) => store.read(approvalTable.at({ id })),
  text: (id) => store.read(approvalTextTable.at({ id })),
  findByLink: (link_hash) => store.read(approvalTable.first({ link_hash })),
  list: (page) => {
    const { isOldestFirst = false, limit } = page
    return store.read(approvalTable.list(toFilter(page), { sort: ['id'], descending: !isOldestFirst, limit }))
  },
  countWaiting: async (tenant) => {
    const filter = { state: 'waiting', ...(tenant !== undefined && { tenant }) } as const
    return (await store.read(approvalTable.list(filter, { limit: approvalBounds.ofTenant }))).length
  },
  swap: async (version, next, sealedResult) => {
    const { id, ...members } = next
    // A decision is a single write: no gateway that dies in it leaves a transaction open.
    if (sealedResult === undefined) return (await store.write(approvalTable.update({ id, version }, members))) > 0
    return store.change(`approval ${id}`, { current: approvalTable.at({ id }) }, ({ current }) => {
      if (current?.version !== version) return { answer: false }
      return {
        answer: true,
        writes: [approvalTable.put(next), approvalTextTable.update({ id }, { sealed_result: sealedResult })],
      }
    })
  },
  due: (now, limit) => store.read(approvalTable.list({ due_at: atMost(now) }, { sort: ['due_at', 'id'], limit })),
  remove: async (id) => {
    // The record last: it is found again if the gateway dies in between.
    await store.write(approvalTextTable.remove({ id }))
    await store.write(approvalTable.remove({ id }))
  },
  reseal: async ({ id, sealed_call: call, sealed_result: result }, sealed) =>
    (await store.write(approvalTextTable.update({ id, sealed_call: call, sealed_result: result }, sealed))) > 0,
})
