// Test lanes: slow

import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createDrain } from './drain.ts'

const listeners = { refuse: async () => undefined, stop: async () => undefined }

const timed = async (work: Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

/**
 * True if the work ends before a timer of `ms` that begins after it. Both fire in this order however late a busy machine lets them, and
 * then the work may take some turns of the event loop more. With 0 no timer is waited for.
 */
const endsWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  let isEnded = false
  const ended = work.then(() => {
    isEnded = true
  })
  if (ms > 0) await Promise.race([ended, wait(ms, undefined, { ref: false })])
  for (let n = 0; n < 10; n++) await turn()
  return isEnded
}

it('a gateway that nobody has called leaves at once', async () => {
  const drain = createDrain(listeners)
  expect(await endsWithin(0, drain.leave())).toBe(true)
  expect(drain.phase).toBe('leaving')
})

it('one that nobody has called stays for the time that balancers need, and one that is called no longer than its pause', async () => {
  const idle = createDrain(listeners, 500)
  const busy = createDrain(listeners, 500)
  busy.used()
  const idleMs = timed(idle.leave())
  const busyMs = timed(busy.leave())
  expect(await endsWithin(2000, busyMs)).toBe(true)
  expect(await idleMs).toBeGreaterThanOrEqual(499)
  expect(await busyMs).toBeGreaterThan(700)
})

it('one that has just answered waits for a second in which nobody calls', async () => {
  const drain = createDrain(listeners)
  drain.used()
  const left = timed(drain.leave())
  expect(await endsWithin(2000, left)).toBe(true)
  expect(await left).toBeGreaterThan(700)
})

it.each([
  ['in turns of the event loop', () => undefined],
  ['in each of its turns, as on a busy machine', () => Bun.sleepSync(2)],
])('one whose clients call %s leaves after five seconds all the same', async (_how, work) => {
  const drain = createDrain(listeners)
  drain.used()
  const answering = setInterval(() => {
    work()
    drain.used()
  }, 1)
  onTestFinished(() => clearInterval(answering))
  const left = timed(drain.leave())
  expect(await endsWithin(7000, left)).toBe(true)
  expect(await left).toBeGreaterThan(4000)
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
