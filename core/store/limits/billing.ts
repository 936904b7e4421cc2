import type { IsoTime } from '../../time.ts'

/** A tenant's prices, and its limit of calls. */
export interface BillingConfiguration {
  readonly plan: string
  /** A code of ISO 4217. */
  readonly currency: string
  /** The calls a month that the plan covers. */
  readonly included_calls: number
  /** The price of each further call: a decimal in the currency's major unit. */
  readonly price_per_call: string
  /** The most billable calls a month; `null`: no limit. */
  readonly monthly_limit: number | null
  /** True if calls over the limit are refused. */
  readonly hard_limit: boolean
}

export interface BillingRecord extends BillingConfiguration {
  readonly tenant: string
  readonly updated_at: IsoTime
  /** The record's version, a new one after each write. */
  readonly version: string
}

export interface Billing {
  /**
   * Replaces the configuration. The same step checks that the tenant exists, and runs `check` with the stored configuration: if it throws,
   * nothing is written, and the error is passed on.
   */
  put(
    tenant: string,
    billing: BillingConfiguration,
    now: Date,
    check?: (current: BillingRecord | undefined) => void,
  ): Promise<BillingRecord | 'TENANT_NOT_FOUND'>
  get(tenant: string): Promise<BillingRecord | undefined>
}
