import type { MaybePromise } from '../../maybe-promise.ts'

/** The share of a call: people's calls take precedence over those of agents when few calls are left. */
export type VendorQuotaShare = 'people' | 'agents'

/** A report of a vendor's answer. Times are milliseconds from now. */
export type VendorQuotaReport =
  | { readonly kind: 'figures'; readonly left: number; readonly limit: number | undefined; readonly resetMs: number }
  /** The vendor refuses calls for `resetMs`. */
  | { readonly kind: 'closed'; readonly resetMs: number; readonly reason: string | null }
  /** The vendor has answered without figures. */
  | { readonly kind: 'nothing' }

export interface VendorQuotaRequest {
  readonly share: VendorQuotaShare
  /**
   * True if the vendor's answers have figures. Then a window begins with few calls, until one of the answers reports the
   * quota.
   */
  readonly figures: boolean
  /** The calls that were sent without asking since the last one was taken. */
  readonly sent?: number
  /** The vendor's report since then. */
  readonly report?: VendorQuotaReport | undefined
}

export interface VendorQuotaTaken {
  readonly granted: boolean
  /** The milliseconds until to ask again; 0: granted. */
  readonly waitMs: number
  /** The calls that are left for all gateways; `null`: no limit is known. */
  readonly left: number | null
  readonly limit: number | null
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  /** True if the vendor has reported figures in this window. */
  readonly isReported: boolean
}

/** A limit under which no call is left. */
export interface ClosedQuota {
  readonly key: string
  /** Milliseconds until calls are sent again. */
  readonly endsInMs: number
  /** The vendor's words when it refused a call; `null`: its figures show that no call is left. */
  readonly reason: string | null
}

/**
 * The calls left of vendors' own rate limits, shared by all gateways. As with counters, an open window may disappear: the vendor's
 * next answer reports the rest.
 */
export interface VendorQuotaCounts {
  /** Takes one call, if one is left for the share; exact for concurrent callers. */
  take(key: string, request: VendorQuotaRequest): MaybePromise<VendorQuotaTaken>
  /** Stores a vendor's report. */
  tell(key: string, report: VendorQuotaReport): MaybePromise<void>
  /** The limits that no call is sent under now, at most 10,000. */
  closed(): MaybePromise<readonly ClosedQuota[]>
  /** Forgets the windows whose key begins with `keyStart`: the next call asks the vendor. */
  forget(keyStart: string): MaybePromise<void>
}
