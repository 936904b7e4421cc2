import { GatewayError } from '../../errors.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { pause } from '../../pause.ts'
import { recordTry } from '../../tries.ts'
import { garbled } from '../answer/upstream-error.ts'
import { Failed, isExpected, type ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import { buildRequest } from '../request.ts'
import { attempt, type Trying } from './attempt.ts'
import { HandOver, type WriteKeeper } from './hand-over.ts'

/** The parts that all requests of a call share while they are sent. */
export interface Sending extends Pick<Trying, 'fetcher' | 'deadline' | 'vendorQuota' | 'record' | 'toFile'> {
  /** For a write: whether this gateway may still send it, and the listener for a late answer. */
  readonly write?: WriteKeeper['write']
}

/** Only a read may be sent for a caller who has just hung up. */
const readSignal = { later: true }
const mostTries = 3
const backOffMs = 300

/** The tries and the time that are left. Times are those of `performance.now()`. */
export interface RetryBudget {
  /** The number of tries so far. */
  readonly tries: number
  readonly most: number
  readonly now: number
  readonly until: number
}

/** The milliseconds until the next try: as the provider says, otherwise with full jitter, so that waiting callers don't return together. */
export const waitAfter = ({ wait }: Failed, { tries }: Pick<RetryBudget, 'tries'>): number =>
  wait === undefined ? Math.random() * backOffMs * 2 ** (tries - 1) : wait * 1000

/** True if the request is sent again after `waitMs`. A wait that would pass the deadline isn't begun. */
export const mayRetry = ({ retryable }: Failed, waitMs: number, { tries, most, now, until }: RetryBudget): boolean =>
  retryable && tries < most && now + waitMs < until

/**
 * Waits until the vendor's quota has a call left. If that takes too long for a repeated try, the error of the failed try is
 * thrown.
 */
const takeQuota = (trying: Trying, failed: Failed | undefined): MaybePromise<void> =>
  failed ? takeAgain(trying, failed) : trying.vendorQuota?.take(trying.deadline)

const takeAgain = async ({ vendorQuota, deadline }: Trying, failed: Failed): Promise<void> => {
  try {
    await vendorQuota?.take(deadline)
  } catch (error) {
    throw error instanceof GatewayError && error.code === 'RATE_LIMITED' ? failed.error : error
  }
}

/**
 * Sends a plan's request, and sends it again where that is allowed and may help: reads and idempotent writes after a failed connection,
 * 429, 502 to 504 and the statuses that the provider adds; other writes only when the vendor says that nothing was done. It doesn't
 * start a wait that would pass the deadline. Throws UPSTREAM_ERROR, TIMEOUT and CLIENT_CLOSED, and RATE_LIMITED before the first
 * try.
 */
export const send = async (plan: RequestPlan, sending: Sending): Promise<ProviderAnswer> => {
  const { fetcher, deadline, vendorQuota, record, toFile, write } = sending
  const request = buildRequest(plan)
  const isWrite = plan.effect.kind === 'write'
  const handOver = isWrite ? new HandOver(plan, request.url, { deadline, record, write }) : undefined
  const signal = handOver?.signal ?? deadline.signal(readSignal)
  const trying = { plan, request, fetcher, deadline, vendorQuota, record, toFile, handOver, signal }
  const most = plan.provider.retry?.tries ?? mostTries
  let failed: Failed | undefined
  for (let tries = 1; ; tries++) {
    const taking = takeQuota(trying, failed)
    if (taking) await taking
    const { startedAt, outcome, result } = await attempt(trying)
    const isAnswer = !(result instanceof Failed) && !('over' in result)
    const isGood = isAnswer && isExpected(plan, result)
    recordTry(record, outcome, startedAt, isGood)
    if (isGood) return result
    if (isAnswer) throw garbled(plan)
    if ('over' in result) throw result.over
    failed = result
    const waitMs = waitAfter(result, { tries })
    const until = Math.min(deadline.at, handOver?.keptUntil ?? deadline.at)
    if (!mayRetry(result, waitMs, { tries, most, now: performance.now(), until })) throw result.error
    await pause(waitMs, deadline.signal())
  }
}
