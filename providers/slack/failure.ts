import type { Answer, Failure } from '@patchbay/core/provider'
import { errorStatus } from './error-status.ts'

interface SlackError {
  readonly ok?: unknown
  readonly error?: unknown
  /** With missing_scope: the scopes that would do, and those that the token has. */
  readonly needed?: unknown
  readonly provided?: unknown
  readonly response_metadata?: { readonly messages?: unknown } | null
}

/**
 * Slack's error body, `{ok: false, error, ...}`, nearly always with status 200:
 * https://docs.slack.dev/apis/web-api#responses
 */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  const { ok, error, needed, provided, response_metadata }: SlackError = Object(body)
  if (ok !== false) return undefined
  const name = typeof error === 'string' ? error : 'an error without a name'
  const scopes = typeof needed === 'string' ? [`it needs ${needed}, but the token has ${provided}`] : []
  const reasons = [response_metadata?.messages].flat().filter((reason) => typeof reason === 'string')
  const message = [name, ...scopes, ...reasons].join('; ')
  return answer.status >= 400 ? { message } : { message, status: errorStatus(name) }
}
