import type { Deadline, VendorLimit } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest, redirectStatuses } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redact.ts'
import { retryAfterOf } from '../fetch/retry-after.ts'
import { pause } from '../pause.ts'
import type { AnswerKind, Effect, Failure, SingleAuth } from '../provider/index.ts'
import type { ProviderFacts } from '../schema/index.ts'
import type { ProviderRequest } from './authentication.ts'
import { badGateway, providerError, unreachable } from './upstream-error.ts'

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

export interface Sending {
  readonly provider: ProviderFacts
  readonly auth: SingleAuth
  readonly effect: Effect
  /** Reads from an answer what went wrong. */
  failure(body: unknown, answer: Pick<FetchAnswer, 'status' | 'headers'>): Failure | undefined
  /** The kind of answer that is expected. */
  readonly answer: AnswerKind
  readonly fetcher: Fetcher
  readonly deadline: Deadline
  /** `undefined` for a provider whose answers don't tell what is left. */
  readonly vendorLimit: VendorLimit | undefined
  /** Bytes of an answer, decompressed. */
  readonly maxBytes: number
  /** Signs the request of one try, if the provider's requests are signed. */
  sign(request: ProviderRequest): ProviderRequest
  /** The texts that must never appear in an error. */
  secrets(): readonly string[]
  /** What the caller sent, which must never get into a log. */
  readonly params: Readonly<Record<string, unknown>>
  /** Is called when the provider has answered, with success or not: from then on the call is billable. */
  onAnswer(): void
  /** Records a try: the status of its answer or what happened instead, when it began, and whether it succeeded. */
  onTry(outcome: number | string, startedAt: number, succeeded: boolean): void
  /** Accepts a successful answer; `undefined`: it isn't what the action declares. */
  accept(answer: ProviderAnswer): ProviderAnswer | undefined
  /** Throws UPSTREAM_ERROR for such an answer. */
  garbled(): never
}

/** A try that gave no answer to hand on. */
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

const mayRepeat = (effect: Effect): boolean => effect.kind === 'read' || effect.idempotent !== 'never'

/** By this status the vendor says that nothing was done, so that any write may be sent again. */
const saysNotDone = (effect: Effect, status: number): boolean =>
  effect.kind === 'write' && (effect.repeatOn?.includes(status) ?? false)

let turn: Promise<void> | undefined

/**
 * Resolves at the end of this turn of the event loop. All requests of a turn then reach the network thread together, as waking
 * that thread for each of them would cost more than the requests do.
 */
const nextTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  }))

const utf8 = new TextDecoder()

/** `undefined` for what is no JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Where a redirect leads; `undefined` if callers must not get it. Some vendors repeat the request's query in it, and with it a
 * credential that is sent in the query.
 */
