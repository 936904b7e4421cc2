import type { TenantRecord } from '../store/index.ts'
import type { Reservation } from '../usage/index.ts'

/** Response headers that tell a caller where it stands (RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

/** Where a caller stands after it was counted. */
export interface Standing {
  readonly left: number
  readonly headers: LimitHeaders
}

/** Who sent an HTTP request, as an adapter hands it over: nothing of it is checked yet. */
export interface Caller {
  /** `undefined`: whichever tenant the token is of. */
  readonly tenant: string | undefined
  /** The presented bearer token; `undefined`: none. */
  readonly token: string | undefined
  readonly ip: string
  readonly requestId: string
  readonly source: 'rest' | 'mcp'
  /** Aborted when the caller hangs up. */
  readonly hangUp: AbortSignal
}

/** A caller who passed steps 2 to 4. */
export interface Admission {
  readonly caller: Caller
  readonly tenant: TenantRecord
  readonly tokenId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  readonly limits: LimitHeaders | undefined
}

export interface Body {
  /** As it came, where it was a text: the same one again is the same call. */
  readonly text?: string
  /** `{action, account_id?, ...parameters}`; throws VALIDATION_ERROR. */
  parse(): Record<string, unknown>
}

/** What is called: nothing of it is checked yet. */
export interface CallRequest {
  readonly domain: string
  /** Reads the body; throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE. Called once, after step 5. */
  body(): Promise<Body>
  /** Passes the cache by (`Cache-Control: no-cache`). */
  readonly noCache: boolean
  /** The caller's own key for a write (`Idempotency-Key`): made again under it, the call is carried out once. */
  readonly idempotencyKey?: string | undefined
  /** An answer to the same call that is still being handed over: it is given instead of calling the provider again. */
  readonly replay?: () => Data | undefined
}

/** `data` of the envelope as JSON text, and the HTTP status that goes with it. */
export interface Data {
  readonly status: number
  readonly text: string
}

/** The response envelope (specification, section 2.5) as JSON, with its HTTP status. */
export interface Answer {
  readonly status: number
  readonly envelope: string
  /** Of the envelope in UTF-8. */
  readonly bytes: number
}

export type CacheState = 'MISS' | 'HIT' | 'BYPASS'

export interface CallAnswer extends Answer {
  readonly headers: LimitHeaders | undefined
  readonly trail: CallContext
}

/** What becomes known of a call on its way, for its audit entry and its log line. */
export interface CallContext {
  readonly startedAt: number
  limits?: LimitHeaders | undefined
  tenant?: string
  tokenId?: string
  action?: string
  /** `<domain>` or `<domain>/<account>`; `unknown` for a domain that isn't registered. */
  key?: string
  cache?: CacheState
  /** Whether the provider has answered, whatever it was. */
  answered?: boolean
  /** Of the answer's envelope. */
  bytes?: number
  /** Its place in the month's quota, where there is one. */
  reservation?: Reservation | undefined
}
