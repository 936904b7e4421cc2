import { msOf, secondsOf, type UnixSeconds } from '@patchbay/core/time'
import { type Html, html } from './html.ts'
import { pageTexts } from './page-texts.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A span in its largest unit, rounded down: `50 minutes`, `1 hour`, `6 days`. */
export const spanInWords = (seconds: number): string => {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['minute', 60]
  const count = Math.max(1, Math.floor(seconds / size))
  return new Intl.NumberFormat(pageTexts.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

const dayAndTime = new Intl.DateTimeFormat(pageTexts.language, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/**
 * The span to a time, and the time itself in UTC. A page without scripts can't know its reader's zone; the span is
 * right in each.
 */
export const timeInWords = (time: UnixSeconds, now: Date): Html => {
  const iso = new Date(msOf(time)).toISOString()
  return html`<time datetime="${iso}">${pageTexts.inSpan(spanInWords(time - secondsOf(now)))} (${dayAndTime.format(msOf(time))} UTC)</time>`
}
