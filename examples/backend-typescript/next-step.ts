import type { Failure } from './patchbay.ts'

export type NextStep =
  | { do: 'wait'; seconds: number }
  | { do: 'connect'; url?: string }
  /** Nobody knows whether a write was carried out. */
  | { do: 'look' }
  | { do: 'report'; error: string }

const needsPerson = ({ code, status }: Failure) =>
  code === 'TOKEN_MISSING' || code === 'TOKEN_EXPIRED' || (code === 'UPSTREAM_ERROR' && status === 401)

const isUnknown = ({ code, status }: Failure) =>
  code === 'TIMEOUT' || code === 'CONFLICT' || (code === 'UPSTREAM_ERROR' && (status === 408 || status >= 500))

/** What to do about a call that failed, by its code: the words of `error` may change, codes don't. */
export const nextStep = (failure: Failure): NextStep => {
  const { retry_after, connect_url, code, error } = failure
  if (needsPerson(failure)) return { do: 'connect', ...(connect_url && { url: connect_url }) }
  if (retry_after !== undefined) return { do: 'wait', seconds: retry_after }
  if (isUnknown(failure)) return { do: 'look' }
  return { do: 'report', error: `${code}: ${error}` }
}
