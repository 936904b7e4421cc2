import { findWaitInBody, findWaitInHeaders } from '../provider/answer/find-wait.ts'
import { readWait, toWait } from '../provider/answer/read-wait.ts'
import type { Failure, RateLimitHint } from '../provider/index.ts'

/**
 * Quotas reset within a month. A longer wait is an error or an attack, and adding it to the time could give an invalid date, which
 * would break the health snapshot of all accounts.
 */
const mostSeconds = 31 * 86_400
/** The longest wait, in milliseconds: after an hour, a vendor that wanted a longer one is asked again. */
export const longestClosedMs = 3_600_000

export interface RetryableAnswer {
  readonly status: number
  readonly headers: Headers
  readonly failure?: Failure | undefined
  readonly hint?: RateLimitHint | undefined
  /** The parsed body, or the text of one that isn't JSON; left out: it was not read. */
  readonly body?: unknown
  /** True if the answer's words say that a rate limit refused the request, whatever its status. */
  readonly limited?: boolean
}

/** Azure's exact wait, with which OpenAI's and others' libraries agreed: it stands beside `Retry-After`, or alone. */
const inMilliseconds = ['retry-after-ms', 'x-ms-retry-after-ms'] as const

const readHeader = (headers: Headers): number | undefined => {
  const wait = readWait(headers.get('retry-after'), headers)
  if (wait !== undefined) return wait
  const name = inMilliseconds.find((each) => headers.has(each))
  return name && readWait(headers.get(name), headers, 'ms')
}

const readFailure = ({ retryAfter }: Failure, headers: Headers): number | undefined =>
  retryAfter === undefined ? undefined : toWait(retryAfter, headers)

/** The wait by the names that many vendors use. An answer that refuses nothing for now (422, 500) may have such names for other times. */
const readUndeclared = ({ status, headers, body, limited }: RetryableAnswer): number | undefined => {
  const isLimited = status === 429 || limited === true
  if (!isLimited && status !== 503) return undefined
  return (isLimited ? findWaitInHeaders(headers) : undefined) ?? findWaitInBody(body, headers)
}

/**
 * The seconds that the provider asks to wait, at most a month: from `Retry-After` (RFC 9110, section 10.2.3), else from the plugin's
 * reading of the answer, else from the vendor's own header, else from what headers and bodies of other vendors name so. `undefined` if
 * none of them says.
 */
export const readRetryAfter = (answer: RetryableAnswer): number | undefined => {
  const { status, headers, failure, hint } = answer
  const requested = readHeader(headers) ?? (failure && readFailure(failure, headers))
  // Vendors send the hint's header with every answer, but it asks for a wait only with 429.
  const hinted = hint && status === 429 ? readWait(headers.get(hint.header), headers, hint.unit) : undefined
  const seconds = requested ?? hinted ?? readUndeclared(answer)
  return Number.isFinite(seconds) ? Math.min(mostSeconds, Math.max(0, Math.ceil(Number(seconds)))) : undefined
}

/** The milliseconds until a vendor that sent this answer may be asked again, an hour at most; 0 if the answer doesn't say. */
export const readPauseMs = (answer: RetryableAnswer): number =>
  Math.min(longestClosedMs, (readRetryAfter(answer) ?? 0) * 1000)
