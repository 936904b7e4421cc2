import type { Deadline, OpenWrite, VendorQuota } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest, redirectStatuses } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redaction.ts'
import { readRetryAfter } from '../fetch/retry-after.ts'
import { pause } from '../pause.ts'
import type { ActionEffect, AnswerKind, Failure, SingleAuth } from '../provider/index.ts'
import { recordTry, recordWriteOutcome, type TryRecord, type WriteOutcome } from '../tries.ts'
import { type ContentKind, kindByContent } from './answer/answer-content.ts'
import { garbled, providerError, unreachableProvider, unusableAnswer } from './answer/upstream-error.ts'
import { withholdMembers } from './answer/withheld-members.ts'
import { listCredentialSecrets, type ProviderRequest, signRequest } from './authentication.ts'
import { arrive, depart } from './departures.ts'
import { hearLate } from './late-write.ts'
import type { RequestPlan } from './plan.ts'
import { buildRequest } from './request.ts'
import { type AnsweredFile, type AnswerToFile, sendBefore, TakenAnswer } from './transfer.ts'
import { outcomeOfAnswer, outcomeOfFailure, saysNotDone } from './write-outcome.ts'
import { WriteSignal } from './write-signal.ts'

/** A provider's successful answer. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  /** JSON text, `null` where the provider sent nothing. */
  readonly text: string
  readonly body: unknown
  /** The decompressed size of the answer. */
  readonly bytes: number
}

/** An answer, what it stands for, and what it says of a write. */
interface Interpreted {
  readonly result: ProviderAnswer | Failed
  readonly outcome: WriteOutcome
}

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

/** A try without an answer that can be returned. */
class Failed {
  constructor(
    readonly error: GatewayError,
    readonly retryable: boolean,
    /** Seconds that the provider asked for. */
    readonly wait?: number | undefined,
    /** The provider's rate limit has refused the call. */
    readonly limited = false,
  ) {}
}

/** Only a read may be sent for a caller who has just hung up. */
const readSignal = { later: true }
const mostTries = 3
const backOffMs = 300
const retried = new Set([429, 502, 503, 504])
/** Errors that mean that the provider has answered, with something unusable. */
const answers = new Set<FetchError['kind']>(['redirect', 'too-large', 'garbled'])

const mayRepeat = (effect: ActionEffect): boolean => effect.kind === 'read' || effect.idempotent !== 'never'

/**
 * Where a redirect leads; `undefined` if callers must not get it. Some vendors repeat the request's query in it, and with it a
 * credential that is sent in the query.
 */
