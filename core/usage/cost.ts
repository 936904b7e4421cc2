import Big from 'big.js'
import type { BillingConfiguration } from '../store/index.ts'

export interface Cost {
  readonly currency: string
  readonly billable_calls: number
  /** A month. */
  readonly included_calls: number
  /** A decimal in the currency's major unit. */
  readonly amount: string
}

/** The billable calls of one calendar month: those before the period that is asked for, and those in it. */
export interface MonthOfCalls {
  readonly before: number
  readonly during: number
}

/** Whether this is a currency of ISO 4217, and so has a minor unit. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** Decimals of the currency's minor unit: ISO 4217's, as ECMA-402 asks for (CurrencyDigits). */
const minorUnit = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/**
 * What a period costs: of each month the calls beyond the included ones, times the price, rounded half up once at the
 * end. A part of a month costs what the month's bill has grown by in it.
 */
export const costOf = (
  { currency, included_calls, price_per_call }: BillingConfiguration,
  months: readonly MonthOfCalls[],
): Cost => {
  const beyond = (calls: number): number => Math.max(0, calls - included_calls)
  const charged = months.reduce((sum, { before, during }) => sum + beyond(before + during) - beyond(before), 0)
  return {
    currency,
    billable_calls: months.reduce((sum, { during }) => sum + during, 0),
    included_calls,
    amount: new Big(price_per_call).times(charged).toFixed(minorUnit(currency), Big.roundHalfUp),
  }
}
