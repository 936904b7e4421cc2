import { type AdmissionParts, countCall, identifyCaller, type ReserveQuota } from '../admission/index.ts'
import { type AuditLog, addCallContext, recordFailure } from '../audit/index.ts'
import {
  type AdmittedCaller,
  CallRecord,
  type CallRequest,
  CallWitness,
  type Deadline,
  type Deadlines,
  isAdmitted,
  isBillable,
  type RateLimitHeaders,
  type UnadmittedCaller,
} from '../context/index.ts'
import { asGatewayError, type GatewayError } from '../errors.ts'
import type { FileAccess, FileShelf } from '../files/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { giveBackCounts } from '../store/index.ts'
import type { Reservation } from '../usage/index.ts'
import { carryOut } from './courses/carry-out.ts'
import { type CountParts, countByRules } from './courses/count-by-rules.ts'
import { type Course, type CourseParts, findCourse } from './courses/course.ts'
import type { CallOutcome, CourseWorkParts } from './courses/course-work.ts'
import { type ApprovedCall, chooseMode, freeModes } from './courses/mode.ts'
import { type OfferConnect, withConnectUrl } from './credential.ts'
import { type ReceivedCall, type ReceiveParts, receiveCall } from './receive/receive-call.ts'

export interface CallParts
  extends AdmissionParts,
    ReceiveParts,
    CourseParts,
    CourseWorkParts,
    Pick<CountParts, 'store'> {
  readonly fileShelf: FileShelf
  readonly fileAccess: FileAccess
  readonly cache: CourseWorkParts['cache']
  readonly storeCache: AdmissionParts['storeCache']
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly reserveQuota: ReserveQuota
  readonly offerConnect: OfferConnect
}

/** The call path. All methods record a refusal before they return, and reject with GatewayError only. */
export interface Calls {
  /** Admits the caller of an HTTP request that may hold several calls; at once if its records are in memory. */
  identify(caller: UnadmittedCaller): MaybePromise<AdmittedCaller>
  /**
   * Counts a request that `call` doesn't run: a list, a description, a call that can't be read. Returns the headers of the caller's
   * limit.
   */
  count(caller: AdmittedCaller, kind: 'call' | 'lookup'): Promise<RateLimitHeaders | undefined>
  /**
   * Runs one call, and admits its caller first unless `identify` did. `record` gets the members of the audit entry. `approved`: people said yes
   * to it before.
   */
  call<Body>(
    caller: UnadmittedCaller | AdmittedCaller,
    record: CallRecord,
    request: CallRequest<Body>,
    approved?: ApprovedCall,
  ): Promise<CallOutcome>
}

/** The shares of limits that a call has taken. */
interface Taken {
  /** Its call of the month's quota. */
  readonly reservation: Reservation | undefined
  /** The counts of rules with `per`. */
  readonly counts: readonly string[]
}

const nothingTaken: Taken = { reservation: undefined, counts: [] }

/** Most calls take nothing. */
const takenOf = (counts: readonly string[], reservation: Reservation | undefined): Taken =>
  counts.length === 0 && !reservation ? nothingTaken : { counts, reservation }

/** Gives back what a call took that sent nothing. If that fails, the quota corrects itself from the audit log later. */
const giveBack = async (
  { store }: Pick<CallParts, 'store'>,
  { tenantId }: CallRecord,
  { reservation, counts }: Taken,
): Promise<Taken> => {
  await reservation?.release().catch(() => undefined)
  if (tenantId !== undefined) await giveBackCounts(store.ruleCounts, tenantId, counts)
  return nothingTaken
}

/** Gives back what a failed call took: the reservation unless it is billed, and the counts unless the vendor may have carried it out. */
const giveBackFailed = (parts: Pick<CallParts, 'store'>, record: CallRecord, taken: Taken): Promise<Taken> =>
  giveBack(parts, record, {
    reservation: isBillable(record) ? undefined : taken.reservation,
    counts: record.writeOutcome === 'absent' ? taken.counts : [],
  })

/** Remembers a call if the cache answered it: the same body needn't be read again. */
const remember = (
  { memo }: Pick<CallParts, 'memo'>,
  { tenant, access }: AdmittedCaller,
  domain: string,
  { prepared, newText }: ReceivedCall,
  { kind }: Course,
): void => {
  if (kind === 'cached' && newText !== undefined) memo.keep(tenant, access, domain, newText, prepared)
}

