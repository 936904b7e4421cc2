import type { AuditLog } from '../audit/index.ts'
import type { AdmittedCaller, CallRecord, Data, PreparedCall, Repetition } from '../context/index.ts'
import { buildOwnKeyId, canonicalCall, createTenantDigests } from '../effects/index.ts'
import { GatewayError } from '../errors.ts'
import { type AddedApproval, type ApprovalRecord, approvalBounds, hashToken, holdsKey } from '../store/index.ts'
import { currentMs, isoTime, type UnixMs } from '../time.ts'
import { tellRefusal } from './find-refusal.ts'
import { type Asking, buildApproval, type CallToAsk, describeNewCall } from './new-approval.ts'
import { endStanding, findStanding, type OverStanding } from './standing.ts'
import { digestAskedCall, openStoredCall, sealStoredCall } from './stored/asked-call.ts'
import { readIdentity } from './stored/identity.ts'

export interface AskingParts extends Pick<Asking, 'store' | 'vault'> {
  readonly auditLog: Pick<AuditLog, 'record'>
  /** Called for the first call of a run that begins to wait, and for each call of no run, with the secret of its link. */
  readonly onWaiting: (record: ApprovalRecord, secret: string) => void
  readonly now?: () => UnixMs
}

/** The answer to a call that waits. */
export interface AskedAnswer {
  readonly data: Data
  /** True if the call waited before, or was decided: it is not counted again. */
  readonly isFree?: boolean
}

export interface ApprovalAsking {
  /**
   * The standing approval that lets the call pass, and those that no longer hold. None lets a call pass that waits already, or has the key of
   * one that did.
   */
  findStanding(
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    repetition: Repetition,
  ): Promise<{ readonly standingId: string | undefined; readonly over: readonly OverStanding[] }>
  endStanding(over: OverStanding): Promise<void>
  /** Stores a call instead of sending it, and tells its caller where to look. Throws RATE_LIMITED if too many calls wait. */
  ask(caller: AdmittedCaller, record: CallRecord, prepared: PreparedCall, call: CallToAsk): Promise<AskedAnswer>
  /** The answer about the approval with the caller's idempotency key; `undefined`: no approval of the same call has the key. */
  findByKey(record: CallRecord, prepared: PreparedCall, idempotencyKey: string): Promise<AskedAnswer | undefined>
}

/** The most approvals of one key to read: those before the newest were refused or failed. */
const mostOfKey = 20

/** The state of an approval as its caller sees it. */
export const showState = (record: ApprovalRecord) => {
  const { id, state, expires_at, reason } = record
  const refusal = tellRefusal(record)
  return {
    approval_id: id,
    state,
    expires_at: isoTime(expires_at),
    ...(reason !== null && { reason }),
    ...(refusal && { refused_before: refusal }),
  }
}

const tooMany = ({ bound }: Extract<AddedApproval, { outcome: 'full' }>): GatewayError => {
  const what = {
    ofToken: `${approvalBounds.ofToken} calls of this token`,
    ofTenant: `${approvalBounds.ofTenant} calls of this tenant`,
    tenantBytes: `calls of ${approvalBounds.tenantBytes / 2 ** 20} MiB of this tenant`,
  }[bound]
  return new GatewayError('RATE_LIMITED', `At most ${what} wait for approval; withdraw some, or wait for decisions`, {
    retryAfter: 60,
    tooManyWait: true,
  })
}

const otherParameters = ({ id }: ApprovalRecord): GatewayError =>
  new GatewayError('CONFLICT', `This idempotency key belongs to the approval ${id}, which has other parameters`)

const otherOwner = ({ id, state }: ApprovalRecord): GatewayError =>
  new GatewayError(
    'CONFLICT',
    `The approval ${id} is ${state} for the same call, and the account was given another credential since, perhaps somebody else's; ${state === 'waiting' ? 'withdraw it, or send a new key' : 'send a new key'}, to call as the account is now`,
  )

