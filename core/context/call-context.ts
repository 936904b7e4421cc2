import type { ActionRequest, AnyAction } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, AccountRef, TenantRecord } from '../store/index.ts'
import type { Reservation } from '../usage/index.ts'

/** Response headers that tell a caller where it stands (RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

/** Where a caller stands after it was counted. */
export interface Standing {
  readonly left: number
  readonly headers: LimitHeaders
}

/** Callers are told the standing with the least left. */
export const nearest = (one: Standing | undefined, other: Standing): Standing =>
  one && one.left <= other.left ? one : other

/** The HTTP request that brought a call, as far as the call path needs to know. */
export interface Arrival {
  readonly ip: string
  readonly requestId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Aborted when the caller hangs up. Read only where that matters: making it costs as much as parsing the body. */
  readonly signal: AbortSignal
}

/** What is called, as an adapter hands it over: nothing of it is checked yet. */
export interface CallRequest {
  readonly domain: string
  /** Passes the cache by (`Cache-Control: no-cache`). */
  readonly noCache: boolean
  /** The caller's own key for a write (`Idempotency-Key`): the vendor carries out one of the calls made under it. */
  readonly idempotencyKey: string | undefined
  /**
   * Reads the body, once, after the domain is known. Throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE. The same text again means
   * the same call; `undefined`: this one is never the same.
   */
  read(): Promise<string | undefined>
  /** Parses the body to `{action, account_id?, ...parameters}`. Throws VALIDATION_ERROR. */
  parse(text: string | undefined): Record<string, unknown>
  /** An answer to the same call that is still being handed over: it is given instead of calling the provider again. */
  replay?(): Data | undefined
}

/** A call whose body is right: what follows from the tenant's configuration and the body alone. */
export interface PreparedCall {
  readonly domain: Domain
  readonly account: Account
  readonly ref: AccountRef
  /** The action's name. */
  readonly name: string
  readonly action: AnyAction
  readonly params: Readonly<Record<string, unknown>>
  readonly resultFields: readonly string[] | undefined
  /** The provider's request, as the action makes it of the parameters. */
  readonly request: ActionRequest
  /** A digest of all that the answer depends on beside the credential; `undefined`: it is never cached. */
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
  /** Of the envelope in UTF-8. */
  readonly bytes: number
}

export type CacheState = 'MISS' | 'HIT' | 'BYPASS'

/** A domain that isn't registered: a caller's text never looks like a name of ours. */
export const unknownDomain = 'unknown'

/**
 * What is known of one call. An adapter makes it, the steps of the call path fill it in, and the audit entry, the log line
 * and the metrics are written from it: also from that of a call that was refused half-way.
 */
export class CallContext {
  /** Of the presented token, once it is known to be good. */
  tenantId: string | undefined = undefined
  tokenId: string | undefined = undefined
  /** Set when the token and its tenant are known to be good; limits of their own may still refuse the call. */
  tenant: TenantRecord | undefined = undefined
  limits: LimitHeaders | undefined = undefined
  /** The domain; `unknown` for one that isn't registered. */
  provider: string | undefined = undefined
  account: string | undefined = undefined
  action: string | undefined = undefined
  cache: CacheState | undefined = undefined
  /** Whether the provider has answered, whatever it was. */
  answered = false
  /** Of the answer's envelope. */
  bytes = 0
  /** The call's place in the month's quota, where there is one. */
  reservation: Reservation | undefined = undefined

  constructor(
    readonly source: 'rest' | 'mcp',
    readonly arrival: Arrival,
    /** The tenant that the request names; `undefined`: whichever tenant the token belongs to. */
    readonly namedTenant: string | undefined,
    /** The presented tenant or access token; `undefined`: none. */
    readonly token: string | undefined,
  ) {}

  /** Another call of the same HTTP request, whose caller is admitted already. */
  next(): CallContext {
    const { source, arrival, namedTenant, token } = this
    const next = new CallContext(source, arrival, namedTenant, token)
    next.tenantId = this.tenantId
    next.tokenId = this.tokenId
    next.tenant = this.tenant
    next.limits = this.limits
    return next
  }
}

/** A call that nobody answered, neither the provider nor the cache, is not on the bill. */
export const isBillable = ({ answered, cache }: CallContext): boolean => answered || cache === 'HIT'

/** The account that a call is about, as logs and audit entries name it: `hubspot/main`, or `hubspot` before it is known. */
export const accountKey = ({ provider, account }: CallContext): string | undefined =>
  account === undefined ? provider : `${provider}/${account}`

/** The response envelope around data that is JSON text already: `{success, status, cache, data}`. */
export const envelope = ({ status, text }: Data, cache: CacheState): Answer => {
  const head = `{"success":true,"status":${status},"cache":"${cache}","data":`
  // Of the whole text it would be counted at the price of joining it first.
  return { status, envelope: `${head}${text}}`, bytes: head.length + Buffer.byteLength(text) + 1 }
}
