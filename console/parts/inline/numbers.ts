import { words } from '../../words.ts'

const whole = new Intl.NumberFormat(words.locale)
const short = new Intl.NumberFormat(words.locale, { notation: 'compact', maximumFractionDigits: 1 })
const rounded = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 0 })
const oneDigit = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 1 })
const wholeShares = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 0 })

export const formatCount = (number: number): string => whole.format(number)
/** A number in about four characters, for axes and figures. */
export const formatShortCount = (number: number): string => (number < 10_000 ? whole : short).format(number)
export const formatMilliseconds = (number: number): string =>
  number < 10_000 ? `${(number < 10 ? oneDigit : rounded).format(number)} ms` : `${oneDigit.format(number / 1000)} s`
export const formatShare = (part: number, all: number): string => (all === 0 ? words.none : shares.format(part / all))
export const formatWholeShare = (share: number): string => wholeShares.format(share)
export const formatBytes = (number: number): string => {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(units.length - 1, number < 1 ? 0 : Math.floor(Math.log2(number) / 10))
  return `${oneDigit.format(number / 1024 ** power)} ${units[power]}`
}
/** `amount` is a decimal number in the currency's major unit. */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat(words.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    Number(amount),
  )
export const formatDuration = (seconds: number): string => {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  if (days > 0) return words.spans.days(days, hours % 24)
  return hours > 0 ? words.spans.hours(hours, minutes % 60) : words.spans.minutes(minutes)
}
