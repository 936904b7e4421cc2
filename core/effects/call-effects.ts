import type { AuditLog, Intent } from '../audit/index.ts'
import {
  type AdmittedCaller,
  accountKey,
  type CallRecord,
  type LateOutcome,
  type OpenWrite,
  type PreparedCall,
  type Repetition,
  type WriteAnswer,
} from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import {
  type AccountRef,
  type AuditOutcome,
  type EffectKey,
  type KeyClaim,
  momentOfEntry,
  noEffects,
  type Store,
} from '../store/index.ts'
import { currentMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { buildOwnKeyId, chooseClaim, claimApproval, claimOwnKey } from './keys/claims.ts'
import { canonicalCall, digestCall, printCanonical } from './keys/digest.ts'
import { openAnswer, sealAnswer } from './keys/kept-answer.ts'
import { maskKey } from './keys/mask-key.ts'
import { describeAge, refuseDuplicate, refuseKey, refuseOtherOwner } from './keys/refuse-repeat.ts'
import { hasSameOwner, type OwnerStore } from './keys/same-owner.ts'
import { createTenantDigests, type TenantDigests } from './keys/tenant-digests.ts'
import { createAnswerTrimmer } from './keys/trim-answers.ts'
import { chooseParameters } from './unknown/confirm-parameters.ts'
import { createListening } from './unknown/listening.ts'
import { createRecentWrites, doneMs } from './unknown/recent-writes.ts'
import { findResolution, resolveUnknown } from './unknown/resolve-unknown.ts'
import { type GatewayLife, type WriteParts, WriteUnderWay } from './write-under-way.ts'

export interface CallEffectsParts {
  readonly store: Pick<Store, 'tenantSecrets' | 'changes' | 'effects' | 'gateways'> & OwnerStore
  readonly vault: Vault
  readonly auditLog: Pick<AuditLog, 'open'>
  readonly gateway: GatewayLife
  /** Called when old answers couldn't be removed, or a late answer couldn't be recorded. */
  readonly onError: (error: unknown) => void
  /** Called when a write turns out to be done after its call has ended. */
  readonly onLateEffect: (account: AccountRef) => void
}

/** The answer to an earlier write with the same key. */
export interface KeptWrite {
  /** The earlier write's. */
  readonly entryId: string
  readonly answer: WriteAnswer
}

/** A write whose intent is durable. */
export interface OpenedWrite {
  /** The answer to the first call with the same key: then nothing may be sent. */
  readonly kept?: KeptWrite
  /** What a model is told beside the answer. */
  readonly note?: string | undefined
}

/** What writes do at vendors is known before it happens, and stays known. */
export interface CallEffects {
  /**
   * Makes a write's intent durable, right before it is sent; the record gets the open write before that can fail. `approvalId`: people said yes to
   * it. Throws UNAVAILABLE if the intent isn't durable, and CONFLICT if the call is a repeat that has no answer.
   */
  open(
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    asked: Repetition,
    approvalId: string | undefined,
  ): Promise<OpenedWrite>
  /**
   * The answer to an earlier write with the caller's own key, for a call that isn't sent now; `undefined`: the key is free. Throws CONFLICT
   * as `open` does.
   */
  findKept(
    caller: AdmittedCaller,
    { handoverId }: Pick<CallRecord, 'handoverId'>,
    prepared: PreparedCall,
    asked: Repetition,
  ): Promise<KeptWrite | undefined>
  /** Reads what earlier processes left. */
  start(): Promise<void>
  /** Waits for late answers, for `ms` at most. */
  close(ms: number): Promise<void>
}

const notDurable = (): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The audit log can’t be written at the moment, so nothing was sent; try again', {
    retryAfter: 1,
  })