/** The error of a refused request that is no call, and so gets no entry of its own. */
const refuseUncalled = (
  auditLog: CallParts['auditLog'],
  { source, arrival, tenant }: AdmittedCaller,
  thrown: unknown,
): GatewayError => {
  const error = asGatewayError(thrown)
  const { code, status, reason } = error
  auditLog.refused({ ip: arrival.ip, source, code, status, reason })
  return error.with({ log: { tenant: tenant.id } })
}

/** The call path (docs/call.md). REST and MCP differ only in how they read a request and write an answer. */
export const createCalls = (parts: CallParts): Calls => {
  const { auditLog } = parts

  // Each step adds to the record before it may throw. Once the body is read, a cached answer waits only for its audit entry.
  const call = async <Body>(
    caller: UnadmittedCaller | AdmittedCaller,
    record: CallRecord,
    request: CallRequest<Body>,
    approved: ApprovedCall | undefined,
    deadline: Deadline,
  ): Promise<CallOutcome> => {
    let admitted = isAdmitted(caller) ? caller : undefined
    let taken = nothingTaken
    let outcome: CallOutcome
    try {
      admitted ??= await identifyCaller(parts, caller, record)
      record.tenantId = admitted.tenant.id
      record.tokenId = admitted.tokenId
      if (admitted.tenant.options.keep_failed) record.witness = new CallWitness()
      // An approved call was counted when it asked.
      if (!approved) record.limits = await countCall(parts, admitted, 'call')
      const received = await receiveCall(parts, admitted, record, request, deadline)
      const counted = await countByRules(parts, admitted, record, received, approved)
      taken = takenOf(counted.counts, undefined)
      const { mode, over } = await chooseMode(parts, admitted, record, received, counted, approved)
      for (const standing of over) await parts.asking.endStanding(standing)
      if (mode.kind === 'run') record.standingId = mode.standingId
      taken = takenOf(counted.counts, await parts.reserveQuota(admitted.tenant.id, freeModes[mode.kind]))
      auditLog.assertWritable()

      const work = { parts, caller: admitted, record, received, deadline, request }
      const course = await findCourse(work, mode)
      outcome = await carryOut(work, course)
      remember(parts, admitted, request.domain, received, course)
      // Nothing was sent, nothing is billed, and the first call was counted.
      if (outcome.isReplayed || outcome.isFree) taken = await giveBack(parts, record, taken)

      if (deadline.expired) throw deadline.expired
      record.bytes = outcome.answer.bytes
      await auditLog.recordCall(record, outcome.answer.status, null)
    } catch (thrown) {
      await giveBackFailed(parts, record, taken)
      const error = await recordFailure(auditLog, record, thrown)
      throw admitted ? await withConnectUrl(parts.offerConnect, admitted, record, error) : error
    } finally {
      deadline.clear()
    }
    // Writing the audit entry may have been slow: the entry says that the provider answered, but the caller gets TIMEOUT.
    if (deadline.expired) throw addCallContext(record, deadline.expired)
    return outcome
  }

  /** Answers the caller by the deadline, whatever the call waits for. Work that continues after it sends nothing more, and is recorded. */
  const callInTime: Calls['call'] = (caller, record, request, approved) => {
    const deadline = parts.deadlines.start(caller.arrival)
    const calling = call(caller, record, request, approved, deadline)
    return deadline.orLate(calling, addCallContext, record)
  }

  const refuse = async (record: CallRecord, thrown: unknown): Promise<never> => {
    throw await recordFailure(auditLog, record, thrown)
  }

  return {
    call: callInTime,
    identify(caller) {
      const record = new CallRecord(caller.source, caller.arrival)
      try {
        const admitted = identifyCaller(parts, caller, record)
        return admitted instanceof Promise ? admitted.catch((error) => refuse(record, error)) : admitted
      } catch (error) {
        return refuse(record, error)
      }
    },
    async count(caller, kind) {
      try {
        return await countCall(parts, caller, kind)
      } catch (thrown) {
        throw refuseUncalled(auditLog, caller, thrown)
      }
    },
  }
}
