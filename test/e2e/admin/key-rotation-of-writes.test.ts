// Test lanes: both-stores, long-on-mongodb, slow

import { rmSync } from 'node:fs'
import { makeKey } from '@patchbay/core/vault'
import { afterAll, expect, test } from 'vitest'
import { onlyJobs, temporaryFolder } from '../../gateway.ts'
import { answer, drop, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

const reSealCron = '0 0 3 1 *'
const confirmCron = '0 0 4 1 *'
const [oldKey, newKey] = [makeKey(), makeKey()]
const made = answer(201, { id: '1', properties: {} })
const vendor = await startScripted(made)
const dataDir = temporaryFolder()
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  await vendor.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (keys: string): Promise<ServerProcess> => {
  const adminKey = server?.adminKey
  await server?.end('SIGTERM')
  server = await startServerProcess({
    dataDir,
    ...(adminKey !== undefined && { adminKey }),
    env: {
      PATCHBAY_KEYS: keys,
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
      CRONS: onlyJobs({ 're-seal': reSealCron, 'confirm-effects': confirmCron }),
    },
  })
  return server
}

const runJob = async (on: ServerProcess, cron: string) =>
  (await on.admin('POST', '/admin/run-cron', { cron })).body.results[0].result

const write = (on: ServerProcess, email: string, key: string) =>
  on.call(
    'acme',
    'hubspot',
    { action: 'create', object_type: 'contacts', properties: { email } },
    { headers: { 'idempotency-key': key } },
  )

test('all that writes have sealed is there once it is sealed under a new key and the old one is gone', async () => {
  const first = await start(oldKey)
  await first.seed('acme', { hubspot: 'a-token' })
  expect((await write(first, 'ada@example.com', 'done')).status).toBe(201)
  const createdAt = new Date().toISOString()
  vendor.play(drop())
  expect((await write(first, 'lost@example.com', 'lost')).status).toBe(502)

  const both = await start(`${newKey},${oldKey}`)
  // The credential, the secret of which the digests of writes are made, the answer for its key, and the parameters of what was lost.
  expect(await runJob(both, reSealCron)).toEqual({ current: 0, resealed: 4, left: 0 })
  expect(await runJob(both, reSealCron)).toEqual({ current: 4, resealed: 0, left: 0 })

  const after = await start(newKey)
  vendor.play(made)
  expect((await write(after, 'eve@example.com', 'new')).status).toBe(201)
  expect((await write(after, 'ada@example.com', 'done')).body).toMatchObject({ data: { id: '1' }, replayed: true })
  const lost = { id: '7', properties: { email: 'lost@example.com' }, createdAt }
  vendor.play(answer(200, { total: 1, results: [lost] }))
  expect(await runJob(after, confirmCron)).toMatchObject({ done: 1, failed: 0 })
})
