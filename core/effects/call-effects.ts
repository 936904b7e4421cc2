import type { AuditLog } from '../audit/index.ts'
import type { AdmittedCaller, CallRecord, PreparedCall, Repetition } from '../context/index.ts'
import type { AccountRef, Store } from '../store/index.ts'
import { currentMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { buildOwnKeyId } from './keys/claims.ts'
import { canonicalCall } from './keys/digest.ts'
import { createReadKept, type KeptWrite } from './keys/kept-write.ts'
import type { OwnerStore } from './keys/same-owner.ts'
import { createTenantDigests } from './keys/tenant-digests.ts'
import { createAnswerTrimmer } from './keys/trim-answers.ts'
import { createOpening, type OpenedWrite } from './open-write.ts'
import { createLateOutcomes } from './unknown/late-outcomes.ts'
import { createListening } from './unknown/listening.ts'
import { createRecentWrites } from './unknown/recent-writes.ts'
import type { GatewayLife, WriteParts } from './write-under-way.ts'

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
  /** Reads the writes that earlier processes left. */
  start(): Promise<void>
  /** Waits for late answers, for `ms` at most. */
  close(ms: number): Promise<void>
}

export const createCallEffects = (parts: CallEffectsParts): CallEffects => {
  const { store, vault, auditLog, gateway, onError } = parts
  const digestsOf = createTenantDigests(store, vault)
  const recent = createRecentWrites(store)
  const trimmer = createAnswerTrimmer(store.effects, onError)
  const late = createLateOutcomes({ ...parts, recent, trimmer })
  const listening = createListening(late.learn, onError)
  const write: WriteParts = {
    vault,
    gateway,
    recent,
    // If the store is down, the call stays unknown: the caller has its answer all the same.
    correct: (...closed) => late.correct(...closed).catch(onError),
    onKept: trimmer.kept,
    listen: listening.add,
  }
  const readKept = createReadKept(parts)
  const open = createOpening({ store, auditLog, write, readKept })

  return {
    open: (caller, record, prepared, asked, approvalId) =>
      open(caller, record, prepared, asked, approvalId, digestsOf(prepared.ref.tenant)),
    async findKept(caller, { handoverId }, prepared, { idempotencyKey: key }) {
      if (key === undefined) return undefined
      const digests = await digestsOf(prepared.ref.tenant)
      const [holder] = await store.effects.keys([buildOwnKeyId(digests, prepared, key)])
      if (!holder || holder.expires_at <= currentMs()) return undefined
      const parameters = digests.of('parameters', canonicalCall(prepared))
      return readKept(holder, parameters, prepared, caller, handoverId)
    },
    start: () => recent.load(currentMs()),
    async close(ms) {
      await listening.close(ms)
      await trimmer.close()
    },
  }
}
