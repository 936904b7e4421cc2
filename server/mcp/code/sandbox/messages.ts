/** The messages to and from the process that runs code. All values of the code are JSON text. */

import type { UnixMs } from '@patchbay/core/time'

export interface RunRequest {
  readonly kind: 'run'
  /** The body of an async function, in JavaScript or TypeScript. */
  readonly code: string
  readonly parameters: string
  /** The code's clock stands still between calls, and its random numbers follow from the seed: a run can be done again. */
  readonly startedAt: UnixMs
  readonly seed: number
  /** 128 random bits in hex, for the code's `crypto`. */
  readonly entropy: string
  /** The processor time that the code may use. */
  readonly cpuMs: number
}

export interface CallResult {
  readonly kind: 'result'
  readonly id: number
  readonly isError: boolean
  /** The answer's `data`, or the error's envelope. */
  readonly json: string
  readonly now: UnixMs
  /** The members beside the data of the answer, as JSON: a list that stopped, a note. */
  readonly beside?: string
}

/** The result of a call is held back: the next of the calls that wait for their turn is sent. */
export interface ParkedCall {
  readonly kind: 'park'
  readonly id: number
}

export type ToSandbox = RunRequest | CallResult | ParkedCall

export interface SandboxCall {
  readonly kind: 'call'
  readonly id: number
  /** `{provider, action, parameters, options}`, as the code has written it; from `firstWait` on, `{wait}` in milliseconds. */
  readonly json: string
}

/** The reasons why a run ended without a result. */
export type RunFailure =
  /** The code can't be read. */
  | 'syntax'
  /** It threw, or returned what can't be JSON. */
  | 'thrown'
  /** A call failed, and the code didn't catch that. */
  | 'call'
  | 'cpu'
  | 'memory'

export interface FailedOutcome {
  readonly failure: RunFailure
  readonly message: string
  /** The envelope of the call's error. */
  readonly json?: string
}

export interface RunEnd {
  readonly kind: 'end'
  readonly logs: readonly string[]
  readonly calls: number
  readonly cpuMs: number
  /** `json` is left out where the code returned nothing. */
  readonly outcome: { readonly json?: string } | FailedOutcome
  /** Something in the process may be broken: it should run no other code. */
  readonly isSpent: boolean
}

/** The process is ready for code. */
export interface SandboxReady {
  readonly kind: 'ready'
}

/** The code waits for calls, and computes nothing until the next result. */
export interface SandboxRest {
  readonly kind: 'rest'
  /** The number of results and parked calls that the sandbox has got. */
  readonly results: number
}

/** The memory of earlier runs isn't freed yet: the code hasn't started, and can start in another process. */
export interface SandboxUnfit {
  readonly kind: 'unfit'
}

export type FromSandbox = SandboxReady | SandboxCall | SandboxRest | SandboxUnfit | RunEnd

/** The longest message of the sandbox. A call or a result is JSON that is quoted once more. */
export const longestMessage = 4 * 2 ** 20
