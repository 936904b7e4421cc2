import type { AuditLog } from '../audit/index.ts'
import {
  type AdmittedCaller,
  type CallRecord,
  type Deadline,
  type PreparedCall,
  type Repetition,
  readHolderId,
} from '../context/index.ts'
import { type AccountRef, type KeyClaim, noEffects, type Store } from '../store/index.ts'
import { currentMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { buildOwnKeyId } from './keys/claims.ts'
import { canonicalCall } from './keys/digest.ts'
import { createReadKeptWrite, type KeptWrite } from './keys/kept-write.ts'
import { createReadUntaken, type UntakenWrite } from './keys/read-untaken.ts'
import type { SurfaceWords } from './keys/refuse-repeat.ts'
import type { OwnerStore } from './keys/same-owner.ts'
import { createTenantDigests } from './keys/tenant-digests.ts'
import { createAnswerTrimmer } from './keys/trim-answers.ts'
import { buildUntakenId } from './keys/untaken.ts'
import { createOpening, type OpenedWrite } from './open-write.ts'
import { createLateOutcomes } from './unknown/late-outcomes.ts'
import { createListening } from './unknown/listening.ts'
import { createRecentWrites } from './unknown/recent-writes.ts'
import { buildKeyEnd } from './unknown/unknown.ts'
import { createWritesUnderWay } from './unknown/writes-under-way.ts'
import type { GatewayLife, WriteParts } from './write-parts.ts'

export interface CallEffectsParts {
  readonly store: Pick<Store, 'tenantSecrets' | 'changes' | 'effects' | 'gateways'> & OwnerStore
  readonly vault: Vault
  readonly auditLog: Pick<AuditLog, 'open'>
  readonly gateway: GatewayLife
  readonly surfaceWords: SurfaceWords
  /** Called when old answers couldn't be removed, or a late answer couldn't be recorded. */
  readonly onError: (error: unknown) => void
  /** Called when a write turns out to be done after its call has ended. */
  readonly onLateEffect: (account: AccountRef) => void
}

/** The effects of writes at vendors: each is recorded before it happens, and stays recorded. */
export interface CallEffects {
  /**
   * Makes a write's intent durable right before it is sent; the record gets the open write before that can fail. `approvalId`: people said yes to
   * it. Throws UNAVAILABLE if the intent isn't durable, and CONFLICT if the call is a repeat that has no answer.
   */
  open(
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    repetition: Repetition,
    approvalId: string | undefined,
    deadline: Deadline,
  ): Promise<OpenedWrite>
  /**
   * The answer to an earlier write with the caller's own key, for a call that isn't sent now; `undefined`: the key is free. Throws CONFLICT
   * as `open` does.
   */
  findKeptWrite(
    caller: AdmittedCaller,
    { handoverId }: Pick<CallRecord, 'handoverId'>,
    prepared: PreparedCall,
    repetition: Repetition,
  ): Promise<KeptWrite | undefined>
  /**
   * Takes the answer of an equal write whose caller hung up, for a call without a key that isn't sent now; `undefined`: there is none. Throws
   * CONFLICT as `open` does.
   */
  takeUntaken(
    caller: AdmittedCaller,
    { handoverId }: Pick<CallRecord, 'handoverId'>,
    prepared: PreparedCall,
  ): Promise<UntakenWrite | undefined>
  /** Reads the writes that earlier processes left. */
  start(): Promise<void>
  /** Waits for late answers, for `ms` at most. */
  close(ms: number): Promise<void>
}

export const createCallEffects = (parts: CallEffectsParts): CallEffects => {
  const { store, vault, auditLog, gateway, surfaceWords, onError } = parts
  const digestsOf = createTenantDigests(store, vault)
  const recent = createRecentWrites(store)
  const trimmer = createAnswerTrimmer(store.effects, onError)
  const late = createLateOutcomes({ ...parts, recent, trimmer })
  const listening = createListening(late.learn, onError)
  const underWay = createWritesUnderWay(listening)
  const leave = async (claim: KeyClaim): Promise<void> => {
    await store.effects.commit({ ...noEffects, now: currentMs(), claims: [claim] })
  }
  const write: WriteParts = {
    vault,
    gateway,
    recent,
    underWay,
    // If the store is down, the call stays unknown, but the caller has its answer.
    correct: (...closed) => late.correct(...closed).catch(onError),
    onAnswerStored: trimmer.noteAnswer,
    listen: listening.add,
    leave: (claim) => leave(claim).catch(onError),
  }
  const readKeptWrite = createReadKeptWrite(parts)
  const readUntaken = createReadUntaken(parts)
  const open = createOpening({ store, auditLog, write, readKeptWrite, readUntaken, surfaceWords, underWay })

  return {
    open: (caller, record, prepared, repetition, approvalId, deadline) =>
      open(caller, record, prepared, repetition, approvalId, deadline, digestsOf(prepared.ref.tenant)),
    async findKeptWrite(caller, { handoverId }, prepared, { idempotencyKey: key }) {
      if (key === undefined) return undefined
      const digests = await digestsOf(prepared.ref.tenant)
      const [holder] = await store.effects.keys([buildOwnKeyId(digests, prepared, key)])
      if (!holder || holder.expires_at <= currentMs()) return undefined
      const parameters = digests.of('parameters', canonicalCall(prepared))
      return readKeptWrite(holder, parameters, prepared, caller, handoverId)
    },
    async takeUntaken(caller, { handoverId }, prepared) {
      const digests = await digestsOf(prepared.ref.tenant)
      const same = digests.of('same', readHolderId(caller), canonicalCall(prepared))
      if (!recent.mayBeLeft(same)) return undefined
      const now = currentMs()
      const [holder] = await store.effects.keys([buildUntakenId(same)])
      if (!holder || holder.expires_at <= now) return undefined
      const untaken = await readUntaken(holder, prepared, caller, handoverId)
      const { id, entry_id } = holder
      if (untaken) await store.effects.commit({ ...noEffects, now, ends: [buildKeyEnd(id, entry_id, 'free')] })
      return untaken
    },
    start: () => recent.load(currentMs()),
    async close(ms) {
      await listening.close(ms)
      await trimmer.close()
    },
  }
}