const buildIntent = (
  record: CallRecord,
  { ref, name }: PreparedCall,
  { id, digest }: Pick<OpenWrite, 'id' | 'digest'>,
  same: string,
  takes: string | null,
  idempotencyKey: string | undefined,
): Intent => ({
  id,
  tenant: ref.tenant,
  action: name,
  source: record.source,
  key: accountKey(record) ?? null,
  ip: record.arrival.ip,
  token_id: record.tokenId ?? null,
  request_id: record.arrival.requestId,
  digest,
  approval_id: record.approvalId ?? record.standingId ?? null,
  parent: record.parent ?? null,
  actor: null,
  takes,
  same,
  idempotency_key: idempotencyKey === undefined ? null : maskKey(idempotencyKey),
})

export const createCallEffects = ({
  store,
  vault,
  auditLog,
  gateway,
  onError,
  onLateEffect,
}: CallEffectsParts): CallEffects => {
  const digestsOf = createTenantDigests(store, vault)
  const recent = createRecentWrites(store)
  const trimmer = createAnswerTrimmer(store.effects, onError)

  /** Records what became of a write that the log calls unknown, and keeps its answer for who has its key. */
  const tell = async (
    intent: Intent,
    isDone: boolean,
    reason: string,
    answer?: WriteAnswer,
    status = answer?.status,
  ) => {
    const { id, takes, same } = intent
    const tenant = intent.tenant ?? ''
    const isKept = isDone && answer && takes !== null && takes !== same
    const sealedAnswer = isKept ? await sealAnswer(vault, { tenant, id: takes }, answer) : null
    const as = isDone ? 'done' : 'absent'
    const finding = { as, source: 'job', reason, sealedAnswer, ...(status !== undefined && { status }) } as const
    const resolution = (await resolveUnknown(store, id, finding, new Date())) ?? (await findResolution(store, id))
    if (sealedAnswer !== null) trimmer.kept(tenant, sealedAnswer.length)
    if (resolution && resolution.resolved_as !== as)
      onError(new Error(`The call ${id} was resolved as ${resolution.resolved_as} before it turned out to be ${as}`))
  }

  /** Others took this gateway for dead during the call, and may have recorded it as unknown. */
  const correct = async (intent: Intent, outcome: AuditOutcome, answer?: WriteAnswer): Promise<void> => {
    const [entry] = await store.effects.entries([intent.id])
    if (entry?.outcome !== 'unknown' || outcome === 'unknown') return
    const isDone = outcome === 'ok'
    const reason = `The gateway, which had been taken for dead, learnt that the call ${isDone ? 'was' : 'was not'} carried out`
    await tell(intent, isDone, reason, answer)
  }

  /** Records what became of a write after its call had ended. */
  const learn = async (intent: Intent, { outcome, status, answer }: LateOutcome): Promise<void> => {
    const isDone = outcome === 'done'
    const reason = `The provider answered after the call had ended${status === undefined ? '' : `, with ${status}`}`
    await tell(intent, isDone, reason, answer, status)
    if (!isDone) return
    recent.addDone(intent.same, intent.id)
    const [provider = '', account = ''] = intent.key?.split('/') ?? []
    onLateEffect({ tenant: intent.tenant ?? '', provider, account })
  }

  const listening = createListening(learn, onError)
  const writeParts: WriteParts = {
    vault,
    gateway,
    recent,
    // If the store is down, the call stays unknown: the caller has its answer all the same.
    correct: (...write) => correct(...write).catch(onError),
    onKept: trimmer.kept,
    listen: listening.add,
  }

  /** Another write has the key: its answer, or why there is none. */
  const answerAgain = async (
    holder: EffectKey,
    parameters: string,
    { ref }: PreparedCall,
    { source }: AdmittedCaller,
    handoverId: string | null,
  ): Promise<KeptWrite> => {
    const { entry_id: entryId, sealed_answer: sealed, state } = holder
    if (!(await hasSameOwner(store, ref, holder, handoverId))) throw refuseOtherOwner(holder, source)
    if (holder.parameters !== parameters || state !== 'done' || sealed === null)
      throw refuseKey(holder, parameters, source)
    try {
      return { entryId, answer: await openAnswer(vault, holder, sealed) }
    } catch (cause) {
      throw refuseKey({ ...holder, sealed_answer: null }, parameters, source).with({ cause })
    }
  }

  /** Throws CONFLICT where another call has the caller's key, which an approved write takes beside that of its approval. */
  const takeOwnKey = async (write: WriteUnderWay, claim: KeyClaim): Promise<void> => {
    // Before it is known: a store that fails may have carried out the claim.
    write.takeBeside(claim.key.id)
    const [lost] = await store.effects.commit({ ...noEffects, now: currentMs(), claims: [claim] })
    if (lost)
      throw new GatewayError(
        'CONFLICT',
        `The call ${lost.holder.entry_id} has the same idempotency key, so nothing was sent`,
      )
  }

  /** A model that sends again what was done, and doesn't say so, is told. */
  const noteDone = ({ source }: AdmittedCaller, same: string, now: number): string | undefined => {
    const before = source === 'mcp' ? recent.findDone(same) : undefined
    const age = before === undefined ? doneMs : now - momentOfEntry(before)
    if (age >= doneMs) return undefined
    return `The same call was carried out ${describeAge(age)} ago (${before}); it was now carried out again`
  }

  const openAs = async (
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    asked: Repetition,
    approvalId: string | undefined,
    digests: TenantDigests,
  ): Promise<OpenedWrite> => {
    const now = currentMs()
    const isApproved = approvalId !== undefined
    const printed = printCanonical(prepared.params)
    const canonical = canonicalCall(prepared, printed)
    const id = Bun.randomUUIDv7('hex', now)
    const digest = digestCall(digests, id, canonical)
    const same = digests.of('same', caller.tokenId, canonical)
    const { handoverId } = record
    const claimant = { prepared, id, same, canonical, handoverId, gatewayId: gateway.id(), now }
    const refusedMs = (caller.tenant.options.refuse_duplicates ?? 0) * 1000
    const claim = isApproved
      ? claimApproval(digests, claimant, approvalId)
      : chooseClaim(digests, claimant, asked, refusedMs, recent.mayBeUnknown)
    const takes = claim?.kind === 'take' ? claim.key.id : null
    const intent = buildIntent(record, prepared, { id, digest }, same, takes, asked.idempotencyKey)
    // From here on the call's audit entry closes the intent, even if it isn't durable.
    const parameters = chooseParameters(prepared, printed)
    const write = new WriteUnderWay(writeParts, intent, { parameters, isApproved })
    record.write = write
    const { durable, lost } = await auditLog.open({ intent, claim, parameters })
    if (!durable) throw notDurable()
    if (lost) {
      write.lose()
      if (isApproved) throw new GatewayError('CONFLICT', 'Another gateway carries out this approval')
      if (asked.idempotencyKey === undefined) throw refuseDuplicate(lost.holder, caller.source, currentMs())
      return { kept: await answerAgain(lost.holder, claim?.key.parameters ?? '', prepared, caller, handoverId) }
    }
    if (isApproved && asked.idempotencyKey !== undefined)
      await takeOwnKey(write, claimOwnKey(digests, claimant, asked.idempotencyKey))
    return { note: asked.idempotencyKey === undefined && !asked.repeat ? noteDone(caller, same, now) : undefined }
  }

  return {
    async open(caller, record, prepared, asked, approvalId) {
      const digests = digestsOf(prepared.ref.tenant)
      return openAs(caller, record, prepared, asked, approvalId, digests instanceof Promise ? await digests : digests)
    },
    async findKept(caller, { handoverId }, prepared, { idempotencyKey: key }) {
      if (key === undefined) return undefined
      const digests = await digestsOf(prepared.ref.tenant)
      const [holder] = await store.effects.keys([buildOwnKeyId(digests, prepared, key)])
      if (!holder || holder.expires_at <= currentMs()) return undefined
      const parameters = digests.of('parameters', canonicalCall(prepared))
      return answerAgain(holder, parameters, prepared, caller, handoverId)
    },
    start: () => recent.load(currentMs()),
    async close(ms) {
      await listening.close(ms)
      await trimmer.close()
    },
  }
}
