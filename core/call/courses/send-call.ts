import type { VendorQuotas } from '../../admission/index.ts'
import type { AnswerCache } from '../../cache/index.ts'
import {
  type AdmittedCaller,
  buildEnvelope,
  type CallRecord,
  type Data,
  type Deadline,
  type PreparedCall,
} from '../../context/index.ts'
import type { FileShelf } from '../../files/index.ts'
import type { Credential, Refresher, Verdicts } from '../../refresh/index.ts'
import { chooseKey, shapeAnswer } from '../../upstream/index.ts'
import { askVendor, type VendorParts } from '../../vendor/index.ts'
import { chooseAnswerToFile } from '../answer-to-file.ts'
import { renewRefused } from '../credential.ts'
import { fileMembers } from '../members-to-files.ts'

/** Called with each successful answer of a provider, before any member of it is left out. Must be quick, and must not throw. */
export type WatchAnswer = (prepared: PreparedCall, body: unknown) => void

export interface SendParts {
  readonly vendor: VendorParts
  readonly vendorQuotas: VendorQuotas
  readonly cache: AnswerCache
  readonly refresher: Refresher
  readonly verdicts: Verdicts
  readonly fileShelf: Pick<FileShelf, 'keep'>
  /** Observes providers' answers; `undefined`: nothing observes them. */
  readonly watchAnswer?: WatchAnswer | undefined
}

/** A call that is about to be sent. */
export interface CallToSend {
  readonly caller: AdmittedCaller
  readonly record: CallRecord
  readonly prepared: PreparedCall
  readonly deadline: Deadline
  /** The caller's own key, or that of the approval. */
  readonly idempotencyKey: string | undefined
}

/** Sends the call under one credential, follows its pages, and caches the whole answer. Each request is sent with retries. */
const sendAs = async (parts: SendParts, call: CallToSend, credential: Credential): Promise<Data> => {
  const { cache, verdicts, vendorQuotas } = parts
  const { caller, record, prepared, deadline } = call
  const { action, ref } = prepared
  // The cache key is built before the call is sent, so that an answer that a write has made stale isn't cached.
  const place = cache.buildEntryKey(prepared, credential)
  const answer = await askVendor(parts.vendor, prepared, credential, {
    // The vendor gets a key for each write that takes one: ours where the caller has none.
    idempotencyKey: chooseKey(action, call.idempotencyKey ?? record.write?.id),
    deadline,
    vendorQuota: vendorQuotas.find(prepared, caller.source, credential.handoverId),
    record,
    toFile: chooseAnswerToFile(parts.fileShelf, caller, prepared, record),
    write: record.write,
  })
  if (credential.rejected) await verdicts.accepted(ref, credential)
  parts.watchAnswer?.(prepared, answer.body)
  record.write?.answered(answer)
  const data = shapeAnswer(prepared, answer)
  if (place && action.effect.kind === 'read')
    cache.keep(prepared, credential, place, buildEnvelope(data, 'HIT'), action.effect.ttlMs)
  return fileMembers(parts.fileShelf, caller, prepared, record, data)
}

/** Sends the call. If the provider refuses a credential that should be valid, the call is sent again under a new one. */
export const sendCall = async (parts: SendParts, call: CallToSend, credential: Credential): Promise<Data> => {
  const { ref, action } = call.prepared
  const isWrite = action.effect.kind === 'write'
  // Cached answers may be stale as soon as a write begins, and answers read before it ends may be, too.
  if (isWrite) parts.cache.invalidate(ref)
  try {
    return await sendAs(parts, call, credential)
  } catch (error) {
    const fresh = await renewRefused(parts, ref, credential, call.deadline, error)
    // An approval and a key are for the account as it was.
    if (call.idempotencyKey !== undefined && fresh.handoverId !== credential.handoverId) throw error
    return await sendAs(parts, call, fresh)
  } finally {
    if (isWrite) parts.cache.invalidate(ref)
  }
}
