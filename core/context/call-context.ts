import { Access } from '../access/index.ts'
import type { ActionRequest, AnyAction } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, AccountRef, TenantRecord } from '../store/index.ts'
import type { Reservation } from '../usage/index.ts'

/** The RateLimit response headers (draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

/** What is left of a caller's limit after its call was counted. */
export interface Standing {
  readonly left: number
  readonly headers: LimitHeaders
}

/** The standing with the least left: the one that callers get. */
export const nearest = (one: Standing | undefined, other: Standing): Standing =>
  one && one.left <= other.left ? one : other

/** What the call path needs of the HTTP request that carried the call. */
export interface Arrival {
  readonly ip: string
  readonly requestId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Aborted when the caller hangs up. Read it only where that matters: making it costs as much as parsing the body. */
  readonly signal: AbortSignal
}

/** A call as an adapter (REST or MCP) passes it on, still unchecked. */
export interface CallRequest {
  readonly domain: string
  /** Bypasses the cache (`Cache-Control: no-cache`). */
  readonly noCache: boolean
  /** The caller's own `Idempotency-Key` for a write: the vendor carries out only one of the calls with the same key. */
  readonly idempotencyKey: string | undefined
  /**
   * Reads the body; called once, after the domain is found. Two calls with the same text are the same call; a call without a text
   * (`undefined`) equals no other. Throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE.
   */
  read(): Promise<string | undefined>
  /** Parses the body into `{action, account_id?, ...parameters}`. Throws VALIDATION_ERROR. */
  parse(text: string | undefined): Record<string, unknown>
  /** The answer to the same call, if the caller is still fetching its parts; the provider isn't called again then. */
  replay?(): Data | undefined
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
  /** The request that the action made of the parameters. */
  readonly request: ActionRequest
  /** A digest of everything that the answer depends on, except for the credential; `undefined`: never cached. */
  readonly cacheKey: string | undefined
}

/** `data` of the envelope as JSON text, and the HTTP status that goes with it. */
export interface Data {
  readonly status: number
  readonly text: string
}

/** The response envelope as JSON, with its HTTP status. */
export interface Answer {
  readonly status: number
  readonly envelope: string
  /** The length of the envelope in UTF-8. */
  readonly bytes: number
}

export type CacheState = 'MISS' | 'HIT' | 'BYPASS'

/** Stands for a domain that isn't registered, so that a caller's text never gets into logs and metrics as a provider. */
export const unknownDomain = 'unknown'

/**
 * What is known of one call. An adapter makes it, the steps of the call path fill it in, and the audit entry, the log line and
 * the metrics are written from it, even if the call was refused half-way.
 */
export class CallContext {
  /** The tenant and id of the presented token, set once the token is known to be valid. */
  tenantId: string | undefined = undefined
  tokenId: string | undefined = undefined
  /** Set once the token and its tenant are known to be valid; their own limits may still refuse the call. */
  tenant: TenantRecord | undefined = undefined
  /** What the caller may do: nothing until it is admitted. */
  access = Access.nothing
  limits: LimitHeaders | undefined = undefined
  /** The domain; `unknown` for a domain that isn't registered. */
  provider: string | undefined = undefined
  account: string | undefined = undefined
  action: string | undefined = undefined
  cache: CacheState | undefined = undefined
  /** Whether the provider has sent an answer, even an error. */
  answered = false
  /** The length of the answer's envelope. */
  bytes = 0
  /** The tries at the provider, as `withTry` writes them; `undefined`: none, or a single one that succeeded. */
  tries: string | undefined = undefined
  /** Why the call failed. */
  reason: string | undefined = undefined
  /** The call's reservation in the month's quota, if the tenant has a hard limit. */
  reservation: Reservation | undefined = undefined

  constructor(
    readonly source: 'rest' | 'mcp',
    readonly arrival: Arrival,
    /** The tenant that the request names; `undefined`: whichever tenant the token belongs to. */
    readonly namedTenant: string | undefined,
    /** The presented tenant or access token; `undefined`: none. */
    readonly token: string | undefined,
  ) {}

  /** The context of another call in the same HTTP request, whose caller is already admitted. */
  next(): CallContext {
    const { source, arrival, namedTenant, token } = this
    const next = new CallContext(source, arrival, namedTenant, token)
    next.tenantId = this.tenantId
    next.tokenId = this.tokenId
    next.tenant = this.tenant
    next.access = this.access
    next.limits = this.limits
    return next
  }
}

/** A call is billed if the provider or the cache answered it. */
export const isBillable = ({ answered, cache }: CallContext): boolean => answered || cache === 'HIT'

/** The call's account as logs and audit entries name it: `hubspot/main`, or `hubspot` before the account is known. */
export const accountKey = ({ provider, account }: CallContext): string | undefined =>
  account === undefined ? provider : `${provider}/${account}`

/** Wraps JSON text into the response envelope: `{success, status, cache, data}`. */
export const envelope = ({ status, text }: Data, cache: CacheState): Answer => {
  const head = `{"success":true,"status":${status},"cache":"${cache}","data":`
  // Counting the bytes of the joined text would flatten it first, which costs a copy.
  return { status, envelope: `${head}${text}}`, bytes: head.length + Buffer.byteLength(text) + 1 }
}
