import type { Deadline, OpenWrite, VendorQuota } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest } from '../fetch/index.ts'
import { pause } from '../pause.ts'
import type { ActionEffect, SingleAuth } from '../provider/index.ts'
import { recordTry, recordWriteOutcome, type TryRecord, type WriteOutcome } from '../tries.ts'
import { garbled, unreachableProvider } from './answer/upstream-error.ts'
import { type ProviderRequest, signRequest } from './authentication.ts'
import { arrive, depart } from './departures.ts'
import {
  Failed,
  interpretAnswer,
  isExpected,
  isWell,
  mayRepeat,
  type ProviderAnswer,
  readLate,
} from './interpret-answer.ts'
import { hearLate } from './late-write.ts'
import type { RequestPlan } from './plan.ts'
import { buildRequest } from './request.ts'
import { type AnswerToFile, sendBefore, TakenAnswer } from './transfer.ts'
import { outcomeOfFailure } from './write-outcome.ts'
import { WriteSignal } from './write-signal.ts'

/** What the requests of a call share while they are sent. */
export interface Sending {
  readonly fetcher: Fetcher
  readonly deadline: Deadline
  /** `undefined` for a provider whose answers don't report its quota. */
  readonly vendorQuota: VendorQuota | undefined
  readonly record: TryRecord
  /** Left out: what the provider answers stands in the answer. */
  readonly toFile?: AnswerToFile | undefined
  /** The write, if it is one: whether this gateway may still send it, and who listens for a late answer. */
  readonly write?: Pick<OpenWrite, 'maySend' | 'left'> | undefined
}

/** Only a read may be sent for a caller who has just hung up. */
const readSignal = { later: true }
const mostTries = 3
const backOffMs = 300
/** Errors that mean that the provider has answered, with something unusable. */
const answers = new Set<FetchError['kind']>(['redirect', 'too-large', 'garbled'])

/** Full jitter, so that callers who wait together don't come back together. */
const backOff = (tries: number): number => Math.random() * backOffMs * 2 ** (tries - 1)

/** A signature holds for one URL, so it can't follow a redirect to another. */
const mayFollow = (auth: SingleAuth, method: ProviderRequest['method']): boolean =>
  (method === 'GET' || method === 'HEAD') && auth.kind !== 'signed'

const buildFetchRequest = (
  { auth, maxBytes, effect, expected }: RequestPlan,
  { url, method, headers, body }: ProviderRequest,
  deadline: Deadline,
  signal: AbortSignal,
  beforeSend: (() => boolean) | undefined,
  taken: TakenAnswer | undefined,
): FetchRequest => ({
  url,
  method,
  headers,
  body: sendBefore(deadline, body),
  signal,
  maxBytes,
  // We try again where that is allowed; a repeat by Bun would be no try of ours.
  once: effect.kind === 'write',
  ...(beforeSend && { beforeSend }),
  ...(taken && {
    take: (status, answered, pieces) => (isWell(expected, status) ? taken.take(answered, pieces) : undefined),
  }),
  redirects: expected === 'location' ? 'answer' : mayFollow(auth, method) ? 'same-origin' : 'none',
})

/**
 * Waits until the vendor's quota has a call left. If that takes too long for a repeated try, the error of the failed try is
 * thrown.
 */
const taken = async (taking: Promise<void>, failed: Failed | undefined): Promise<void> => {
  try {
    await taking
  } catch (error) {
    throw failed && error instanceof GatewayError && error.code === 'RATE_LIMITED' ? failed.error : error
  }
}

const paused = (): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The gateway was paused for so long that it may not send the call; try again', {
    retryAfter: 1,
  })

/** What is known of a write that was sent; whatever else was thrown is a bug of ours. */
const whatIsKnown = (effect: ActionEffect, error: unknown, sent: boolean): WriteOutcome =>
  error instanceof FetchError ? outcomeOfFailure(effect, error, sent) : 'unknown'

