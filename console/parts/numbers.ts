import { words } from '../words.ts'

const whole = new Intl.NumberFormat(words.locale)
const oneDigit = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 1 })

export const formatCount = (number: number): string => whole.format(number)
export const formatMilliseconds = (number: number): string => `${oneDigit.format(number)} ms`
export const formatShare = (part: number, all: number): string => (all === 0 ? words.none : shares.format(part / all))
export const formatBytes = (number: number): string => {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(units.length - 1, number < 1 ? 0 : Math.floor(Math.log2(number) / 10))
  return `${oneDigit.format(number / 1024 ** power)} ${units[power]}`
}
