import type { CallFailure } from './patchbay.ts'

export type FailureAdvice =
  | { do: 'wait'; seconds: number }
  | { do: 'connect'; url?: string }
  /** The outcome of a write is unknown. */
  | { do: 'look' }
  /** The parameters are wrong: the user may send others. */
  | { do: 'refuse'; error: string }
  | { do: 'report'; error: string }

const needsPerson = ({ code, status }: CallFailure) =>
  code === 'TOKEN_MISSING' || code === 'TOKEN_EXPIRED' || (code === 'UPSTREAM_ERROR' && status === 401)

const isUnknown = ({ code, status }: CallFailure) =>
  code === 'TIMEOUT' || code === 'CONFLICT' || (code === 'UPSTREAM_ERROR' && (status === 408 || status >= 500))

/** The next step after a failed call, by its code: the words of `error` may change, codes don't. */
export const nextStep = (failure: CallFailure): FailureAdvice => {
  const { retry_after, connect_url, code, status, error } = failure
  if (needsPerson(failure)) return { do: 'connect', ...(connect_url && { url: connect_url }) }
  if (retry_after !== undefined) return { do: 'wait', seconds: retry_after }
  // Not every vendor says for how long.
  if (status === 429) return { do: 'wait', seconds: 30 }
  if (isUnknown(failure)) return { do: 'look' }
  return { do: code === 'VALIDATION_ERROR' ? 'refuse' : 'report', error: `${code}: ${error}` }
}
