import type { Deadline, VendorQuota, VendorRefusal } from '../../context/index.ts'
import { GatewayError } from '../../errors.ts'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest, type TracedCall } from '../../fetch/index.ts'
import type { ActionEffect, SingleAuth } from '../../provider/index.ts'
import type { TryRecord, WriteOutcome } from '../../tries.ts'
import { unreachableProvider } from '../answer/upstream-error.ts'
import { type ProviderRequest, signRequest } from '../authentication.ts'
import { Failed, interpretAnswer, isWell, mayRepeat, type ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import { seeExchange } from '../see-exchange.ts'
import { type AnswerToFile, sendBefore, TakenAnswer } from '../transfer.ts'
import { outcomeOfFailure } from '../write-outcome.ts'
import { arrive, depart } from './departures.ts'
import type { HandOver } from './hand-over.ts'

/** One try of a request: the status of its answer, or the event in place of one, and the result. */
export interface VendorTry {
  readonly startedAt: number
  readonly outcome: number | string
  /** `over`: the call has ended, so nothing more of it is sent. */
  readonly result: ProviderAnswer | Failed | { readonly over: GatewayError }
}

/** The parts that all tries of one request share. */
export interface Trying {
  readonly plan: RequestPlan
  readonly request: ProviderRequest
  readonly fetcher: Fetcher
  readonly deadline: Deadline
  readonly vendorQuota: VendorQuota | undefined
  readonly record: TryRecord & TracedCall
  readonly toFile?: AnswerToFile | undefined
  /** The handover of a write; left out for a read. */
  readonly handOver: HandOver | undefined
  readonly signal: AbortSignal
}

/** Errors that mean that the provider has answered, with something unusable. */
const answers = new Set<FetchError['kind']>(['redirect', 'too-large', 'garbled'])

/** True if a redirect may be followed. A signature holds for one URL, so a signed request may not. */
const mayFollow = (auth: SingleAuth, method: ProviderRequest['method']): boolean =>
  (method === 'GET' || method === 'HEAD') && auth.kind !== 'signed'

const chooseRedirects = ({ expected, auth }: RequestPlan, method: ProviderRequest['method']) => {
  if (expected === 'location') return 'answer'
  return mayFollow(auth, method) ? 'same-origin' : 'none'
}

/** Only a good answer becomes a file. */
const takeGood =
  (plan: RequestPlan, file: TakenAnswer): NonNullable<FetchRequest['take']> =>
  (status, answered, pieces) =>
    isWell(plan.expected, status) && file.isWanted(answered) ? file.take(answered, pieces) : undefined

const buildFetchRequest = (
  { plan, deadline, signal, handOver, record }: Trying,
  { url, method, headers, body }: ProviderRequest,
  file: TakenAnswer | undefined,
): FetchRequest => ({
  url,
  method,
  headers,
  body: sendBefore(deadline, body),
  signal,
  maxBytes: plan.maxBytes,
  // Retries are decided here: a repeat by Bun would not be counted as a try.
  once: plan.effect.kind === 'write',
  call: record,
  sender: handOver,
  take: file && takeGood(plan, file),
  redirects: chooseRedirects(plan, method),
  alias: plan.publicOrigin,
})

const paused = (): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The gateway was paused for so long that it may not send the call; try again', {
    retryAfter: 1,
  })

/** The outcome of a write by the error of its try. An unexpected error is a bug of the gateway's. */
const outcomeOfError = (effect: ActionEffect, error: unknown): WriteOutcome =>
  error instanceof FetchError ? outcomeOfFailure(effect, error, true) : 'unknown'

/** The result of a try without an answer. Throws errors that are no fault of the vendor or the network. */
const readFailure = (
  { plan, record, handOver, signal }: Trying,
  file: TakenAnswer | undefined,
  error: unknown,
): Pick<VendorTry, 'outcome' | 'result'> => {
  const aborted: GatewayError | undefined = signal.aborted ? signal.reason : undefined
  const over = handOver ? handOver.over : aborted
  if (over) return { outcome: over.code, result: { over } }
  if (file?.failure) throw file.failure
  if (!(error instanceof FetchError)) throw error
  if (error.kind === 'withheld') throw paused()
  if (answers.has(error.kind)) record.answered = true
  const failed = new Failed(unreachableProvider(plan, error), error.retryable && mayRepeat(plan.effect))
  return { outcome: error.kind, result: failed }
}

const mostReason = 300

const readRefusal = ({ error, wait = 0, limited }: Failed): VendorRefusal | undefined =>
  limited ? { wait, reason: (error.extras.reason ?? error.message).slice(0, mostReason) } : undefined

/** Sends the request once. The record gets a write's outcome, but not the try itself. */
export const attempt = async (trying: Trying): Promise<VendorTry> => {
  const { plan, request, fetcher, deadline, vendorQuota, record, toFile, handOver } = trying
  const { auth, credential } = plan
  const file = toFile && new TakenAnswer(plan, deadline, toFile)
  const startedAt = performance.now()
  let lastAnswer: FetchAnswer | undefined
  if (handOver) handOver.isSent = false
  try {
    const departing = depart()
    if (departing) await departing
    const signed = auth.kind === 'signed' ? signRequest(auth, credential, request) : request
    const pending = fetcher(buildFetchRequest(trying, signed, file))
    const answer = await (handOver ? handOver.answered(pending) : pending)
    record.answered = true
    lastAnswer = answer
    const { result, outcome } = interpretAnswer(plan, request.url, answer, file?.file)
    // The answer may be to a request before the one that counts, such as the opening of a session.
    handOver?.tried(handOver.isSent ? outcome : 'absent', startedAt)
    vendorQuota?.receive(answer, result instanceof Failed ? readRefusal(result) : undefined)
    return { startedAt, outcome: answer.status, result }
  } catch (error) {
    vendorQuota?.unanswered()
    handOver?.tried(handOver.isSent ? outcomeOfError(plan.effect, error) : undefined, startedAt)
    return { startedAt, ...readFailure(trying, file, error) }
  } finally {
    record.witness?.saw(seeExchange(plan, lastAnswer))
    arrive()
  }
}
