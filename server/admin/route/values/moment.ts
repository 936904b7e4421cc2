import { invalid } from '@patchbay/core/errors'
import { asUnixSeconds, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { IsDate, IsDateTime } from 'typebox/format'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }

const span = /^(\d{1,6})([mhd])$/
const unixSeconds = /^\d{1,11}$/

const parseSpanOrTime = (text: string, now: Date): Date | undefined => {
  const [, count, unit] = span.exec(text) ?? []
  if (count && unit) return new Date(Math.max(0, now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]))
  if (unixSeconds.test(text)) return new Date(msOf(asUnixSeconds(Number(text))))
  // A `+` that was not percent-encoded arrives as a space.
  const iso = text.replace(' ', '+')
  return IsDate(iso) || IsDateTime(iso) ? new Date(iso) : undefined
}

const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?'
const zone = '(?:[Zz]|[-+ ](?:[01]\\d|2[0-3]):[0-5]\\d)'
const momentMessage = 'must be ISO 8601 (2026-11-20T12:00:00Z), Unix seconds, or a span like 30m, 24h or 7d'

/** A query parameter for `parseMoment`. */
export const momentSchema = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(?:\\d{1,6}[mhd]|\\d{1,11}|${day}(?:[Tt]${time}${zone})?)$`,
      errorMessage: momentMessage,
      description: `${description}: ISO 8601, Unix seconds, or a span back from now, e.g. \`30m\`, \`24h\` or \`7d\``,
    }),
  )

/** The moment that a query parameter names: ISO 8601 (a date is its midnight in UTC), Unix seconds, or a span back from now. */
export const parseMoment = (name: 'since' | 'until', text: string, now: Date): Date => {
  const moment = parseSpanOrTime(text, now)
  if (moment && !Number.isNaN(moment.getTime())) return moment
  throw invalid(`/${name}`, momentMessage)
}
