// Test lanes: both-stores, slow

import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../server-process.ts'
import { createFiles } from './create-files.ts'

async function* endless() {
  yield Buffer.alloc(3_000_000)
  await new Promise(() => undefined)
}

test('what a killed gateway was receiving is gone with its lease, and its room is free', async () => {
  const first = await startServerProcess()
  onTestFinished(() => first.stop())
  await first.seed('acme', { hubspot: 'a-token' })
  const listFiles = async (from = first) => (await from.admin('GET', '/admin/files/acme')).body.files
  const uploads = [1, 2, 3].map(() =>
    createFiles(first.url)
      .upload(endless())
      .catch(() => undefined),
  )
  await expect.poll(() => listFiles(), { timeout: 20_000 }).toMatchObject(Array(3).fill({ unfinished: true }))
  await first.end('SIGKILL')
  await Promise.all(uploads)
  const next = await startServerProcess({ dataDir: first.dataDir, adminKey: first.adminKey })
  onTestFinished(() => next.stop())
  await expect.poll(() => listFiles(next), { timeout: 40_000, interval: 500 }).toEqual([])
})
