import { t } from '../texts.ts'

const whole = new Intl.NumberFormat(t.locale)
const oneDigit = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 1 })

export const count = (number: number): string => whole.format(number)
export const milliseconds = (number: number): string => `${oneDigit.format(number)} ms`
export const share = (part: number, all: number): string => (all === 0 ? t.none : shares.format(part / all))
export const bytes = (number: number): string => {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(units.length - 1, number < 1 ? 0 : Math.floor(Math.log2(number) / 10))
  return `${oneDigit.format(number / 1024 ** power)} ${units[power]}`
}
