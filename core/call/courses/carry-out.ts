import { buildEnvelope, type CallRecord, type Data } from '../../context/index.ts'
import { type MaybePromise, mapMaybePromise } from '../../maybe-promise.ts'
import type { Credential } from '../../refresh/index.ts'
import { isAlive, renewExpired } from '../credential.ts'
import { askFirst, assertAsApproved } from './ask-first.ts'
import type { Course } from './course.ts'
import type { CallOutcome, CourseWork } from './course-work.ts'
import { dryRunReason, showCall } from './dry-run.ts'
import { replayAnswer } from './replay.ts'
import { sendCall } from './send-call.ts'

type CourseOf<K extends Course['kind']> = Extract<Course, { kind: K }>

const finish = (
  { caller, record }: CourseWork,
  data: Data,
  { isReplayed = false, isFree = false, note }: Partial<Omit<CallOutcome, 'answer' | 'caller'>> = {},
): CallOutcome => ({
  answer: buildEnvelope(data, record.cache ?? 'BYPASS'),
  caller,
  isReplayed,
  isFree,
  note,
})

/** Shows the request that would be sent, or the next part of such an answer. */
const showIt = async (work: CourseWork, { data, stored }: CourseOf<'shown'>): Promise<CallOutcome> => {
  const { parts, record, received } = work
  record.cache = 'BYPASS'
  record.reason = dryRunReason
  const { prepared, repetition } = received
  return finish(work, data ?? (await showCall(parts, prepared, repetition.idempotencyKey, stored)))
}

/** Stores the call for people to decide. */
const askPeople = async (work: CourseWork, course: CourseOf<'asked'>): Promise<CallOutcome> => {
  work.record.cache = 'BYPASS'
  const { data, ...facts } = await askFirst(work, course)
  return finish(work, data, facts)
}

const answerFromCache = ({ caller, record }: CourseWork, { answer }: CourseOf<'cached'>): CallOutcome => {
  record.cache = 'HIT'
  return { answer, caller, isReplayed: false, isFree: false, note: undefined }
}

/** The credential to send with: the stored one, or a new one in place of one that has expired. */
const ensureAlive = (
  { parts, record, received, deadline }: CourseWork,
  { stored }: Pick<CourseOf<'sent'>, 'stored'>,
): MaybePromise<Credential> => {
  const alive = isAlive(stored) ? stored : renewExpired(parts.refresher, stored, received.prepared.ref, deadline)
  return mapMaybePromise(alive, noteHandover, record)
}

const noteHandover = (credential: Credential, record: CallRecord): Credential => {
  record.handoverId = credential.handoverId ?? null
  return credential
}

/** Gives the next part of an earlier answer, as long as the account still has a credential. */
const goOn = async (work: CourseWork, course: CourseOf<'continued'>): Promise<CallOutcome> => {
  await ensureAlive(work, course)
  work.record.cache = 'HIT'
  return finish(work, course.data)
}

/** Opens the intent of a write, and sends the call, unless another call has its key: then its answer is given again. */
const sendIt = async (work: CourseWork, course: CourseOf<'sent'>): Promise<CallOutcome> => {
  const { parts, caller, record, received, deadline } = work
  const { prepared, isWrite, repetition } = received
  const { approved } = course
  record.cache = course.cache
  const credential = await ensureAlive(work, course)
  if (approved) await assertAsApproved(parts.vendor, approved, prepared, credential, repetition)
  if (deadline.expired) throw deadline.expired
  const opened =
    isWrite || approved
      ? await parts.effects.open(caller, record, prepared, repetition, approved?.id, deadline)
      : undefined
  if (opened?.keptWrite) {
    const data = await replayAnswer(work, opened.keptWrite, opened.note)
    work.request.answered?.(data)
    return finish(work, data, { isReplayed: true, note: opened.note })
  }
  const idempotencyKey = repetition.idempotencyKey ?? approved?.id
  const data = await sendCall(parts, { caller, record, prepared, deadline, idempotencyKey }, credential)
  work.request.answered?.(data)
  return finish(work, data, { note: opened?.note })
}

type Handlers = {
  readonly [K in Course['kind']]: (work: CourseWork, course: CourseOf<K>) => MaybePromise<CallOutcome>
}

const handlers: Handlers = {
  shown: showIt,
  asked: askPeople,
  cached: answerFromCache,
  continued: goOn,
  sent: sendIt,
}

/** Carries a call out as its course says. */
export const carryOut = <K extends Course['kind']>(work: CourseWork, course: CourseOf<K>): MaybePromise<CallOutcome> =>
  handlers[course.kind as K](work, course)
