import { describeThrown, type ErrorCode, GatewayError } from '@patchbay/core/errors'

/** The tasks of a thread, by name. Their arguments and results can be cloned. Each ends soon after its signal is aborted. */
// biome-ignore lint/suspicious/noExplicitAny: each task has an input of its own
export type Tasks = Readonly<Record<string, (input: any, signal: AbortSignal) => Promise<unknown>>>

/** The messages to a thread. The set-up comes first; each ping is answered. */
export type ThreadRequest =
  | { readonly kind: 'set-up'; readonly setUp: unknown }
  | { readonly kind: 'run'; readonly id: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'ping' }
  | { readonly kind: 'end' }

/** The messages from a thread. */
export type ThreadResponse =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'pong' }

/** An error as it is sent: the class of an error doesn't survive a clone. */
export interface SentError {
  /** `undefined`: a bug, or the reason of an abort. */
  readonly code: ErrorCode | undefined
  readonly message: string
  readonly retryAfter: number | undefined
  /** For the log. */
  readonly cause: string | undefined
}

export const packError = (thrown: unknown): SentError => {
  if (thrown instanceof GatewayError) {
    const { code, message, extras, cause } = thrown
    return {
      code,
      message,
      retryAfter: extras.retryAfter,
      cause: cause === undefined ? undefined : describeThrown(cause),
    }
  }
  const stack = thrown instanceof Error ? thrown.stack : undefined
  return { code: undefined, message: describeThrown(thrown), retryAfter: undefined, cause: stack }
}

export const unpackError = ({ code, message, retryAfter, cause }: SentError): Error =>
  code === undefined ? new Error(message, { cause }) : new GatewayError(code, message, { retryAfter, cause })
