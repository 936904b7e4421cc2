// Test lanes: slow

import { expect, it } from 'vitest'
import { createDrain } from './drain.ts'

const listeners = { refuse: async () => undefined, stop: async () => undefined }

const timed = async (work: Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

it('a gateway that nobody has called leaves at once', async () => {
  const drain = createDrain(listeners)
  expect(await timed(drain.leave())).toBeLessThan(100)
  expect(drain.phase).toBe('leaving')
})

it('one that nobody has called stays for the time that balancers need, and one that is called no longer than its pause', async () => {
  const idle = createDrain(listeners, 500)
  const busy = createDrain(listeners, 500)
  busy.used()
  const [idleMs, busyMs] = await Promise.all([timed(idle.leave()), timed(busy.leave())])
  expect(idleMs).toBeGreaterThanOrEqual(499)
  expect(busyMs).toBeGreaterThan(700)
  expect(busyMs).toBeLessThan(2000)
})

it('one that has just answered waits for a second in which nobody calls', async () => {
  const drain = createDrain(listeners)
  drain.used()
  const took = await timed(drain.leave())
  expect(took).toBeGreaterThan(700)
  expect(took).toBeLessThan(2000)
})

it('one whose clients never pause leaves after five seconds all the same', async () => {
  const drain = createDrain(listeners)
  drain.used()
  const answering = setInterval(() => drain.used(), 1)
  const took = await timed(drain.leave())
  clearInterval(answering)
  expect(took).toBeGreaterThan(4000)
  expect(took).toBeLessThan(7000)
})

it('a request that came while the process stood still is a sign of a client that goes on', async () => {
  const drain = createDrain(listeners)
  drain.used()
  const left = timed(drain.leave())
  // As a busy machine does: the timer is due by the time that the request is heard of.
  setTimeout(() => Bun.sleepSync(1500), 100)
  setTimeout(() => setImmediate(() => drain.used()), 200)
  expect(await left).toBeGreaterThan(1900)
})
