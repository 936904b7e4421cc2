import type { MaybePromise } from '../maybe-promise.ts'

/** Whose calls: those of people go before those of agents as the calls run low. */
export type Share = 'people' | 'agents'

/** What a vendor's answer has said. Times are milliseconds from now. */
export type ToldAllowance =
  | { readonly kind: 'figures'; readonly left: number; readonly limit: number | undefined; readonly resetMs: number }
  /** The vendor refuses calls for that long. */
  | { readonly kind: 'closed'; readonly resetMs: number }
  /** It has answered without figures. */
  | { readonly kind: 'nothing' }

export interface TakeRequest {
  readonly share: Share
  /** Whether the vendor's answers have figures. If they do, a window begins with few calls, until one of them is told. */
  readonly figures: boolean
  /** Calls that were sent since the last one was taken, without asking. */
  readonly sent?: number
  /** What the vendor has said since then. */
  readonly told?: ToldAllowance | undefined
}

export interface Taken {
  readonly granted: boolean
  /** When to ask again, in milliseconds; 0: granted. */
  readonly waitMs: number
  /** What is left for all gateways; `null`: no limit is known. */
  readonly left: number | null
  readonly limit: number | null
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  /** Whether the vendor has said something in this window. */
  readonly told: boolean
}

/**
 * What is left of vendors' own rate limits, shared by all gateways. As with counters, an open window may disappear: the vendor
 * tells again what is left.
 */
export interface Allowances {
  /** Takes one call, if one is left for the share; exact for concurrent callers. */
  take(key: string, request: TakeRequest): MaybePromise<Taken>
  /** Stores what a vendor has said. */
  tell(key: string, told: ToldAllowance): MaybePromise<void>
}
