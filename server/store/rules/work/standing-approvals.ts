import { mostStanding, type StandingApprovalRecord, type StandingApprovals } from '@patchbay/core/store'
import { atMost, greaterThan, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { approvalTable } from './approvals.ts'

export const standingApprovalTable = defineTable<StandingApprovalRecord, 'id'>({
  name: 'standing_approvals',
  bound: { kind: 'age', by: 'approvals', text: 'until it expires' },
  key: ['id'],
  columnsBesideJson: { tenant: 'tenant', token_id: 'token_id', expires_at: 'expires_at' },
  indexes: [{ on: { tenant: 1, id: -1 } }, { on: { token_id: 1 } }, { on: { expires_at: 1 } }],
  tenant: 'tenant',
})

export const createStandingApprovalRecords = (store: RecordStore): StandingApprovals => ({
  give: (version, approved, standing) => {
    const { tenant, created_at } = standing
    const current = approvalTable.at({ id: approved.id })
    const alive = standingApprovalTable.list({ tenant, expires_at: greaterThan(created_at) }, { limit: mostStanding })
    return store.change(tenant, { current, alive }, (found) => {
      if (found.current?.version !== version) return { answer: 'changed' }
      if (found.alive.length >= mostStanding) return { answer: 'full' }
      return { answer: 'given', writes: [approvalTable.put(approved), standingApprovalTable.put(standing)] }
    })
  },
  find: ({ tenant, token_id, provider, account, action }, now) =>
    store.read(
      standingApprovalTable.list(
        { tenant, token_id, provider, account, action, expires_at: greaterThan(now) },
        { sort: ['expires_at', 'id'], descending: true, limit: mostStanding },
      ),
    ),
  list: ({ tenant, last, now, limit }) => {
    const filter = {
      expires_at: greaterThan(now),
      ...(tenant !== undefined && { tenant }),
      ...(last !== undefined && { id: lessThan(last) }),
    }
    return store.read(standingApprovalTable.list(filter, { sort: ['id'], descending: true, limit }))
  },
  end: (id) =>
    store.change(`standing approval ${id}`, { current: standingApprovalTable.at({ id }) }, ({ current }) => ({
      answer: current,
      writes: current ? [standingApprovalTable.remove({ id })] : [],
    })),
  expired: (now, limit) =>
    store.read(standingApprovalTable.list({ expires_at: atMost(now) }, { sort: ['expires_at', 'id'], limit })),
})
