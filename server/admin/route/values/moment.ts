import { invalid } from '@patchbay/core/errors'
import { IsDate, IsDateTime } from 'typebox/format'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }

const span = /^(\d{1,6})([mhd])$/
const unixSeconds = /^\d{1,11}$/

const parseSpanOrTime = (text: string, now: Date): Date | undefined => {
  const [, count, unit] = span.exec(text) ?? []
  if (count && unit) return new Date(Math.max(0, now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]))
  if (unixSeconds.test(text)) return new Date(Number(text) * 1000)
  // A `+` that was not percent-encoded arrives as a space.
  const iso = text.replace(' ', '+')
  return IsDate(iso) || IsDateTime(iso) ? new Date(iso) : undefined
}

/** The moment that a query parameter names: ISO 8601 (a date is its midnight in UTC), Unix seconds, or a span back from now. */
export const parseMoment = (name: 'since' | 'until', text: string, now: Date): Date => {
  const moment = parseSpanOrTime(text, now)
  if (moment && !Number.isNaN(moment.getTime())) return moment
  throw invalid(`/${name}`, 'must be ISO 8601 (2026-11-20T12:00:00Z), Unix seconds, or a span like 30m, 24h or 7d')
}
