import { expect, test } from 'vitest'
import { createReadingRates } from './reading-rate.ts'

const createRates = () => {
  const clock = { time: 1000, now: () => clock.time }
  return { clock, rates: createReadingRates(clock) }
}

test('a host that sends faster than 4 MiB a second waits as long as that takes, whatever the number of its answers', () => {
  const { clock, rates } = createRates()
  const startedAt = clock.time
  let sent = 0
  while (sent < 64 * 2 ** 20) {
    const wait = rates.spend('flood.com', 65_536)
    sent += 65_536
    clock.time += wait
  }
  const seconds = (clock.time - startedAt) / 1000
  expect(sent / 2 ** 20 / seconds).toBeGreaterThan(3.9)
  expect(sent / 2 ** 20 / seconds).toBeLessThan(4.1)
})

test('many answers at once share the rate of their host', () => {
  const { rates } = createRates()
  const waits = Array.from({ length: 100 }, () => rates.spend('flood.com', 65_536))
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0])
  expect(waits.at(-1)).toBe(100 * 16 - 32)
})

test('other hosts do not wait, and a host that was quiet does not either', () => {
  const { clock, rates } = createRates()
  expect(rates.spend('flood.com', 2 ** 20)).toBeGreaterThan(0)
  expect(rates.spend('good.com', 65_536)).toBe(0)
  clock.time += 256
  expect(rates.spend('flood.com', 65_536)).toBe(0)
})
