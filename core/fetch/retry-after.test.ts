import { expect, it } from 'vitest'
import type { RateLimitHint } from '../provider/index.ts'
import { readPauseMs, readRetryAfter } from './retry-after.ts'

const now = Date.now()
const inAnHour = new Date(now + 3_600_000)

/** The longest month. */
const longest = 31 * 86_400

const hint = (unit: RateLimitHint['unit']): RateLimitHint => ({ header: 'X-Reset', unit })

const rows: [headers: Record<string, string>, hint: RateLimitHint | undefined, seconds: number | undefined][] = [
  [{}, undefined, undefined],
  [{ 'retry-after': '7' }, undefined, 7],
  [{ 'retry-after': ' 7 ' }, undefined, 7],
  [{ 'retry-after': '0' }, undefined, 0],
  [{ 'retry-after': '1.2' }, undefined, 2],
  [{ 'retry-after': inAnHour.toUTCString() }, undefined, 3600],
  [{ 'retry-after': inAnHour.toUTCString().replace('GMT', '+0000') }, undefined, 3600],
  [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, undefined, 0],
  [{ 'retry-after': 'Sat, 13 Sep 275760 00:00:00 GMT' }, undefined, longest],
  [{ 'retry-after': '999999999' }, undefined, longest],
  [{ 'retry-after': '1600000000' }, undefined, 0],
  [{ 'retry-after': String(inAnHour.getTime()) }, undefined, 3600],
  [{ 'retry-after': '-5' }, undefined, undefined],
  [{ 'retry-after': 'soon' }, undefined, undefined],
  [{ 'retry-after': '1e3' }, undefined, undefined],
  [{ 'retry-after': '' }, undefined, undefined],
  [{ 'retry-after': 'Mon, soon' }, undefined, undefined],
  [{ 'x-reset': '7' }, undefined, undefined],
  [{ 'x-reset': '7' }, hint('s'), 7],
  [{ 'x-reset': '1500' }, hint('ms'), 2],
  [{ 'x-reset': String(Math.floor(inAnHour.getTime() / 1000)) }, hint('epoch-s'), 3600],
  [{ 'x-reset': '1600000000' }, hint('epoch-s'), 0],
  [{ 'x-reset': 'soon' }, hint('s'), undefined],
  [{ 'retry-after': '3', 'x-reset': '7' }, hint('s'), 3],
  [{ 'retry-after': 'soon', 'x-reset': '7' }, hint('s'), 7],
]

it.each(rows)('%j with the hint %j asks to wait %j s', (headers, rateLimit, seconds) => {
  const found = readRetryAfter({ status: 429, headers: new Headers(headers), hint: rateLimit })
  if (seconds === 3600) expect([3599, 3600]).toContain(found)
  else expect(found).toBe(seconds)
})

it.each([403, 503])("the vendor's own header doesn't say how long to wait after a %i", (status) => {
  const headers = new Headers({ 'x-reset': '7' })
  expect(readRetryAfter({ status, headers, hint: hint('s') })).toBeUndefined()
})

it('milliseconds of a header of their own count where Retry-After says nothing', () => {
  const read = (headers: Record<string, string>) => readRetryAfter({ status: 503, headers: new Headers(headers) })
  expect(read({ 'retry-after-ms': '1500' })).toBe(2)
  expect(read({ 'x-ms-retry-after-ms': '7000' })).toBe(7)
  expect(read({ 'retry-after': '3', 'retry-after-ms': '2500' })).toBe(3)
  expect(read({ 'retry-after-ms': 'soon' })).toBeUndefined()
})

const readings: [headers: Record<string, string>, retryAfter: number, seconds: number | undefined][] = [
  [{}, 60, 60],
  [{}, 0.2, 1],
  [{}, -5, 0],
  [{}, 1e300, longest],
  [{}, Number.NaN, undefined],
  [{ 'x-reset': '7' }, 60, 60],
  [{ 'retry-after': '3', 'x-reset': '7' }, 60, 3],
]
it.each(readings)('%j, with %d s read by the plugin, asks to wait %j s', (headers, retryAfter, seconds) => {
  const failure = { message: 'slow down', retryAfter }
  expect(readRetryAfter({ status: 429, headers: new Headers(headers), failure, hint: hint('s') })).toBe(seconds)
})

it('nothing is closed for longer than an hour', () => {
  const pause = (value: string) => readPauseMs({ status: 503, headers: new Headers({ 'retry-after': value }) })
  expect([pause('7'), pause('7200'), pause('soon')]).toEqual([7000, 3_600_000, 0])
})
