// Test lanes: both-stores, slow

import { rmSync } from 'node:fs'
import { makeKey } from '@patchbay/core/vault'
import { afterAll, expect, test } from 'vitest'
import { onlyJobs, temporaryFolder } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const reSealCron = '0 0 3 1 *'
const [oldKey, newKey] = [makeKey(), makeKey()]
const vendor = await startScripted(answer(201, { id: '1', properties: {} }))
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
      CRONS: onlyJobs({ 're-seal': reSealCron }),
    },
  })
  return server
}

const write = async (on: ServerProcess, email: string) =>
  (await on.call('acme', 'hubspot', { action: 'create', object_type: 'contacts', properties: { email } })).status

test('a tenant that has written goes on writing once its secret is sealed under a new key and the old one is gone', async () => {
  const first = await start(oldKey)
  await first.seed('acme', { hubspot: 'a-token' })
  expect(await write(first, 'ada@example.com')).toBe(201)

  const both = await start(`${newKey},${oldKey}`)
  const { body } = await both.admin('POST', '/admin/run-cron', { cron: reSealCron })
  // The credential, and the secret of which the digests of writes are made.
  expect(body.results[0].result).toEqual({ current: 0, resealed: 2, left: 0 })

  expect(await write(await start(newKey), 'eve@example.com')).toBe(201)
})
