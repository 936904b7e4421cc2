import { asUnixMs, currentMs, secondsOf } from '@patchbay/core/time'
import { usageError } from '../terminal/command-error.ts'

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/** Seconds of a duration such as `30m`, `12h` or `90d`; `undefined` if the text is not a duration. */
export const spanSeconds = (text: string): number | undefined => {
  const [, amount, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? 0)
}

/** Unix seconds of a duration from now, or of an ISO 8601 time. */
export const parseExpiry = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = spanSeconds(text)
  if (seconds !== undefined) return secondsOf(currentMs()) + seconds
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment))
    throw usageError('--expires must be a duration (30m, 12h, 90d) or a time (2027-01-31T12:00:00Z)')
  return secondsOf(asUnixMs(moment))
}