const locationOf = (sending: Sending, url: string, headers: Headers): string | undefined => {
  const target = headers.get('location') ?? ''
  const found = target === '' || target.startsWith('#') ? null : URL.parse(target, url.replace(/[?#].*/s, ''))
  if (!found || !/^https?:$/.test(found.protocol)) return undefined
  return createRedaction(sending.secrets())(found.href) === found.href ? found.href : undefined
}

/** The content of an answer that isn't JSON; `undefined` if it isn't what the action declares. */
const contentOf = (sending: Sending, url: string, headers: Headers, bytes: Uint8Array): unknown => {
  const { answer: kind } = sending
  if (kind === 'text') return utf8.decode(bytes)
  if (kind === 'location') return locationOf(sending, url, headers)
  const media_type = headers.get('content-type') ?? 'application/octet-stream'
  return { media_type, bytes: bytes.length, content: Buffer.from(bytes).toString('base64') }
}

const isWell = (kind: AnswerKind, status: number): boolean =>
  kind === 'location' ? redirectStatuses.has(status) : status >= 200 && status < 300

const judge = (sending: Sending, url: string, { status, headers, bytes }: FetchAnswer): ProviderAnswer | Failed => {
  const { provider, effect, answer: kind } = sending
  const isJson = kind === 'json' || !isWell(kind, status)
  const text = isJson && bytes.length > 0 ? utf8.decode(bytes) : ''
  const body = !isJson ? undefined : text === '' ? null : parse(text)
  const failure = isJson ? sending.failure(body === undefined ? text : body, { status, headers }) : undefined
  if (!isWell(kind, status) || failure) {
    const wait = retryAfterOf({ status, headers, failure, hint: provider.rateLimit })
    const shown = failure?.status ?? status
    const limited = failure?.retryAfter !== undefined || shown === 429
    const passes = limited || retried.has(shown)
    const [secrets, { params }] = [sending.secrets(), sending]
    const error = providerError({ provider, status, retryAfter: wait, text, body, failure, secrets, params })
    const helps = passes || (provider.retry?.on?.includes(status) ?? false)
    return new Failed(error, (helps && mayRepeat(effect)) || saysNotDone(effect, status), wait, limited)
  }
  if (!isJson) {
    const content = contentOf(sending, url, headers, bytes)
    if (content === undefined)
      return new Failed(badGateway(provider, 'gave a redirect whose location cannot be handed on'), false)
    const data = kind === 'location' ? { location: content } : content
    return { status, headers, text: JSON.stringify(data), body: data, bytes: bytes.length }
  }
  if (body === undefined) return new Failed(badGateway(provider, 'gave an answer that is not JSON'), false)
  return { status, headers, text: text === '' ? 'null' : text, body, bytes: bytes.length }
}

/** Full jitter, so that callers who wait together don't come back together. */
const backOff = (tries: number): number => Math.random() * backOffMs * 2 ** (tries - 1)

/** A signature holds for one URL, so it can't follow a redirect to another. */
const mayFollow = (auth: SingleAuth, method: ProviderRequest['method']): boolean =>
  (method === 'GET' || method === 'HEAD') && auth.kind !== 'signed'

const fetchRequestOf = (
  { auth, maxBytes, effect, answer }: Sending,
  { url, method, headers, body }: ProviderRequest,
  signal: AbortSignal,
): FetchRequest => ({
  url,
  method,
  headers,
  body,
  signal,
  maxBytes,
  once: !mayRepeat(effect),
  redirects: answer === 'location' ? 'answer' : mayFollow(auth, method) ? 'same-origin' : 'none',
})

/** Waits for a call of the vendor's limit. A try after a failure that finds none in time ends with that failure. */
const taken = async (taking: Promise<void>, failed: Failed | undefined): Promise<void> => {
  try {
    await taking
  } catch (error) {
    throw failed && error instanceof GatewayError && error.code === 'RATE_LIMITED' ? failed.error : error
  }
}

/**
 * Sends a request, and sends it again where that is allowed and may help: reads and idempotent writes after a failed connection,
 * 429, 502 to 504 and the statuses that the provider adds; other writes only when the vendor says that nothing was done. A wait
 * that would pass the deadline isn't begun. Throws UPSTREAM_ERROR, TIMEOUT and CLIENT_CLOSED, and RATE_LIMITED before the first try.
 */
export const sendWithRetries = async (sending: Sending, request: ProviderRequest): Promise<ProviderAnswer> => {
  const { provider, deadline, effect, vendorLimit } = sending
  const most = provider.retry?.tries ?? mostTries
  const signal = deadline.signal(effect.kind === 'read' ? readSignal : undefined)
  let failed: Failed | undefined
  for (let tries = 1; ; tries++) {
    const taking = vendorLimit?.take(deadline)
    if (taking) await taken(taking, failed)
    let result: ProviderAnswer | Failed
    let outcome: number | string
    const startedAt = performance.now()
    try {
      await nextTurn()
      const answer = await sending.fetcher(fetchRequestOf(sending, sending.sign(request), signal))
      sending.onAnswer()
      outcome = answer.status
      result = judge(sending, request.url, answer)
      vendorLimit?.heard(answer, result instanceof Failed && result.limited ? (result.wait ?? 0) : undefined)
    } catch (error) {
      vendorLimit?.unanswered()
      if (signal.aborted) {
        sending.onTry((signal.reason as GatewayError).code, startedAt, false)
        throw signal.reason
      }
      if (!(error instanceof FetchError)) throw error
      outcome = error.kind
      if (answers.has(error.kind)) sending.onAnswer()
      result = new Failed(unreachable(provider, error), error.retryable && mayRepeat(effect))
    }
    const accepted = result instanceof Failed ? undefined : sending.accept(result)
    sending.onTry(outcome, startedAt, accepted !== undefined)
    if (accepted) return accepted
    if (!(result instanceof Failed)) return sending.garbled()
    failed = result
    const { error, retryable, wait } = result
    const waitMs = wait === undefined ? backOff(tries) : wait * 1000
    if (!retryable || tries >= most || performance.now() + waitMs >= deadline.at) throw error
    await pause(waitMs, deadline.signal())
  }
}
