// Test lanes: mongodb

import { expect, test } from 'vitest'
import { startScheduler, type ToldRun } from '../contract/work/start-scheduler.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'

const soon = { interval: 5 }

const byBegin = (runs: readonly ToldRun[]) => runs.toSorted((a, b) => a.begin - b.begin)

/** Pairs of overlapping runs. */
const overlaps = (runs: readonly ToldRun[]) =>
  byBegin(runs).filter(({ begin }, index, all) => begin < (all[index - 1]?.end ?? 0))

test('two processes on one MongoDB never run a job at the same time, nor twice for one time', async () => {
  const uri = withDatabase(sharedMongodb(), 'patchbay-test-two-schedulers')
  const both = await Promise.all([startScheduler(uri), startScheduler(uri)])
  const runs = () => both.flatMap((each) => each.runs())
  await expect.poll(() => both.every((each) => each.isStarted()), soon).toBe(true)
  await expect.poll(() => runs().length, soon).toBeGreaterThanOrEqual(6)
  for (const each of both) expect(await each.end('SIGTERM')).toBe(0)
  expect(overlaps(runs())).toEqual([])
  const seconds = runs().map(({ begin }) => Math.floor(begin / 1000))
  expect(new Set(seconds).size).toBe(seconds.length)
})

test('when the process that runs a job is killed, the other takes over once its lock is free, and not before', async () => {
  const uri = withDatabase(sharedMongodb(), 'patchbay-test-killed-scheduler')
  const killed = await startScheduler(uri)
  await expect.poll(killed.isStarted, soon).toBe(true)
  await expect.poll(killed.isRunning, soon).toBe(true)
  await killed.end('SIGKILL')
  const { begin, end } = killed.runs().at(-1) ?? {}
  expect(end).toBeUndefined()
  const other = await startScheduler(uri)
  await expect.poll(() => other.runs().length, soon).toBeGreaterThanOrEqual(1)
  // The lock was renewed every half second; it lives for two.
  expect(other.runs()[0]?.begin).toBeGreaterThan((begin ?? 0) + 1000)
  expect(await other.end('SIGTERM')).toBe(0)
})
