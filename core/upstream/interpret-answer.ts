import { roundNumbers } from '../encoding/exact-json.ts'
import type { GatewayError } from '../errors.ts'
import { type FetchAnswer, redirectStatuses } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redaction.ts'
import { readRetryAfter } from '../fetch/retry-after.ts'
import type { ActionEffect, AnswerKind, Failure } from '../provider/index.ts'
import type { WriteOutcome } from '../tries.ts'
import { type ContentKind, kindByContent } from './answer/answer-content.ts'
import { type ErrorMeaning, readErrorMeaning } from './answer/error-meaning.ts'
import { findGraphqlFailure, hasResult, isMutation } from './answer/graphql-failure.ts'
import { findHiddenRefusal } from './answer/hidden-refusal.ts'
import { providerError, unusableAnswer } from './answer/upstream-error.ts'
import { withholdMembers } from './answer/withheld-members.ts'
import { listCredentialSecrets } from './authentication.ts'
import type { RequestPlan } from './plan.ts'
import type { StoppedList } from './stopped-list.ts'
import type { AnsweredFile } from './transfer.ts'
import { outcomeOfAnswer, saysNotDone } from './write-outcome.ts'

/** A provider's successful answer. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  /** JSON text; `null` if the provider sent nothing. */
  readonly text: string
  readonly body: unknown
  /** The decompressed size of the answer. */
  readonly bytes: number
  /** The address of the next page, if the vendor links to one and no items were cut off. */
  readonly next?: string | undefined
  /** Set for a list that ends early. */
  readonly stop?: StoppedList | undefined
}

/** The meaning of an answer, and the outcome of a write by it. */
interface Interpreted {
  readonly result: ProviderAnswer | Failed
  readonly outcome: WriteOutcome
}

/** A try without an answer that can be returned. */
export class Failed {
  constructor(
    readonly error: GatewayError,
    readonly retryable: boolean,
    /** Seconds that the provider asked for. */
    readonly wait?: number | undefined,
    /** The provider's rate limit has refused the call. */
    readonly limited = false,
  ) {}
}

/** Statuses after which another try may help. */
const retried = new Set([429, 502, 503, 504])

/** True if repeating the request does no harm. */
export const mayRepeat = (effect: ActionEffect): boolean => effect.kind === 'read' || effect.idempotent !== 'never'

/**
 * The target of a redirect; `undefined`: callers must not get it. Some vendors repeat the request's query in it, and with it a
 * credential that is sent in the query.
 */
