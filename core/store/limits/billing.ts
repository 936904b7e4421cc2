import type { IsoTime } from '../../time.ts'

/** What a tenant pays, and how many calls it may make. */
export interface BillingConfiguration {
  readonly plan: string
  /** ISO 4217. */
  readonly currency: string
  /** Calls a month that the plan covers. */
  readonly included_calls: number
  /** For each further call: a decimal in the currency's major unit. */
  readonly price_per_call: string
  /** Billable calls a month; `null`: no limit. */
  readonly monthly_limit: number | null
  /** Whether calls over the limit are refused. */
  readonly hard_limit: boolean
}

export interface BillingRecord extends BillingConfiguration {
  readonly tenant: string
  readonly updated_at: IsoTime
  /** Another one after each write. */
  readonly version: string
}

export interface Billing {
  /**
   * Replaces the configuration. The same step checks that the tenant exists, and runs `check` with what is stored: if it throws,
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
