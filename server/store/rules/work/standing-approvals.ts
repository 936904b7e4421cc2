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
  /** Its approval first: of a gateway that dies in between, the call is approved alone, and nobody was told more. */
  give: async (version, approved, standing) => {
    const { tenant, created_at } = standing
    const { id, ...members } = approved
    const isAlive = { tenant, expires_at: greaterThan(created_at) }
    if ((await store.read(approvalTable.at({ id })))?.version !== version) return 'changed'
    if ((await store.read(standingApprovalTable.list(isAlive, { limit: mostStanding }))).length >= mostStanding)
      return 'full'
    if ((await store.write(approvalTable.update({ id, version }, members))) === 0) return 'changed'
    await store.write(standingApprovalTable.put(standing))
    return 'given'
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
  end: async (id) => {
    const current = await store.read(standingApprovalTable.at({ id }))
    return current && (await store.write(standingApprovalTable.remove({ id }))) > 0 ? current : undefined
  },
  expired: (now, limit) =>
    store.read(standingApprovalTable.list({ expires_at: atMost(now) }, { sort: ['expires_at', 'id'], limit })),
})
