import type { MaybePromise } from '../../maybe-promise.ts'

/** Who calls: people's calls go before those of agents when few calls are left. */
export type VendorQuotaShare = 'people' | 'agents'

/** What a vendor's answer has reported. Times are milliseconds from now. */
export type VendorQuotaReport =
  | { readonly kind: 'figures'; readonly left: number; readonly limit: number | undefined; readonly resetMs: number }
  /** The vendor refuses calls for that long. */
  | { readonly kind: 'closed'; readonly resetMs: number; readonly reason: string | null }
  /** It has answered without figures. */
  | { readonly kind: 'nothing' }

export interface VendorQuotaRequest {
  readonly share: VendorQuotaShare
  /**
   * Whether the vendor's answers have figures. If they do, a window begins with few calls, until one of the answers reports the
   * quota.
   */
  readonly figures: boolean
  /** Calls that were sent since the last one was taken, without asking. */
  readonly sent?: number
  /** What the vendor has reported since then. */
  readonly report?: VendorQuotaReport | undefined
}

export interface VendorQuotaTaken {
  readonly granted: boolean
  /** When to ask again, in milliseconds; 0: granted. */
  readonly waitMs: number
  /** What is left for all gateways; `null`: no limit is known. */
  readonly left: number | null
  readonly limit: number | null
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  /** Whether the vendor has reported figures in this window. */
  readonly isReported: boolean
}

/** A limit under which no call is left. */
export interface ClosedQuota {
  readonly key: string
  /** Milliseconds until calls are sent again. */
  readonly endsInMs: number
  /** What the vendor said as it refused a call; `null`: its figures say that no call is left. */
  readonly reason: string | null
}

/**
 * What is left of vendors' own rate limits, shared by all gateways. As with counters, an open window may disappear: the vendor's
 * next answer reports what is left.
 */
export interface VendorQuotaCounts {
  /** Takes one call, if one is left for the share; exact for concurrent callers. */
  take(key: string, request: VendorQuotaRequest): MaybePromise<VendorQuotaTaken>
  /** Stores what a vendor has reported. */
  tell(key: string, report: VendorQuotaReport): MaybePromise<void>
  /** The limits that no call is sent under now, at most 10,000. */
  closed(): MaybePromise<readonly ClosedQuota[]>
  /** Forgets the windows whose key begins so: the next call asks the vendor. */
  forget(keyStart: string): MaybePromise<void>
}
