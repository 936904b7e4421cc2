import { expect, it } from 'vitest'
import { readWait, type WaitUnit } from './read-wait.ts'

const now = Date.now()
const at = (seconds: number) => now / 1000 + seconds
const whole = (value: number) => String(Math.floor(value))

const rows: [text: string, unit: WaitUnit, seconds: number | undefined][] = [
  // Spans of each unit, and texts of other languages' libraries.
  ['7', 's', 7],
  ['1500', 'ms', 1.5],
  ['7', 'epoch-s', 7],
  ['5, 5', 's', 5],
  ['5, 60', 's', 60],
  ['7s', 's', 7],
  ['30 seconds', 's', 30],
  ['6m0s', 's', 360],
  ['1h2m3.5s', 's', 3723.5],
  ['1d', 's', 86_400],
  ['20ms', 's', 0.02],
  ['2 minutes', 's', 120],
  ['1 min', 's', 60],
  ['1 hour', 's', 3600],
  ['PT1M30S', 's', 90],
  ['P1DT2H', 's', 93_600],
  // Unix times, whatever the unit should be.
  [whole(at(5)), 's', 5],
  [whole(at(5)), 'ms', 5],
  [whole(at(5)), 'epoch-s', 5],
  [whole(at(5) * 1e3), 's', 5],
  [whole(at(5) * 1e3), 'epoch-s', 5],
  [whole(at(5) * 1e6), 's', 5],
  [`${whole(at(5))}000000000`, 's', 5],
  [`${Math.floor(at(5))}.25`, 's', 5],
  ['999999999', 's', 999_999_999],
  // Dates.
  [new Date(now + 5000).toUTCString(), 's', 5],
  [new Date(now + 5000).toISOString(), 's', 5],
  [new Date(now + 5000).toISOString().replace('Z', ''), 's', 5],
  [new Date(now + 5000).toISOString().replace('Z', '+00:00'), 's', 5],
  [new Date(now + 5000).toISOString().replace(/[.].*/, '').replace('T', ' '), 's', 5],
  // Other forms of the same.
  ['"7"', 's', 7],
  ['7S', 's', 7],
  ['7 Seconds', 's', 7],
  ['1.5m', 's', 90],
  ['0.5h', 's', 1800],
  ['1h 30m', 's', 5400],
  ['1 minute, 30 seconds', 's', 90],
  ['1 minute and 30 seconds', 's', 90],
  ['1500 milliseconds', 's', 1.5],
  ['1500000us', 's', 1.5],
  ['1500000µs', 's', 1.5],
  ['1500000000ns', 's', 1.5],
  ['00:01:30', 's', 90],
  ['pt1m30s', 's', 90],
  ['P1W', 's', 604_800],
  ['6m0s, 1m0s', 's', 360],
  ...[new Date(now + 5000).toUTCString(), new Date(now + 5000).toISOString()].flatMap(
    (date): [string, WaitUnit, number][] => [
      [`"${date}"`, 's', 5],
      [`${date}, ${date}`, 's', 5],
      [`1, ${date}`, 's', 5],
      [date.toLowerCase(), 's', 5],
    ],
  ),
  [new Date(now + 5000).toUTCString().replace(',', ''), 's', 5],
  [new Date(now + 5000).toUTCString().slice(5), 's', 5],
  [new Date(now + 5000).toString(), 's', 5],
  [new Date(now + 5000).toISOString().replace('T', ' ').replace('Z', ' UTC'), 's', 5],
  [new Date(now + 5000).toISOString().replace('T', ' ').replace('Z', ' +0000'), 's', 5],
  [new Date(now + 7_205_000).toISOString().replace('Z', '+02'), 's', 5],
  [new Date(now + 5000).toISOString().replaceAll(/[-:]|\.\d+/g, ''), 's', 5],
  // None of these.
  ['5 apples', 's', undefined],
  ['5 s of rest', 's', undefined],
  ['10:00', 's', undefined],
  ['2026-11-29', 's', undefined],
  ['"', 's', undefined],
  ['', 's', undefined],
  ['-5', 's', undefined],
  ['soon', 's', undefined],
  ['P', 's', undefined],
  ['P1M', 's', undefined],
  ['1e3', 's', undefined],
  ['s', 's', undefined],
  ['0x10', 's', undefined],
  ['5;w=60', 's', undefined],
]

it.each(rows)('%j in %s is a wait of %j s', (text, unit, seconds) => {
  const wait = readWait(text, new Headers(), unit)
  if (seconds === undefined) expect(wait).toBeUndefined()
  else expect(Math.abs((wait ?? Number.NaN) - seconds)).toBeLessThan(seconds === 5 ? 2 : 0.001)
})

it('a date of asctime is in UTC', () => {
  const [day, date, month, year, time] = new Date(now + 5000).toUTCString().replace(',', '').split(' ')
  const text = `${day} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}`
  expect(Math.abs((readWait(text, new Headers()) ?? Number.NaN) - 5)).toBeLessThan(2)
})

it.each([-3600, 3600, 12 * 3600])('a vendor whose clock is %d s off is asked by its own clock', (off) => {
  const headers = new Headers({ date: new Date(now + off * 1000).toUTCString() })
  for (const text of [whole(at(off + 5)), new Date(now + (off + 5) * 1000).toUTCString()])
    expect(Math.abs((readWait(text, headers) ?? Number.NaN) - 5)).toBeLessThan(2)
})

it.each(['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', new Date(now + 3 * 86_400_000).toUTCString()])(
  'a clock that says %s is none',
  (date) => {
    expect(Math.abs((readWait(whole(at(5)), new Headers({ date })) ?? Number.NaN) - 5)).toBeLessThan(2)
  },
)
