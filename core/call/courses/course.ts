import type { AskRule } from '../../access/index.ts'
import type { StoreCache } from '../../admission/index.ts'
import type { AnswerCache } from '../../cache/index.ts'
import type { CallAnswer, CallRecord, Data } from '../../context/index.ts'
import { type MaybePromise, mapMaybePromise } from '../../maybe-promise.ts'
import type { Credential } from '../../refresh/index.ts'
import { findCredential } from '../credential.ts'
import type { ReceivedCall } from '../receive/receive-call.ts'
import type { ApprovedCall, CallMode } from './mode.ts'

/** The stored credential of the call's account; it may have expired, or be missing. */
interface WithCredential {
  readonly stored: Credential | undefined
}

/** The way in which a call is carried out. The envelope's cache status follows from it. */
export type Course =
  | ({ readonly kind: 'shown'; readonly data: Data | undefined } & WithCredential)
  | ({ readonly kind: 'asked'; readonly rule: AskRule; readonly counts: readonly string[] } & WithCredential)
  | { readonly kind: 'cached'; readonly answer: CallAnswer }
  | ({ readonly kind: 'continued'; readonly data: Data } & WithCredential)
  | ({
      readonly kind: 'sent'
      readonly cache: 'MISS' | 'BYPASS'
      readonly approved: ApprovedCall | undefined
    } & WithCredential)

export interface CourseParts {
  readonly storeCache: Pick<StoreCache, 'credential'>
  readonly cache: Pick<AnswerCache, 'buildEntryKey' | 'read'>
}

/** A call whose course is to be found. */
interface WorkToChoose {
  readonly parts: CourseParts
  readonly record: CallRecord
  readonly received: ReceivedCall
}

const chooseCourse = (
  stored: Credential | undefined,
  { parts: { cache }, record, received }: WorkToChoose,
  mode: CallMode,
): Course => {
  const { prepared, noCache } = received
  const { ref, cacheKey } = prepared
  record.handoverId = stored?.handoverId ?? null
  if (mode.kind === 'dry-run') return { kind: 'shown', data: mode.data, stored }
  if (mode.kind === 'ask') return { kind: 'asked', rule: mode.rule, counts: mode.counts, stored }
  if (mode.kind === 'continue') return { kind: 'continued', data: mode.data, stored }
  const place = stored && !noCache ? cache.buildEntryKey(prepared, stored) : undefined
  const answer = place && cache.read(ref.tenant, place)
  if (answer) return { kind: 'cached', answer }
  return { kind: 'sent', cache: noCache || !cacheKey ? 'BYPASS' : 'MISS', approved: mode.approved, stored }
}

/** Finds how a call in this mode is carried out. */
export const findCourse = (work: WorkToChoose, mode: CallMode): MaybePromise<Course> => {
  const { domain, ref } = work.received.prepared
  return mapMaybePromise(findCredential(work.parts.storeCache, domain.provider, ref), chooseCourse, work, mode)
}
