import type { NextStep } from './next-step.ts'

/** The HTTP status of every error code that callers can get. */
const statusOf = {
  AUTH_FAILED: 401,
  TENANT_NOT_FOUND: 404,
  TENANT_SUSPENDED: 403,
  CONFIG_MISSING: 404,
  TOKEN_MISSING: 404,
  TOKEN_EXPIRED: 401,
  UPSTREAM_ERROR: 502,
  VALIDATION_ERROR: 400,
  RATE_LIMITED: 429,
  TIMEOUT: 504,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  CONFLICT: 409,
  FORBIDDEN: 403,
  UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
  /** The caller hung up: nobody reads this answer, only the audit log holds it. */
  CLIENT_CLOSED: 499,
} as const

export type ErrorCode = keyof typeof statusOf

/** One fault in a caller's input. `path` is a JSON pointer (RFC 6901), `''` the whole. */
export interface Detail {
  path: string
  message: string
  /** The header of the request that is wrong. */
  header?: string
}

export interface AccountChoice {
  id: string
  label: string
  default: boolean
}

/** A run of code that failed. */
export interface FailedRun {
  /** The id for resuming it; left out: nothing is kept of it. */
  readonly run_id?: string | undefined
  readonly writes?: readonly object[]
  /** The writes that are not listed. */
  readonly more_writes?: number
}

/** A name that is no action, with the fault that the message about `path` begins with, and how it ends. */
export interface UnknownAction {
  readonly name: string
  readonly path: string
  readonly fault: string
  readonly advice?: string
}

export interface ErrorExtras {
  /** UPSTREAM_ERROR has the provider's; CONFLICT has 412 where a precondition of the request fails (RFC 9110, section 15.5.13). */
  status?: number
  /** Faults in the input; for UPSTREAM_ERROR, the provider's own error. */
  details?: readonly Detail[] | unknown
  accounts?: readonly AccountChoice[] | undefined
  /** Seconds, with 429 and 503 and where a provider asks for a wait. */
  retryAfter?: number | undefined
  /** The step by which an administrator can mend it. The message leaves it out, because each surface words the step for its reader. */
  next?: NextStep | undefined
  /** The audit entry of the call that this one repeats, or whose idempotency key it has. */
  duplicateOf?: string
  /** The page where a person can connect the account: anyone with the address can, so it is for the caller only. */
  connectUrl?: string
  /** The scope that an OAuth grant would need, if only the scope is missing (RFC 6750, section 3.1). */
  scope?: string | undefined
  /** A name that is no action. A surface may answer with the actions that were probably meant. */
  unknownAction?: UnknownAction | undefined
  /** The run of code that failed, and what it changed before. */
  run?: FailedRun | undefined
  /** True if too many calls wait for people: a run of code asks for this one later. */
  tooManyWait?: boolean
  /** Further response headers, e.g. `Allow`. */
  headers?: Readonly<Record<string, string>>
  /** For the log only: never sent to a caller. */
  cause?: unknown
  /** The text of the logs in place of the message, if the message may repeat what the caller sent. */
  reason?: string
  /** Further members of the exchange's log line: never sent to a caller. */
  log?: Readonly<Record<string, unknown>>
}

/** The error envelope, with the optional members of `ErrorExtras`. */
export interface ErrorEnvelope {
  error: string
  code: ErrorCode
  status: number
  details?: unknown
  accounts?: readonly AccountChoice[]
  retry_after?: number
  next?: NextStep
  duplicate_of?: string
  connect_url?: string
  run_id?: string
  writes?: readonly object[]
  more_writes?: number
  request_id?: string
  /** The page about the code. */
  docs_url?: string
}

const longestReason = 500

/**
 * Thrown anywhere, and turned into an answer at one seam. Callers read the message, so it holds no secret and nothing internal.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(message, { cause: extras.cause })
    this.status = extras.status ?? statusOf[code]
  }

  /** The reason of the failure, for the logs: at most 500 characters, whole ones only. */
  get reason(): string {
    return (this.extras.reason ?? this.message).slice(0, longestReason).toWellFormed()
  }

  /** The same error with further members. */
  with(more: ErrorExtras): GatewayError {
    return new GatewayError(this.code, this.message, { ...this.extras, status: this.status, ...more })
  }

  envelope(requestId?: string): ErrorEnvelope {
    const { details, accounts, retryAfter, next, duplicateOf, connectUrl, run = {} } = this.extras
    return {
      error: this.message,
      code: this.code,
      status: this.status,
      ...(details !== undefined && { details }),
      ...(accounts && { accounts }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      ...(next && { next }),
      ...(duplicateOf !== undefined && { duplicate_of: duplicateOf }),
      ...(connectUrl !== undefined && { connect_url: connectUrl }),
      ...(run.run_id !== undefined && { run_id: run.run_id }),
      ...(run.writes && { writes: run.writes }),
      ...(run.more_writes !== undefined && { more_writes: run.more_writes }),
      ...(requestId && { request_id: requestId }),
    }
  }
}

/** The most faults that a message describes; the others are in the details. */
const mostDescribed = 10

/** A VALIDATION_ERROR about several places of the input; its message describes all of them, up to ten. */
export const invalidInput = (details: readonly Detail[]): GatewayError => {
  const faults = details.length > 0 ? details : [{ path: '', message: 'is not valid' }]
  const described = faults.slice(0, mostDescribed).map(({ path, message }) => `${path && `${path}: `}${message}`)
  const others = faults.length - described.length
  const more = others > 0 ? ` (and ${others} more, see details)` : ''
  return new GatewayError('VALIDATION_ERROR', described.join('; ') + more, { details })
}

/**
 * A VALIDATION_ERROR at one place of the input, named by its JSON pointer. `request` throws it for rules that a schema can't
 * express.
 * @example request: ({ tags }) => { if (tags[0] === tags[1]) throw invalid('/tags', 'must differ'); return {} }
 */
export const invalid = (path: string, message: string): GatewayError => invalidInput([{ path, message }])

export const callerHungUp = (cause?: unknown): GatewayError =>
  new GatewayError('CLIENT_CLOSED', 'The caller hung up', { cause })

/** The message of whatever was thrown, for a person. */
export const describeThrown = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** An error for the caller: a GatewayError itself; in place of a bug's error, INTERNAL_ERROR with the bug as `cause`, for the log. */
export const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError
    ? error
    : new GatewayError('INTERNAL_ERROR', 'Something went wrong inside the gateway', { cause: error })
