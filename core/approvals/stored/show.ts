import type { ApprovalRecord, StandingApprovalRecord } from '../../store/index.ts'
import { type IsoTime, isoTime, type UnixMs } from '../../time.ts'
import type { AskedCall } from './asked-call.ts'

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
  any: record.parameters === null,
  given_by: record.given_by,
  created_at: isoTime(created_at),
  expires_at: isoTime(expires_at),
})

/** An approval with all that people approve. `asked` is left out if the stored call can't be read. */
export const showWhole = (record: ApprovalRecord, asked: AskedCall | undefined) => ({
  ...showApproval(record),
  identity: asked?.identity ?? null,
  parameters: asked?.parameters ?? null,
  request: asked?.request ?? null,
})
