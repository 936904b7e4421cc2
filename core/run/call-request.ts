import type { LimitHeaders } from './limits.ts'

/** One call as an adapter hands it over: nothing of it is checked yet. */
export interface CallRequest {
  readonly tenant: string
  readonly domain: string
  /** The presented bearer token; `undefined`: none. */
  readonly token: string | undefined
  /** Reads `{action, account_id?, ...parameters}`; throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE. Called once, after step 5. */
  body(): Promise<Record<string, unknown>>
  readonly ip: string
  readonly requestId: string
  readonly source: 'rest' | 'mcp'
  /** Passes the cache by (`Cache-Control: no-cache`). */
  readonly noCache: boolean
  /** Aborted when the caller hangs up. */
  readonly hangUp: AbortSignal
}

export type CacheState = 'MISS' | 'HIT' | 'BYPASS'

export interface CallAnswer {
  readonly status: number
  /** The response envelope (specification, section 2.5) as JSON. */
  readonly envelope: string
  readonly headers: LimitHeaders | undefined
  readonly trail: Trail
}

/** What becomes known of a call on its way, for its audit entry and its log line. */
export interface Trail {
  readonly startedAt: number
  limits?: LimitHeaders | undefined
  tenant?: string
  tokenId?: string
  action?: string
  /** `<domain>` or `<domain>/<account>`. */
  key?: string
  cache?: CacheState
}
