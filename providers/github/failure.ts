import { type Answer, type Failure, readWait } from '@patchbay/core/provider'

/** The shortest wait, in seconds, that GitHub asks for if it names none. */
const leastWait = 60

/** `Issue.title: missing_field`, or GitHub's own sentence where it has one. */
const readFault = (fault: unknown): string | undefined => {
  if (typeof fault === 'string') return fault
  const { resource, field, code, message } = Object(fault) as Record<string, unknown>
  if (typeof message === 'string') return message
  return typeof code === 'string' ? `${[resource, field].filter(Boolean).join('.')}: ${code}` : undefined
}

/**
 * Seconds until GitHub takes calls again, by its own clock; `undefined` when it is not a rate limit that refused the call:
 * then 403 stands for a permission. A `Retry-After`, which core reads, goes before it.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
const findWait = (message: string, { status, headers }: Answer): number | undefined => {
  const limited = status === 429 || (status === 403 && (headers.has('retry-after') || /rate limit/i.test(message)))
  if (!limited) return undefined
  const untilReset = readWait(headers.get('x-ratelimit-reset'), headers)
  // With some left it was a secondary limit, which has nothing to do with that window.
  return headers.get('x-ratelimit-remaining') === '0' ? (untilReset ?? leastWait) : leastWait
}

/**
 * GitHub's error body: `message`, `documentation_url` and, with 422, `errors`.
 * https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  if (answer.status < 400) return undefined
  const { message, errors } = Object(body) as Record<string, unknown>
  const words = typeof message === 'string' ? message : undefined
  const retryAfter = findWait(words ?? '', answer)
  if (words === undefined && retryAfter === undefined) return undefined
  const faults = (Array.isArray(errors) ? errors : []).map(readFault).filter((fault) => fault !== undefined)
  return {
    message: [words ?? 'rate limit exceeded', ...(faults.length > 0 ? [`(${faults.join('; ')})`] : [])].join(' '),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
