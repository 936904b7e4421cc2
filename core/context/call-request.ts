import type { ActionRequest, AnyAction } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import type { Data } from './answer.ts'

/** What a caller says of a write that may be a repeat. */
export interface Repetition {
  /** The caller's own key: of the calls with the same key one is carried out. */
  readonly idempotencyKey: string | undefined
  /** The write is sent although the same one may have been carried out. */
  readonly repeat: boolean
}

export const noRepetition: Repetition = { idempotencyKey: undefined, repeat: false }

/** A call as an adapter (REST or MCP) passes it on, still unchecked. `Body` is what `read` gives; all other steps take it. */
export interface CallRequest<Body> {
  readonly domain: string
  /** Reads the body; called once, after the domain is found. Throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE. */
  read(): Promise<Body>
  /** Two calls with the same text are the same call; a call without a text (`undefined`) equals no other. */
  asText(body: Body): string | undefined
  /** Parses the body into `{action, account_id?, ...parameters}`. Throws VALIDATION_ERROR. */
  parse(body: Body): Record<string, unknown>
  /** Whether the cache is bypassed. */
  noCache(body: Body): boolean
  /** Called for writes. Throws VALIDATION_ERROR. */
  repetition(body: Body): Repetition
  /** The answer to the same call, if the caller is still fetching its parts; the provider isn't called again then. */
  replay?(body: Body): Data | undefined
  /** Called with what the provider answered, before the call is recorded: its value is not kept for longer than this. */
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
  readonly resultFields: readonly string[] | undefined
  /** The caller wants to see the request, and nothing is sent. */
  readonly dryRun: boolean
  /** The bytes that the provider answers are kept as a file. */
  readonly asFile: boolean
  /** The request that the action made of the parameters. */
  readonly request: ActionRequest
  /** The files that it holds. */
  readonly fileIds?: readonly string[]
  /** A digest of everything that the answer depends on, except for the credential; `undefined`: never cached. */
  readonly cacheKey: string | undefined
}
