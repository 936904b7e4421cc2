// Test lanes: slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startScheduler } from './start-scheduler.ts'

const soon = { interval: 5 }

test('a job whose process is killed in mid-job runs again after a restart on the same folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const killed = await startScheduler(folder)
  await expect.poll(killed.isRunning, soon).toBe(true)
  await killed.end('SIGKILL')
  expect(killed.runs().at(-1)?.end).toBeUndefined()

  const restarted = await startScheduler(folder)
  await expect.poll(() => restarted.runs().filter(({ end }) => end).length, soon).toBeGreaterThanOrEqual(1)
  expect(await restarted.end('SIGTERM')).toBe(0)
})

test('a process that is told to stop in mid-job ends its run first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const stopped = await startScheduler(folder)
  await expect.poll(stopped.isRunning, soon).toBe(true)
  expect(await stopped.end('SIGTERM')).toBe(0)
  expect(stopped.isRunning()).toBe(false)
})
