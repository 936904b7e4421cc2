import { expect, it } from 'vitest'
import { createDrain } from './drain.ts'

const timed = async (work: Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

it('a gateway that nobody has called leaves at once', async () => {
  const drain = createDrain(async () => undefined)
  expect(await timed(drain.leave())).toBeLessThan(100)
  expect(drain.phase).toBe('leaving')
})

it('one that has just answered waits for a second in which nobody calls', async () => {
  const drain = createDrain(async () => undefined)
  drain.answered()
  const took = await timed(drain.leave())
  expect(took).toBeGreaterThan(700)
  expect(took).toBeLessThan(2000)
})

it('one whose clients never pause leaves after five seconds all the same', async () => {
  const drain = createDrain(async () => undefined)
  drain.answered()
  const answering = setInterval(() => drain.answered(), 1)
  const took = await timed(drain.leave())
  clearInterval(answering)
  expect(took).toBeGreaterThan(4000)
  expect(took).toBeLessThan(7000)
})
