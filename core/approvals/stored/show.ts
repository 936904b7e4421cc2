import type { Domain } from '../../schema/index.ts'
import type { ApprovalRecord, StandingApprovalRecord } from '../../store/index.ts'
import { type IsoTime, isoTime, type UnixMs } from '../../time.ts'
import { canStand } from '../can-stand.ts'
import { showRefusal } from '../find-refusal.ts'
import type { AskedCall } from './asked-call.ts'
import { showRoles } from './show-roles.ts'

const toTime = (ms: UnixMs | null): IsoTime | null => (ms === null ? null : isoTime(ms))

/** An approval in a list. */
export const showApproval = (record: ApprovalRecord) => ({
  approval_id: record.id,
  tenant: record.tenant,
  state: record.state,
  provider: record.provider,
  account: record.account,
  action: record.action,
  rule: record.rule,
  source: record.source,
  token_id: record.token_id,
  tenant_token_id: record.tenant_token_id,
  request_id: record.request_id,
  run_id: record.run_id ?? null,
  refused_before: showRefusal(record),
  digest: record.digest,
  created_at: isoTime(record.created_at),
  expires_at: isoTime(record.expires_at),
  ended_at: toTime(record.ended_at),
  needed: record.needed,
  decisions: record.decisions.map(({ decision, by, id, name, at, reason, for: time = null, any = false }) => ({
    decision,
    by,
    id,
    name,
    at: isoTime(at),
    reason,
    for: time,
    any,
  })),
  reason: record.reason,
  entry_id: record.entry_id,
})

export const showStanding = ({ id, created_at, expires_at, ...record }: StandingApprovalRecord) => ({
  approval_id: id,
  tenant: record.tenant,
  provider: record.provider,
  account: record.account,
  action: record.action,
  rule: record.rule,
  token_id: record.token_id,
  run_id: record.run_id ?? null,
  any: record.parameters === null,
  given_by: record.given_by,
  created_at: isoTime(created_at),
  expires_at: isoTime(expires_at),
})

/** An approval with all that people approve. `call` is left out if the stored call can't be read. */
export const showWhole = (record: ApprovalRecord, call: AskedCall | undefined, domain: Domain | undefined) => ({
  ...showApproval(record),
  may_stand: canStand(record.action, domain?.source.classes(record.action) ?? []),
  roles: showRoles(domain?.source.action(record.action)?.roles, call?.parameters ?? {}),
  identity: call?.identity ?? null,
  parameters: call?.parameters ?? null,
  request: call?.request ?? null,
})
