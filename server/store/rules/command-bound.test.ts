import { setImmediate } from 'node:timers/promises'
import { GivenUp } from '@patchbay/core/store'
import { expect, test } from 'vitest'
import { createCommandBound, type NextCommand } from './command-bound.ts'

/** No command of these tests is this quick, unless it is over at once. */
const ms = 20
const never = new Promise<never>(() => {})

test('an operation that is over in time is answered, and one that takes longer is given up', async () => {
  const bound = createCommandBound(ms)
  expect(await bound.run(async () => 'answered')).toBe('answered')
  await expect(bound.run(() => Promise.reject(new TypeError('its own')))).rejects.toThrow('its own')
  await expect(bound.run(() => never)).rejects.toThrow(GivenUp)
})

test('who gave an operation up learns what became of it', async () => {
  const bound = createCommandBound(ms)
  const { promise, resolve } = Promise.withResolvers<string>()
  const endings: Promise<string>[] = []
  const operation = bound.run(
    () => promise,
    (ending) => endings.push(ending),
  )
  await expect(operation).rejects.toThrow(GivenUp)
  resolve('late')
  expect(await Promise.all(endings)).toEqual(['late'])
})

test('each command of an operation has its own time, and none follows once it was given up', async () => {
  const bound = createCommandBound(ms)
  const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>()
  const after: string[] = []
  const work = async (nextCommand: NextCommand): Promise<void> => {
    await first
    nextCommand()
    after.push('second')
  }
  const endings: Promise<void>[] = []
  await expect(bound.run(work, (ending) => endings.push(ending))).rejects.toThrow(GivenUp)
  answerFirst()
  await expect(endings[0]).rejects.toThrow(GivenUp)
  expect(after).toEqual([])

  const longer = 500
  const quick = async (nextCommand: NextCommand): Promise<number> => {
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2 * longer) {
      await setImmediate()
      nextCommand()
    }
    return performance.now() - startedAt
  }
  expect(await createCommandBound(longer).run(quick)).toBeGreaterThan(longer)
})

test('where twenty were given up and are still under way, others are refused at once until one has ended', async () => {
  const bound = createCommandBound(ms)
  const ends: (() => void)[] = []
  const hang = () => new Promise<void>((resolve) => ends.push(resolve))
  await Promise.allSettled(Array.from({ length: 20 }, () => bound.run(hang)))
  let hasRun = false
  const work = async (): Promise<void> => {
    hasRun = true
  }
  await expect(bound.run(work)).rejects.toThrow(GivenUp)
  expect(hasRun).toBe(false)
  ends[0]?.()
  await Promise.resolve()
  await bound.run(work)
  expect(hasRun).toBe(true)
})

test('while the thread is held, the time of an operation stands still: its answer may be there', async () => {
  const longer = 1000
  const answered = createCommandBound(longer).run(async () => {
    await setImmediate()
    for (const until = performance.now() + 1.5 * longer; performance.now() < until; );
    await setImmediate()
    await setImmediate()
    return 'answered'
  })
  expect(await answered).toBe('answered')
})