const readLocation = (plan: RequestPlan, url: string, headers: Headers): string | undefined => {
  const target = headers.get('location') ?? ''
  const found = target === '' || target.startsWith('#') ? null : URL.parse(target, url.replace(/[?#].*/s, ''))
  if (!found || !/^https?:$/.test(found.protocol)) return undefined
  return createRedaction(listCredentialSecrets(plan.auth, plan.credential))(found.href) === found.href
    ? found.href
    : undefined
}

/** The content of an answer that isn't JSON. */
const readContent = ({ redaction }: RequestPlan, kind: ContentKind, { headers, bytes }: FetchAnswer): unknown => {
  if (kind === 'text') return redaction.text(bytes, headers)
  const media_type = headers.get('content-type') ?? 'application/octet-stream'
  const clean = redaction.bytes(bytes)
  return { media_type, bytes: clean.length, content: Buffer.from(clean).toString('base64') }
}

/** JSON without what callers must not get. */
const readAnswerJson = ({ redaction, provider }: RequestPlan, bytes: Uint8Array): { text: string; body: unknown } => {
  const answer = redaction.json(bytes)
  return (provider.withhold && withholdMembers(provider.withhold, answer.text)) ?? answer
}

const isWell = (kind: AnswerKind, status: number): boolean =>
  kind === 'location' ? redirectStatuses.has(status) : status >= 200 && status < 300

/** How the content of an answer is read. Errors are read as JSON, whatever the action's successful answer is. */
const chooseKind = (expected: AnswerKind, answer: FetchAnswer): ContentKind => {
  if (!isWell(expected, answer.status)) return 'json'
  return expected === 'any' ? kindByContent(answer) : expected
}

/** Reads the failure from an answer. */
const findFailure = (
  { call, provider }: RequestPlan,
  body: unknown,
  answer: Pick<FetchAnswer, 'status' | 'headers'>,
): Failure | undefined => call.action.failure?.(body, answer) ?? provider.failure?.(body, answer)

const interpretAnswer = (plan: RequestPlan, url: string, answer: FetchAnswer, file?: AnsweredFile): Interpreted => {
  const { status, headers, bytes } = answer
  const { provider, effect, expected } = plan
  const kind = chooseKind(expected, answer)
  const isJson = kind === 'json'
  const { text, body } = isJson ? readAnswerJson(plan, bytes) : { text: '', body: undefined }
  const failure = isJson ? findFailure(plan, body === undefined ? text : body, { status, headers }) : undefined
  const outcome = outcomeOfAnswer(effect, status, isWell(expected, status), failure)
  if (file) return { result: { status, headers, text: JSON.stringify(file), body: file, bytes: file.bytes }, outcome }
  if (!isWell(expected, status) || failure) {
    const wait = readRetryAfter({ status, headers, failure, hint: provider.rateLimit })
    const shown = failure?.status ?? status
    const limited = failure?.retryAfter !== undefined || shown === 429
    const passes = limited || retried.has(shown)
    const secrets = listCredentialSecrets(plan.auth, plan.credential)
    const { params } = plan.call
    const error = providerError({ provider, status, retryAfter: wait, text, body, failure, secrets, params })
    const helps = passes || (provider.retry?.on?.includes(status) ?? false)
    const repeats = (helps && mayRepeat(effect)) || saysNotDone(effect, status)
    return { result: new Failed(error, repeats, wait, limited), outcome }
  }
  return { result: readGoodAnswer(plan, url, answer, kind, text, body), outcome }
}

/** The content of an answer that says that all went well. */
const readGoodAnswer = (
  plan: RequestPlan,
  url: string,
  answer: FetchAnswer,
  kind: ContentKind,
  text: string,
  body: unknown,
): ProviderAnswer | Failed => {
  const { status, headers, bytes } = answer
  if (kind === 'location') {
    const location = readLocation(plan, url, headers)
    if (location === undefined)
      return new Failed(unusableAnswer(plan, 'is a redirect whose location cannot be passed on'), false)
    return { status, headers, text: JSON.stringify({ location }), body: { location }, bytes: bytes.length }
  }
  if (kind !== 'json') {
    const content = readContent(plan, kind, answer)
    return { status, headers, text: JSON.stringify(content), body: content, bytes: bytes.length }
  }
  if (body === undefined) return new Failed(unusableAnswer(plan, 'is not JSON'), false)
  return { status, headers, text: text === '' ? 'null' : text, body, bytes: bytes.length }
}

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

/** Whether a successful answer is what the action declares. */
const isExpected = ({ call: { domain, name } }: RequestPlan, { body }: ProviderAnswer): boolean =>
  domain.source.check(name)?.result?.(body) ?? true

/** An answer that came after the call had ended. */
const readLate = (plan: RequestPlan, url: string, answer: FetchAnswer) => {
  const { result, outcome } = interpretAnswer(plan, url, answer)
  const isGood = !(result instanceof Failed) && isExpected(plan, result)
  return { outcome, status: answer.status, answer: isGood ? result : undefined }
}

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
  const beforeSend = own
    ? (): boolean => {
        if (own.over || write?.maySend() === false) return false
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
    if (!retryable || tries >= most || performance.now() + waitMs >= deadline.at) throw error
    await pause(waitMs, deadline.signal())
  }
}
