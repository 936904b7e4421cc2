import type { Pointer } from './pages.ts'
import { at } from './pointer.ts'

/** The parts of a provider's HTTP answer that a plugin may read. */
export interface Answer {
  /**
   * The HTTP status.
   * @example shape: (body, { status }) => (status === 204 ? { deleted: true } : body)
   */
  readonly status: number
  /**
   * The answer's headers, e.g. its ETag.
   * @example shape: (body, { headers }) => ({ item: body, etag: headers.get('etag') })
   */
  readonly headers: Headers
}

/** The failure that a provider's answer describes. */
export interface Failure {
  /**
   * The vendor's own words, for the caller.
   * @example message: 'the item is archived'
   */
  readonly message: string
  /**
   * The HTTP status to answer with (400 to 599), where the vendor's own doesn't say it (e.g. an error sent with 200).
   * @example status: 404
   */
  readonly status?: number
  /**
   * Seconds after which the vendor takes the call again, where neither its status (429) nor `Retry-After` says so, e.g.
   * a rate limit sent with 403. The call is then tried again as after a 429, and the caller is told the wait.
   * @example retryAfter: 60
   */
  readonly retryAfter?: number
  /**
   * For an error that comes with a 2xx and beside `data` of GraphQL: `true` if the vendor refused the request before it carried anything
   * out (validation, access, a limit). Left out, nobody knows whether a write was done. `false` says so with any status.
   * @example refused: true
   */
  readonly refused?: boolean
}

/**
 * Makes a `failure` that reads the vendor's message of an answer of status 400 and up: the first text at one of these JSON
 * pointers.
 * @example failure: messageAt('/error/message')
 * @example failure: messageAt('/errors/0/detail', '/errors/0/title')
 */
export const messageAt =
  (...pointers: readonly Pointer[]) =>
  (body: unknown, { status }: Answer): Failure | undefined => {
    if (status < 400) return undefined
    const message = pointers.map((pointer) => at(body, pointer)).find(isText)
    return message === undefined ? undefined : { message }
  }

/**
 * Extends a `failure`: an error with one of these texts at the JSON pointer also gets these members, e.g. `retryAfter` for a
 * rate limit, or the status 401 for a refused credential, if the vendor's status doesn't show it.
 * @example failure: meaningAt('/error/reason', ['rateLimitExceeded'], { retryAfter: 1 }, messageAt('/error/message'))
 * @example failure: meaningAt('/error', ['Token expired'], { status: 401 }, messageAt('/error'))
 */
export const meaningAt =
  (
    pointer: Pointer,
    texts: readonly string[],
    meaning: Omit<Failure, 'message'>,
    failure: (body: unknown, answer: Answer) => Failure | undefined,
  ) =>
  (body: unknown, answer: Answer): Failure | undefined => {
    const ownFailure = failure(body, answer)
    const matched = answer.status >= 400 ? texts.find((text) => text === at(body, pointer)) : undefined
    return matched === undefined ? ownFailure : { message: matched, ...ownFailure, ...meaning }
  }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * The statuses of the common values of `extensions.code` (GitHub: `type`) in a GraphQL error. Any other error is the request's
 * fault: 400.
 */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['THROTTLED', 429],
  ['RATE_LIMITED', 429],
  ['INTERNAL_SERVER_ERROR', 502],
])

/**
 * The errors of a GraphQL answer, which come with status 200 (GraphQL specification, section 7.1). If some of the data was
 * found, the errors are part of the answer.
 */
export const graphqlFailure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { data, errors } = Object(body) as { readonly data?: unknown; readonly errors?: unknown }
  const hasData = Object.values(Object(data)).some((member) => member !== null)
  if (!Array.isArray(errors) || errors.length === 0) {
    return status < 400 && data === undefined ? { message: 'did not give a GraphQL answer', status: 502 } : undefined
  }
  if (hasData) return undefined
  const { message, extensions, type } = Object(errors[0]) as Readonly<Record<string, unknown>>
  const code = (Object(extensions) as { readonly code?: unknown }).code ?? type
  const meant = statuses.get(code)
  return {
    message: typeof message === 'string' ? message : 'a GraphQL error without a message',
    ...(status < 400 && { status: meant ?? 400 }),
    ...(meant !== undefined && meant < 500 && { refused: true }),
  }
}

/** `data` alone where all went well; beside errors the whole answer, so that nothing is lost. */
export const graphqlData = (body: unknown): unknown => {
  const { data, errors } = Object(body) as { readonly data?: unknown; readonly errors?: unknown }
  return errors === undefined ? data : body
}
