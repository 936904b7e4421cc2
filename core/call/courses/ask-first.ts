import { type AskedAnswer, readWaitMs } from '../../approvals/index.ts'
import type { PreparedCall, Repetition } from '../../context/index.ts'
import type { Credential } from '../../refresh/index.ts'
import { chooseKey, withoutBoundary } from '../../upstream/index.ts'
import { showToPeople, type VendorParts } from '../../vendor/index.ts'
import type { Course } from './course.ts'
import type { CourseWork } from './course-work.ts'
import { findUsable } from './dry-run.ts'
import type { ApprovedCall } from './mode.ts'
import { replayAnswer } from './replay.ts'

/** The time in which an approved call may be tried again. */
const sendingMs = 3_600_000

/** The request as people see it. Two shown requests are equal exactly if the sent ones would be. */
const showAskedRequest = (
  vendor: VendorParts,
  prepared: PreparedCall,
  credential: Credential,
  idempotencyKey: string,
): unknown => {
  const key = chooseKey(prepared.action, idempotencyKey)
  return withoutBoundary(showToPeople(vendor, prepared, credential, key))
}

/** The answer to a call that waits for people, or the earlier answer of its key. */
type FirstAnswer = AskedAnswer & { readonly isReplayed?: boolean; readonly note?: string }

/** The answer of an equal call that was sent, and whose caller hung up. */
const takeUntaken = async (work: CourseWork): Promise<FirstAnswer | undefined> => {
  const { parts, caller, record, received } = work
  const { prepared, repetition } = received
  const untaken = repetition.repeat ? undefined : await parts.effects.takeUntaken(caller, record, prepared)
  if (!untaken) return undefined
  const { keptWrite: write, note } = untaken
  return { data: await replayAnswer(work, write, note), note, isReplayed: true }
}

/**
 * The result of an earlier call with this key: its answer or its approval's state. Throws CONFLICT if there is neither. Without a key, the
 * answer that nobody took.
 */
const findEarlier = async (work: CourseWork): Promise<FirstAnswer | undefined> => {
  const { parts, caller, record, received } = work
  const { asking, effects } = parts
  const { prepared, repetition } = received
  const { idempotencyKey } = repetition
  if (idempotencyKey === undefined) return takeUntaken(work)
  try {
    const write = await effects.findKeptWrite(caller, record, prepared, repetition)
    return write && { data: await replayAnswer(work, write), isReplayed: true }
  } catch (error) {
    const waiting = await asking.findByKey(record, prepared, idempotencyKey)
    if (!waiting) throw error
    return { ...waiting, isFree: true }
  }
}

/** Stores the call for people to decide, unless its key has an answer already. Throws the errors that the call would throw before sending. */
export const askFirst = async (
  work: CourseWork,
  { rule, counts, stored }: Extract<Course, { kind: 'asked' }>,
): Promise<FirstAnswer> => {
  const earlier = await findEarlier(work)
  if (earlier) return earlier
  const { parts, caller, record, received } = work
  const { prepared, repetition } = received
  const credential = await findUsable(parts.refresher, stored, prepared.ref)
  if (prepared.fileIds) await parts.fileShelf.keepFor(prepared.fileIds, readWaitMs(caller) + sendingMs)
  return parts.asking.ask(caller, record, prepared, {
    rule,
    counts,
    repetition,
    showRequest: (key) => showAskedRequest(parts.vendor, prepared, credential, key),
  })
}

/** Throws CONFLICT unless the request that would be sent now is the one that people saw. */
export const assertAsApproved = (
  vendor: VendorParts,
  approved: ApprovedCall,
  prepared: PreparedCall,
  credential: Credential,
  { idempotencyKey = approved.id }: Repetition,
): Promise<void> => approved.assertSame(prepared, showAskedRequest(vendor, prepared, credential, idempotencyKey))
