import Big from 'big.js'
import type { BillingConfiguration } from '../store/index.ts'

export interface Cost {
  readonly currency: string
  readonly billable_calls: number
  /** Included in each month. */
  readonly included_calls: number
  /** A decimal in the currency's major unit. */
  readonly amount: string
}

/** The billable calls of one calendar month: before the requested period, and during it. */
export interface MonthOfCalls {
  readonly before: number
  readonly during: number
}

/** True for a currency of ISO 4217, which has a minor unit. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** The number of decimals of the currency's minor unit by ISO 4217 (ECMA-402, CurrencyDigits). */
const minorUnit = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/**
 * The cost of a period: for each month, the calls beyond the included ones times the price. The sum is rounded half up once,
 * at the end. A part of a month costs what it adds to the month's bill.
 */
export const computeCost = (
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

/** The sums of some costs, by currency. */
export const sumCosts = (costs: readonly Cost[]): readonly { readonly currency: string; readonly amount: string }[] => {
  const sums = new Map<string, Big>()
  for (const { currency, amount } of costs) sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount))
  return [...sums].map(([currency, sum]) => ({ currency, amount: sum.toFixed(minorUnit(currency)) }))
}
