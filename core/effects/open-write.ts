import type { AuditLog, Intent } from '../audit/index.ts'
import {
  type AdmittedCaller,
  accountKey,
  type CallRecord,
  type Deadline,
  type OpenWrite,
  type PreparedCall,
  type Repetition,
  readHolderId,
} from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { classesText } from '../provider/index.ts'
import { type EffectKey, type KeyClaim, type LostClaim, momentOfEntry, noEffects, type Store } from '../store/index.ts'
import { currentMs, type UnixMs } from '../time.ts'
import { type Claimant, chooseClaims, claimApproval, claimOwnKey } from './keys/claims.ts'
import { canonicalCall, digestCall, printCanonical } from './keys/digest.ts'
import type { createReadKeptWrite, KeptWrite } from './keys/kept-write.ts'
import { maskKey } from './keys/mask-key.ts'
import type { ReadUntaken, UntakenWrite } from './keys/read-untaken.ts'
import { describeAge, refuseDuplicate, type SurfaceWords } from './keys/refuse-repeat.ts'
import type { TenantDigests } from './keys/tenant-digests.ts'
import { buildUntakenId } from './keys/untaken.ts'
import { chooseParameters } from './unknown/confirm-parameters.ts'
import { doneMs } from './unknown/recent-writes.ts'
import type { WritesUnderWay } from './unknown/writes-under-way.ts'
import type { WriteParts } from './write-parts.ts'
import { WriteUnderWay } from './write-under-way.ts'

/** A write whose intent is durable. */
export interface OpenedWrite {
  /** The answer to the first call with the same key; if set, nothing may be sent. */
  readonly keptWrite?: KeptWrite
  /** A note beside the answer: of one that was kept for every caller, otherwise for models. */
  readonly note?: string | undefined
}

interface OpeningParts {
  readonly store: Pick<Store, 'effects'>
  readonly auditLog: Pick<AuditLog, 'open'>
  readonly write: WriteParts
  readonly readKeptWrite: ReturnType<typeof createReadKeptWrite>
  readonly readUntaken: ReadUntaken
  readonly surfaceWords: SurfaceWords
  readonly underWay: WritesUnderWay
}

/** True if the caller says what to do where the write is a repeat. */
const isSaid = ({ idempotencyKey, repeat }: Repetition): boolean => idempotencyKey !== undefined || repeat

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
  class: classesText(record.classes),
})

const noHolders: { readonly taken?: EffectKey | undefined; readonly untaken?: EffectKey | undefined } = {}

/** The keys that a write lost to others: its own, and that of an answer that nobody took. */
const findLost = (lost: readonly LostClaim[], id: string, same: string): typeof noHolders => {
  if (lost.length === 0) return noHolders
  const holders = lost.filter(({ entry_id }) => entry_id === id).map(({ holder }) => holder)
  const isUntaken = (holder: EffectKey): boolean => holder.id === buildUntakenId(same)
  return { taken: holders.find((holder) => !isUntaken(holder)), untaken: holders.find(isUntaken) }
}

/** Takes the caller's key for an approved write, in addition to the approval's. Throws CONFLICT if another call has it. */
const takeOwnKey = async ({ store }: OpeningParts, write: WriteUnderWay, claim: KeyClaim): Promise<void> => {
  // Noted before the result is known: a store that fails may have carried out the claim.
  write.takeBeside(claim.key.id)
  const [lost] = await store.effects.commit({ ...noEffects, now: currentMs(), claims: [claim] })
  if (lost)
    throw new GatewayError(
      'CONFLICT',
      `The call ${lost.holder.entry_id} has the same idempotency key, so nothing was sent`,
    )
}

/** The note for a model that repeats a write without saying so. */
const noteDone = (
  { write: { recent } }: OpeningParts,
  { source }: AdmittedCaller,
  same: string,
  now: UnixMs,
): string | undefined => {
  const before = source === 'mcp' ? recent.findDone(same) : undefined
  const age = before === undefined ? doneMs : now - momentOfEntry(before)
  if (age >= doneMs) return undefined
  return `The same call was carried out ${describeAge(age)} ago (${before}); it was now carried out again`
}