const readLocation = (plan: RequestPlan, url: string, headers: Headers): string | undefined => {
  const target = headers.get('location') ?? ''
  const location = target === '' || target.startsWith('#') ? null : URL.parse(target, url.replace(/[?#].*/s, ''))
  if (!location || !/^https?:$/.test(location.protocol)) return undefined
  return createRedaction(listCredentialSecrets(plan.auth, plan.credential))(location.href) === location.href
    ? location.href
    : undefined
}

/** The content of an answer that isn't JSON. */
const readContent = ({ redaction }: RequestPlan, kind: ContentKind, { headers, bytes }: FetchAnswer): unknown => {
  if (kind === 'text') return redaction.text(bytes, headers)
  const media_type = headers.get('content-type') ?? 'application/octet-stream'
  const clean = redaction.bytes(bytes)
  return { media_type, bytes: clean.length, content: Buffer.from(clean).toString('base64') }
}

/** JSON without the members that callers must not get. */
const readAnswerJson = (
  { redaction, provider }: RequestPlan,
  { headers, bytes }: FetchAnswer,
): { text: string; body: unknown } => {
  const answer = redaction.json(bytes, headers)
  return (provider.withhold && withholdMembers(provider.withhold, answer.text)) ?? answer
}

/** True if a status is that of a successful answer. */
export const isWell = (kind: AnswerKind, status: number): boolean =>
  kind === 'location' ? redirectStatuses.has(status) : status >= 200 && status < 300

/** The kind of content as which to read an answer. Errors are read as JSON, whatever the action's successful answer is. */
const chooseKind = ({ expected, call: { action } }: RequestPlan, answer: FetchAnswer): ContentKind => {
  if (!isWell(expected, answer.status)) return 'json'
  if (expected === 'any') return kindByContent(answer)
  return action.trustsContentType ? kindByContent(answer, expected) : expected
}

/** The document of a GraphQL request, of an action or a raw one; `undefined`: it is another request. */
const readGraphqlDocument = ({ call: { action }, request }: RequestPlan): string | undefined => {
  const document: unknown = action.definition.graphql ?? Object(request.body).query
  return typeof document === 'string' && document.includes('{') ? document : undefined
}

/** Reads the failure from an answer. `content`: the JSON, or the text where JSON is expected; left out: it is of another kind. */
const findFailure = (
  plan: RequestPlan,
  content: { readonly body: unknown } | undefined,
  answer: Pick<FetchAnswer, 'status' | 'headers'>,
): Failure | undefined => {
  const { call, provider } = plan
  const document = readGraphqlDocument(plan)
  const isOfMutation = document !== undefined && isMutation(document)
  const isWellSent = answer.status >= 200 && answer.status < 300
  // A mutation's answer is JSON, or its outcome is unknown.
  if (!content && !(isOfMutation && isWellSent)) return undefined
  const body = content?.body
  if (document !== undefined && isWellSent) return findGraphqlFailure(body, isOfMutation, failureReader(plan, answer))
  const declared = call.action.failure?.(body, answer) ?? provider.failure?.(body, answer)
  const failure = declared ?? (isWellSent && !call.action.tool ? findHiddenRefusal(body) : undefined)
  // Some servers send a mutation's result with the status of an error beside it.
  return isOfMutation && hasResult(body) ? { message: 'an error beside a result', ...failure, refused: false } : failure
}

/** The meaning of an error's words, where the plugin says no more than its message. */
const findMeaning = (status: number, body: unknown, failure: Failure | undefined): ErrorMeaning | undefined =>
  failure?.status === undefined && failure?.retryAfter === undefined && failure?.refused === undefined
    ? readErrorMeaning(status, body)
    : undefined

/** The status that the meaning stands for: a 401 of a rate limit refuses no credential. */
const statusOf = (meaning: ErrorMeaning | undefined, status: number): number | undefined => {
  if (meaning === 'credential') return 401
  return meaning === 'limit' && status === 401 ? 429 : undefined
}

/** The plugin knows more about its vendor's errors than GraphQL itself. */
const failureReader =
  ({ call, provider }: RequestPlan, answer: Pick<FetchAnswer, 'status' | 'headers'>) =>
  (of: unknown): Failure | undefined =>
    provider.failure?.(of, answer) ?? call.action.failure?.(of, answer)

/** Interprets the answer to a plan's request. `file`: the file that holds the answer's content. */
export const interpretAnswer = (
  plan: RequestPlan,
  url: string,
  answer: FetchAnswer,
  file?: AnsweredFile,
): Interpreted => {
  const { status, headers } = answer
  const { provider, effect, expected } = plan
  const kind = chooseKind(plan, answer)
  const isJson = kind === 'json'
  const { text, body } = isJson ? readAnswerJson(plan, answer) : { text: '', body: undefined }
  const content = isJson ? { body: body === undefined ? text : body } : undefined
  const failure = findFailure(plan, content, { status, headers })
  const outcome = outcomeOfAnswer(effect, status, isWell(expected, status), failure)
  if (file) return { result: { status, headers, text: JSON.stringify(file), body: file, bytes: file.bytes }, outcome }
  if (!isWell(expected, status) || failure) {
    const meaning = content && findMeaning(status, content.body, failure)
    const shown = failure?.status ?? statusOf(meaning, status) ?? status
    const limited = failure?.retryAfter !== undefined || shown === 429 || meaning === 'limit'
    const wait = readRetryAfter({ status, headers, failure, hint: provider.rateLimit, body: content?.body, limited })
    const passes = limited || retried.has(shown)
    const secrets = listCredentialSecrets(plan.auth, plan.credential)
    const { params } = plan.call
    const isInDoubt = effect.kind === 'write' && outcome === 'unknown' && (status < 400 || failure?.refused === false)
    const fault = {
      provider,
      status,
      shown,
      retryAfter: wait,
      text,
      body,
      failure,
      secrets,
      params,
      isInDoubt,
      unread: answer.unread,
    }
    const error = providerError(fault)
    const helps = passes || (provider.retry?.on?.includes(status) ?? false)
    const repeats = (helps && mayRepeat(effect)) || saysNotDone(effect, status)
    return { result: new Failed(error, repeats, wait, limited), outcome }
  }
  return { result: readGoodAnswer(plan, url, answer, kind, text, body), outcome }
}

/** The content of a successful answer. */
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

/** True if a successful answer is as the action declares it. */
export const isExpected = ({ call: { domain, name } }: RequestPlan, { body }: ProviderAnswer): boolean => {
  const fits = domain.source.check(name)?.result
  return !fits || fits(body) || fits(roundNumbers(body))
}

/** An answer that came after the call had ended. */
export const readLate = (plan: RequestPlan, url: string, answer: FetchAnswer) => {
  const { result, outcome } = interpretAnswer(plan, url, answer)
  const isGood = !(result instanceof Failed) && isExpected(plan, result)
  return { outcome, status: answer.status, answer: isGood ? result : undefined }
}
