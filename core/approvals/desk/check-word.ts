import { GatewayError } from '../../errors.ts'
import type { Domain } from '../../schema/index.ts'
import { type ApprovalRecord, endApproval } from '../../store/index.ts'
import { alreadyDecided, noApproval } from './asker-desk.ts'
import type { CarryOutParts } from './carry-out.ts'
import type { Word } from './decision-body.ts'
import { checkTime } from './give-standing.ts'
import { type Decider, refuseDecider, toDecidedBy } from './may-decide.ts'

const ownCall = (): GatewayError => new GatewayError('FORBIDDEN', 'Whoever asked can’t decide about the call')

type ExpiringParts = Pick<CarryOutParts, 'store' | 'auditLog' | 'announce' | 'now'>

type Domains = ReadonlyMap<string, Domain>

/** Ends a call that nobody decided in time. `false`: another has ended it. */
export const expireApproval = async (
  { store, auditLog, announce, now }: ExpiringParts,
  record: ApprovalRecord,
): Promise<boolean> => {
  const next = endApproval(record, { state: 'expired', reason: 'Nobody decided in time' }, now())
  if (!(await store.approvals.swap(record.version, next))) return false
  await auditLog.record({
    tenant: record.tenant,
    action: 'expire_approval',
    source: 'job',
    key: `approvals/${record.id}`,
    token_id: record.token_id,
    request_id: record.request_id,
    approval_id: record.id,
  })
  await announce(next)
  return true
}

/** Throws FORBIDDEN, or NOT_FOUND if the holder of a token may not even know of the call. */
export const checkDecider = (domains: Domains, record: ApprovalRecord, decider: Decider): void => {
  if (decider.by === 'token') {
    const refusal = refuseDecider(record, decider.token, domains)
    if (refusal === 'unknown') throw noApproval()
    if (refusal === 'own') throw ownCall()
  } else if (decider.id === record.token_id) throw ownCall()
}

/** Throws as `decide` does. */
export const checkWord = async (
  parts: ExpiringParts & { readonly domains: Domains },
  record: ApprovalRecord,
  decider: Decider,
  word: Word,
): Promise<void> => {
  checkDecider(parts.domains, record, decider)
  checkTime(record, word, parts.domains)
  if (record.state !== 'waiting') throw alreadyDecided(record)
  if (record.expires_at <= parts.now()) {
    await expireApproval(parts, record)
    throw alreadyDecided({ ...record, state: 'expired' })
  }
  if (word.digest !== record.digest)
    throw new GatewayError('CONFLICT', 'The digest does not match this call: load the call again')
  const { by, id } = toDecidedBy(decider)
  if (record.decisions.some((other) => other.by === by && other.id === id))
    throw new GatewayError('CONFLICT', 'You have decided about this call already; it needs another person')
}