/** Gives the answer of an equal write whose caller hung up; `undefined`: this write must be sent. */
const giveUntaken = async (
  { readUntaken }: OpeningParts,
  write: WriteUnderWay,
  untaken: EffectKey,
  { prepared, handoverId }: Pick<Claimant, 'prepared' | 'handoverId'>,
  caller: AdmittedCaller,
): Promise<UntakenWrite | undefined> => {
  try {
    const answer = await readUntaken(untaken, prepared, caller, handoverId)
    if (answer) write.give(untaken)
    return answer
  } catch (error) {
    write.give(untaken)
    throw error
  }
}

/** A write that is being opened, as the keys of others are read for it. */
interface Opened {
  readonly claimant: Claimant
  readonly claim: KeyClaim | undefined
  readonly caller: AdmittedCaller
  readonly repetition: Repetition
  readonly isApproved: boolean
}

/** The answer of another write whose key stands in the way; `undefined`: none does. Throws CONFLICT if it has none for this call. */
const answerAsAnother = async (
  parts: OpeningParts,
  write: WriteUnderWay,
  { taken, untaken }: typeof noHolders,
  { claimant, claim, caller, repetition, isApproved }: Opened,
): Promise<OpenedWrite | undefined> => {
  // Another write's progress or result precedes an older answer.
  const untakenAnswer =
    untaken && (!taken || taken.state === 'done')
      ? await giveUntaken(parts, write, untaken, claimant, caller)
      : undefined
  if (untakenAnswer || !taken) return untakenAnswer
  write.lose()
  if (isApproved) throw new GatewayError('CONFLICT', 'Another gateway carries out this approval')
  if (repetition.idempotencyKey === undefined)
    throw refuseDuplicate(taken, parts.surfaceWords[caller.source], currentMs())
  const { prepared, handoverId } = claimant
  return { keptWrite: await parts.readKeptWrite(taken, claim?.key.parameters ?? '', prepared, caller, handoverId) }
}

/** Makes a write's intent durable. Throws the errors of `CallEffects.open`. */
export const createOpening = (parts: OpeningParts) => {
  const { auditLog, write: writeParts, underWay } = parts
  const { gateway, recent } = writeParts

  return async (
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    repetition: Repetition,
    approvalId: string | undefined,
    deadline: Deadline,
    digestsOfTenant: MaybePromise<TenantDigests>,
  ): Promise<OpenedWrite> => {
    const digests = await digestsOfTenant
    const isApproved = approvalId !== undefined
    const printed = printCanonical(prepared.params)
    const canonical = canonicalCall(prepared, printed)
    const same = digests.of('same', readHolderId(caller), canonical)
    const late = isApproved || isSaid(repetition) ? undefined : underWay.awaitGone(same, deadline)
    if (late) await late
    const now = currentMs()
    const id = Bun.randomUUIDv7('hex', now)
    const digest = digestCall(digests, id, canonical)
    const { handoverId } = record
    const claimant = { prepared, id, same, canonical, handoverId, gatewayId: gateway.id(), now }
    const refusedMs = (caller.tenant.options.refuse_duplicates ?? 0) * 1000
    const claims = isApproved
      ? [claimApproval(digests, claimant, approvalId)]
      : chooseClaims(digests, claimant, repetition, refusedMs, recent.mayBeLeft)
    const [claim] = claims
    const takes = claim?.kind === 'take' ? claim.key.id : null
    const intent = buildIntent(record, prepared, { id, digest }, same, takes, repetition.idempotencyKey)
    // From here on the call's audit entry closes the intent, even if it isn't durable.
    const parameters = chooseParameters(prepared, printed)
    const isGone = () => record.arrival.signal.aborted
    const write = new WriteUnderWay(writeParts, intent, { parameters, isApproved, handoverId, isGone })
    record.write = write
    underWay.add(same, write)
    const written = await auditLog.open({ intent, claims, parameters })
    if (!written.durable) throw notDurable()
    const holders = findLost(written.lost, id, same)
    if (holders !== noHolders) {
      const told = await answerAsAnother(parts, write, holders, { claimant, claim, caller, repetition, isApproved })
      if (told) return told
    }
    if (isApproved && repetition.idempotencyKey !== undefined)
      await takeOwnKey(parts, write, claimOwnKey(digests, claimant, repetition.idempotencyKey))
    return { note: isSaid(repetition) ? undefined : noteDone(parts, caller, same, now) }
  }
}
