import { expect, it } from 'vitest'
import { memoryCounters } from './counters.ts'

it('a flood of addresses is forgotten oldest first, and one that keeps calling stays counted', async () => {
  const counters = memoryCounters(100)
  for (let n = 0; n < 1000; n++) {
    await counters.hit('203.0.113.7', 60_000)
    await counters.hit(`2001:db8:${n.toString(16)}::/64`, 60_000)
  }
  expect((await counters.read('203.0.113.7'))?.count).toBe(1000)
  expect(await counters.read('2001:db8:0::/64')).toBeUndefined()
  expect((await counters.read('2001:db8:3e7::/64'))?.count).toBe(1)
})