/**
 * Sends a plan's request, and sends it again where that is allowed and may help: reads and idempotent writes after a failed connection,
 * 429, 502 to 504 and the statuses that the provider adds; other writes only when the vendor says that nothing was done. It doesn't
 * start a wait that would pass the deadline. Throws UPSTREAM_ERROR, TIMEOUT and CLIENT_CLOSED, and RATE_LIMITED before the first
 * try.
 */
export const send = async (
  plan: RequestPlan,
  { fetcher, deadline, vendorQuota, record, toFile, write }: Sending,
): Promise<ProviderAnswer> => {
  const { provider, effect, auth, credential } = plan
  const request = buildRequest(plan)
  const most = provider.retry?.tries ?? mostTries
  const isWrite = effect.kind === 'write'
  const own = isWrite ? new WriteSignal(deadline) : undefined
  const signal = own?.signal ?? deadline.signal(readSignal)
  let sent = false
  /** From then on the vendor may have forgotten the key of a write that an earlier try may have done. */
  let keptUntil = Number.POSITIVE_INFINITY
  const beforeSend = own
    ? (): boolean => {
        // Asked by the clock: a process that was paused finds out here, before its timers tell it.
        if (deadline.expired || own.over || performance.now() >= keptUntil || write?.maySend() === false) return false
        sent = true
        return true
      }
    : undefined
  /** Leaves a request that the vendor has to who listens for its answer. */
  const leave = (pending: Promise<FetchAnswer>): boolean => {
    if (!sent || !write || !own) return false
    const late = pending.then((answer) => readLate(plan, request.url, answer))
    write.left({ outcome: hearLate(effect, late, record.writeOutcome), letGo: () => own.letGo() })
    return true
  }
  let failed: Failed | undefined
  for (let tries = 1; ; tries++) {
    sent = false
    const file = toFile && new TakenAnswer(plan, deadline, toFile)
    const taking = vendorQuota?.take(deadline)
    if (taking) await taken(taking, failed)
    let result: ProviderAnswer | Failed
    let outcome: number | string
    const startedAt = performance.now()
    try {
      const departing = depart()
      if (departing) await departing
      const signed = auth.kind === 'signed' ? signRequest(auth, credential, request) : request
      const pending = fetcher(buildFetchRequest(plan, signed, deadline, signal, beforeSend, file))
      const answer = await (own ? own.orLeave(pending, () => leave(pending)) : pending)
      record.answered = true
      outcome = answer.status
      const interpreted = interpretAnswer(plan, request.url, answer, file?.file)
      result = interpreted.result
      if (isWrite) recordWriteOutcome(record, interpreted.outcome)
      vendorQuota?.receive(answer, result instanceof Failed && result.limited ? (result.wait ?? 0) : undefined)
    } catch (error) {
      vendorQuota?.unanswered()
      if (isWrite && sent) recordWriteOutcome(record, whatIsKnown(effect, error, sent))
      const over: GatewayError | undefined = own ? own.over : signal.aborted ? signal.reason : undefined
      if (over) {
        recordTry(record, over.code, startedAt, false)
        throw over
      }
      if (file?.failure) throw file.failure
      if (!(error instanceof FetchError)) throw error
      if (error.kind === 'withheld') throw paused()
      outcome = error.kind
      if (answers.has(error.kind)) record.answered = true
      result = new Failed(unreachableProvider(plan, error), error.retryable && mayRepeat(effect))
    } finally {
      arrive()
    }
    const isGood = !(result instanceof Failed) && isExpected(plan, result)
    recordTry(record, outcome, startedAt, isGood)
    if (!(result instanceof Failed)) {
      if (!isGood) throw garbled(plan)
      return result
    }
    failed = result
    const { error, retryable, wait } = result
    const waitMs = wait === undefined ? backOff(tries) : wait * 1000
    if (isWrite && effect.keyMs !== undefined && record.writeOutcome !== 'absent')
      keptUntil = Math.min(keptUntil, startedAt + effect.keyMs)
    const until = Math.min(deadline.at, keptUntil)
    if (!retryable || tries >= most || performance.now() + waitMs >= until) throw error
    await pause(waitMs, deadline.signal())
  }
}