/** The answer to a call that waits or has waited. */
const tell = (record: CallRecord, shown: ApprovalRecord): AskedAnswer => {
  record.approvalId = shown.id
  record.reason = `Waits for approval: ${shown.rule}`
  return { data: { status: 202, text: JSON.stringify(showState(shown)) } }
}

/** Throws CONFLICT where the account was somebody else's when the call was stored. */
const assertSameOwner = async (
  { store, vault }: Asking,
  record: ApprovalRecord,
  { ref }: PreparedCall,
): Promise<void> => {
  const stored = await openStoredCall(vault, record, await store.approvals.text(record.id))
  if (stored && stored.asked.identity !== (await readIdentity(store, ref))) throw otherOwner(record)
}

/** Tells whether an approval stands for this very call. */
const hasOwnApproval = async (
  { store, digestsOf }: Asking,
  token_id: string,
  prepared: PreparedCall,
  key: string | undefined,
): Promise<boolean> => {
  const { ref, name: action } = prepared
  const { tenant, provider } = ref
  const digests = await digestsOf(tenant)
  if (key !== undefined) {
    const ofKey = { tenant, key: buildOwnKeyId(digests, prepared, key), limit: mostOfKey }
    return (await store.approvals.list(ofKey)).some(holdsKey)
  }
  const same = digests.of('same', token_id, canonicalCall(prepared))
  const ofToken = { tenant, token_id, provider, action, state: 'waiting', limit: approvalBounds.ofToken } as const
  return (await store.approvals.list(ofToken)).some((other) => other.same === same && other.key === null)
}

export const createAsking = ({ store, vault, auditLog, onWaiting, now = currentMs }: AskingParts): ApprovalAsking => {
  const digestsOf = createTenantDigests(store, vault)
  const asking: Asking = { store, vault, digestsOf, now }

  return {
    async findStanding(caller, call, prepared, { idempotencyKey }) {
      const { standing, over } = await findStanding(asking, caller, call.parent, prepared)
      const passes = standing && !(await hasOwnApproval(asking, caller.tokenId, prepared, idempotencyKey))
      return { standingId: passes ? standing.id : undefined, over }
    },
    endStanding: ({ id, reason }) => endStanding({ store, auditLog }, id, reason),
    async ask(caller, call, prepared, toAsk) {
      // The rules of the call's token are checked again before it is sent, and an administrator's call has no token.
      if (caller.token === undefined)
        throw new GatewayError('FORBIDDEN', 'This call waits for approval: make it with a tenant token')
      const { record: begun, secret } = await buildApproval(asking, caller, call.parent, prepared, toAsk)
      const askedCall = await describeNewCall(asking, begun, prepared, toAsk)
      const sealed_call = await sealStoredCall(vault, begun, {
        asked: askedCall,
        resultFields: prepared.resultFields ?? null,
        idempotencyKey: toAsk.repetition.idempotencyKey ?? null,
        tokenHash: hashToken(caller.token),
      })
      const record = { ...begun, digest: digestAskedCall(askedCall), bytes: sealed_call.length }
      const { id, tenant } = record
      const added = await store.approvals.add(record, { id, tenant, sealed_call, sealed_result: null })
      if (added.outcome === 'full') throw tooMany(added)
      if (added.outcome === 'same' && added.record.parameters !== record.parameters) throw otherParameters(added.record)
      if (added.outcome === 'same') {
        await assertSameOwner(asking, added.record, prepared)
        return { ...tell(call, added.record), isFree: true }
      }
      if (added.isFirst) onWaiting(record, secret)
      return tell(call, record)
    },
    async findByKey(call, prepared, idempotencyKey) {
      const digests = await digestsOf(prepared.ref.tenant)
      const key = buildOwnKeyId(digests, prepared, idempotencyKey)
      const parameters = digests.of('parameters', canonicalCall(prepared))
      const ofKey = await store.approvals.list({ tenant: prepared.ref.tenant, key, limit: mostOfKey })
      const approval = ofKey.find((record) => holdsKey(record) && record.parameters === parameters)
      if (!approval) return undefined
      await assertSameOwner(asking, approval, prepared)
      return tell(call, approval)
    },
  }
}
