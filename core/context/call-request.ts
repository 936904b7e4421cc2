import type { MaybePromise } from '../maybe-promise.ts'
import type { ActionRequest, AnyAction } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import type { Data } from './answer.ts'

/** The caller's instructions for a write that may be a repeat. */
export interface Repetition {
  /** The caller's own key: only one of the calls with the same key is carried out. */
  readonly idempotencyKey: string | undefined
  /** True to send the write although an equal one may have been carried out. */
  readonly repeat: boolean
}

export const noRepetition: Repetition = { idempotencyKey: undefined, repeat: false }

/** A call as an adapter (REST or MCP) passes it on, still unchecked. `Body` is the result of `read`, which all other steps take. */
export interface CallRequest<Body> {
  readonly domain: string
  /** Reads the body; called once, after the domain is found. Throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE. */
  read(): MaybePromise<Body>
  /** Two calls with the same text are the same call; a call without a text (`undefined`) equals no other. */
  asText(body: Body): string | undefined
  /** Parses the body into `{action, account_id?, ...parameters}`. Throws VALIDATION_ERROR. */
  parse(body: Body): Record<string, unknown>
  /** True if the cache is bypassed. */
  noCache(body: Body): boolean
  /** Called for writes. Throws VALIDATION_ERROR. */
  repetition(body: Body): Repetition
  /** The answer to the same call, if the caller is still fetching its parts; the provider isn't called again then. */
  replay?(body: Body): Data | undefined
  /** Called with the provider's answer before the call is recorded; its value isn't kept for longer. */
  answered?(data: Data): void
}

/** A valid call: everything that follows from the body and the tenant's configuration alone. */
export interface PreparedCall {
  readonly domain: Domain
  readonly account: Account
  readonly ref: AccountRef
  /** The action's name. */
  readonly name: string
  readonly action: AnyAction
  readonly params: Readonly<Record<string, unknown>>
  /** The parameters with the files in place of their ids; left out: they name none. */
  readonly withFiles?: Readonly<Record<string, unknown>>
  readonly resultFields: readonly string[] | undefined
  /** True if the caller only wants to see the request: nothing is sent. */
  readonly dryRun: boolean
  /** True if the provider's bytes are stored as a file. */
  readonly asFile: boolean
  /** The request that the action built from the parameters. */
  readonly request: ActionRequest
  /** The ids of the files in the request. */
  readonly fileIds?: readonly string[]
  /** A digest of everything that the answer depends on, except for the credential; `undefined`: the answer is never cached. */
  readonly cacheKey: string | undefined
}
