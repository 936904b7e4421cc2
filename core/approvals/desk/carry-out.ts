import type { AuditLog } from '../../audit/index.ts'
import {
  buildApprovalKeyId,
  closeApproval,
  createTenantDigests,
  findResolution,
  type GatewayLife,
} from '../../effects/index.ts'
import type { GatewayError } from '../../errors.ts'
import { type ApprovalRecord, type AuditEntry, endApproval, noEffects, type Store } from '../../store/index.ts'
import type { UnixMs } from '../../time.ts'
import type { Vault } from '../../vault/index.ts'
import { openStoredCall, type StoredCall } from '../stored/asked-call.ts'
import { approvalResultBinding } from '../stored/bindings.ts'
import type { AnnounceChange } from './announce-change.ts'

/** The outcome of an approved call that took the call path. */
export interface ApprovedRun {
  /** The audit entry of the write, if it was about to be sent. */
  readonly entryId: string | undefined
  /** The envelope that its caller gets. */
  readonly envelope: string
  readonly error: GatewayError | undefined
}

/** Sends an approved call through the normal call path. Never rejects with GatewayError. */
export type RunApproved = (record: ApprovalRecord, stored: StoredCall) => Promise<ApprovedRun>

export interface CarryOutParts {
  readonly store: Pick<Store, 'approvals' | 'effects' | 'tenantSecrets' | 'changes'>
  readonly vault: Vault
  readonly gateway: Pick<GatewayLife, 'id'>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly run: RunApproved
  readonly announce: AnnounceChange
  readonly now: () => UnixMs
}

/** Approved calls are abandoned after this time: people approved them for now. */
const mostDelayMs = 3_600_000
const mostResultBytes = 2 ** 20

export const resolvedStates = { done: 'done', absent: 'failed' } as const
const endStates = { ok: 'done', error: 'failed', unknown: 'unknown' } as const

/**
 * The fate of an approved call by the approval's key. `open`: nobody has it, so nothing was sent. `closed`: nothing was sent, and nothing will be.
 * `running`: a gateway has it, or its end isn't recorded yet.
 */
type Fate = { readonly kind: 'open' | 'closed' | 'running' } | { readonly kind: 'ended'; readonly entry: AuditEntry }

/** Carries out an approval; it may be called any number of times, by any number of gateways. */
export type CarryOut = (record: ApprovalRecord) => Promise<void>

/** Records the failure of a call that never reached the call path, which records all others. */
const recordFailure = (
  auditLog: CarryOutParts['auditLog'],
  { id, tenant, action, provider, account, token_id, request_id }: ApprovalRecord,
  reason: string,
): Promise<void> =>
  auditLog.record({
    tenant,
    action,
    source: 'job',
    key: `${provider}/${account}`,
    code: 'CONFLICT',
    status: 409,
    token_id,
    request_id,
    reason,
    approval_id: id,
  })

export const createCarryOut = (parts: CarryOutParts): CarryOut => {
  const { store, vault, gateway, auditLog, run, announce, now } = parts
  const digestsOf = createTenantDigests(store, vault)

  const findFate = async ({ id, tenant }: ApprovalRecord): Promise<Fate> => {
    const [key] = await store.effects.keys([buildApprovalKeyId(await digestsOf(tenant), id)])
    if (!key) return { kind: 'open' }
    if (key.entry_id === id) return { kind: 'closed' }
    const [entry] = await store.effects.entries([key.entry_id])
    return entry ? { kind: 'ended', entry } : { kind: 'running' }
  }

  const seal = async (record: ApprovalRecord, envelope: string | undefined): Promise<string | null> =>
    envelope === undefined || Buffer.byteLength(envelope) > mostResultBytes
      ? null
      : vault.seal(envelope, approvalResultBinding(record))

  /** Records the end of an approved call, unless it has one. */
  const end = async (
    record: ApprovalRecord,
    members: Pick<ApprovalRecord, 'state' | 'reason' | 'entry_id'>,
    envelope: string | undefined,
  ): Promise<void> => {
    const sealed = await seal(record, envelope)
    for (;;) {
      const current = await store.approvals.get(record.id)
      if (current?.state !== 'approved') return
      const next = endApproval(current, members, now())
      if (!(await store.approvals.swap(current.version, next, sealed))) continue
      await announce(next)
      return
    }
  }

  const endByEntry = async (record: ApprovalRecord, entry: AuditEntry, envelope: string | undefined): Promise<void> => {
    // An answer may have come late, or somebody may have checked at the provider.
    const resolution = entry.outcome === 'unknown' ? await findResolution(store, entry.id) : undefined
    const state = resolution?.resolved_as ? resolvedStates[resolution.resolved_as] : endStates[entry.outcome]
    return end(record, { state, reason: (resolution ?? entry).reason, entry_id: entry.id }, envelope)
  }

  const settle = async (record: ApprovalRecord, fate: Fate, ran?: ApprovedRun): Promise<void> => {
    if (fate.kind === 'ended')
      await endByEntry(record, fate.entry, ran?.entryId === fate.entry.id ? ran.envelope : undefined)
    if (fate.kind === 'closed')
      await end(record, { state: 'failed', reason: ran?.error?.reason ?? null, entry_id: null }, ran?.envelope)
  }

  /** Makes sure that nobody sends the call any more, and records the reason. */
  const giveUp = async (record: ApprovalRecord, reason: string, ran?: ApprovedRun): Promise<void> => {
    const at = now()
    const claim = closeApproval(await digestsOf(record.tenant), record, gateway.id(), at)
    const lost = await store.effects.commit({ ...noEffects, now: at, claims: [claim] })
    if (lost.length > 0) return settle(record, await findFate(record), ran)
    if (!ran) await recordFailure(auditLog, record, reason)
    return end(record, { state: 'failed', reason, entry_id: null }, ran?.envelope)
  }

  return async (record) => {
    const fate = await findFate(record)
    if (fate.kind !== 'open') return settle(record, fate)
    const saidAt = record.decisions.at(-1)?.at ?? 0
    if (now() - saidAt > mostDelayMs) return giveUp(record, 'No gateway could carry it out in time; nothing was sent')
    const stored = await openStoredCall(vault, record, await store.approvals.text(record.id))
    if (!stored) return giveUp(record, 'What is stored is not what was approved; nothing was sent')
    const ran = await run(record, stored)
    const after = await findFate(record)
    if (after.kind !== 'open') return settle(record, after, ran)
    // The store was down, or the gateway is about to stop: the call is tried again later.
    if (ran.error?.code === 'UNAVAILABLE') return
    return giveUp(record, ran.error?.reason ?? 'Nothing was sent', ran)
  }
}
