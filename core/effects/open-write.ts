import type { AuditLog, Intent } from '../audit/index.ts'
import {
  type AdmittedCaller,
  accountKey,
  type CallRecord,
  type OpenWrite,
  type PreparedCall,
  type Repetition,
} from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { classesText } from '../provider/index.ts'
import { type KeyClaim, type LostClaim, momentOfEntry, noEffects, type Store } from '../store/index.ts'
import { currentMs } from '../time.ts'
import { chooseClaim, claimApproval, claimOwnKey } from './keys/claims.ts'
import { canonicalCall, digestCall, printCanonical } from './keys/digest.ts'
import type { createReadKept, KeptWrite } from './keys/kept-write.ts'
import { maskKey } from './keys/mask-key.ts'
import { describeAge, refuseDuplicate } from './keys/refuse-repeat.ts'
import type { TenantDigests } from './keys/tenant-digests.ts'
import { chooseParameters } from './unknown/confirm-parameters.ts'
import { doneMs } from './unknown/recent-writes.ts'
import { type WriteParts, WriteUnderWay } from './write-under-way.ts'

/** A write whose intent is durable. */
export interface OpenedWrite {
  /** The answer to the first call with the same key; if set, nothing may be sent. */
  readonly kept?: KeptWrite
  /** A note for a model beside the answer. */
  readonly note?: string | undefined
}

interface OpeningParts {
  readonly store: Pick<Store, 'effects'>
  readonly auditLog: Pick<AuditLog, 'open'>
  readonly write: WriteParts
  readonly readKept: ReturnType<typeof createReadKept>
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
  class: classesText(record.classes),
})

/** Makes a write's intent durable. Throws the errors of `CallEffects.open`. */
const findLost = (lost: readonly LostClaim[], id: string): LostClaim | undefined =>
  lost.length === 0 ? undefined : lost.find(({ entry_id }) => entry_id === id)

export const createOpening = ({ store, auditLog, write: writeParts, readKept }: OpeningParts) => {
  const { gateway, recent } = writeParts

  /** Takes the caller's key for an approved write, in addition to the approval's. Throws CONFLICT if another call has it. */
  const takeOwnKey = async (write: WriteUnderWay, claim: KeyClaim): Promise<void> => {
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
  const noteDone = ({ source }: AdmittedCaller, same: string, now: number): string | undefined => {
    const before = source === 'mcp' ? recent.findDone(same) : undefined
    const age = before === undefined ? doneMs : now - momentOfEntry(before)
    if (age >= doneMs) return undefined
    return `The same call was carried out ${describeAge(age)} ago (${before}); it was now carried out again`
  }

  return async (
    caller: AdmittedCaller,
    record: CallRecord,
    prepared: PreparedCall,
    asked: Repetition,
    approvalId: string | undefined,
    digestsOfTenant: MaybePromise<TenantDigests>,
  ): Promise<OpenedWrite> => {
    const digests = digestsOfTenant instanceof Promise ? await digestsOfTenant : digestsOfTenant
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
    const written = await auditLog.open({ intent, claim, parameters })
    if (!written.durable) throw notDurable()
    const lost = findLost(written.lost, id)
    if (lost) {
      write.lose()
      if (isApproved) throw new GatewayError('CONFLICT', 'Another gateway carries out this approval')
      if (asked.idempotencyKey === undefined) throw refuseDuplicate(lost.holder, caller.source, currentMs())
      return { kept: await readKept(lost.holder, claim?.key.parameters ?? '', prepared, caller, handoverId) }
    }
    if (isApproved && asked.idempotencyKey !== undefined)
      await takeOwnKey(write, claimOwnKey(digests, claimant, asked.idempotencyKey))
    return { note: asked.idempotencyKey === undefined && !asked.repeat ? noteDone(caller, same, now) : undefined }
  }
}
