// Test lanes: both-stores, long-on-mongodb, slow

import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { onlyJobs, temporaryFolder } from '../../gateway.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

const makeKey = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`
const [oldKey, newKey] = [makeKey('old'), makeKey('new')]
const reSealCron = '0 0 3 1 *'
const tenants = Array.from({ length: 25 }, (_, n) => `tenant-${n}`)

const auth = startAuthorizationServer()
const dataDir = temporaryFolder()
let adminKey: string | undefined
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  await auth.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (keys: string): Promise<ServerProcess> => {
  await server?.end('SIGTERM')
  server = await startServerProcess({
    dataDir,
    ...(adminKey !== undefined && { adminKey }),
    env: {
      PATCHBAY_KEYS: keys,
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }),
      CRONS: onlyJobs({ 're-seal': reSealCron }),
    },
  })
  adminKey = server.adminKey
  return server
}

const call = (on: ServerProcess, tenant: string) =>
  on.call(tenant, 'hubspot', { action: 'list', object_type: 'contacts' }, { headers: { 'cache-control': 'no-cache' } })

const reSeal = async (on: ServerProcess) => {
  const { body } = await on.admin('POST', '/admin/run-cron', { cron: reSealCron })
  return body.results[0].result
}

const storeToken = (on: ServerProcess, tenant: string, access_token: string, seconds: number) =>
  on.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, {
    access_token,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
  })

// Its gateways are stopped under load one after the other, and a stop waits for a pause between two calls.
test('a new first key: under load everything is sealed again, no call fails, and the old key can go', {
  timeout: 60_000,
}, async () => {
  const first = await start(oldKey)
  for (const tenant of tenants) {
    const { access_token, refresh_token } = auth.authorize()
    await first.seed(tenant, { hubspot: access_token })
    const account = { tenant_id: tenant, provider: 'hubspot', account_id: 'main' }
    await first.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
  }

  const both = await start(`${newKey},${oldKey}`)
  const statuses: number[] = []
  let isRunning = true
  const load = Array.from({ length: 16 }, async (_, n) => {
    for (let turn = n; isRunning; turn++) statuses.push((await call(both, tenants[turn % tenants.length] ?? '')).status)
  })
  // Some are refreshed at the same time.
  for (const tenant of tenants.slice(0, 5)) await storeToken(both, tenant, 'a-token-that-has-expired', -60)
  let last = await reSeal(both)
  const sealedAgain = last.resealed
  while (last.resealed + last.left > 0) last = await reSeal(both)
  isRunning = false
  await Promise.all(load)
  expect(sealedAgain).toBeGreaterThan(tenants.length)
  expect(last).toEqual({ current: tenants.length * 2, resealed: 0, left: 0 })
  expect(statuses.length).toBeGreaterThan(50)
  expect(statuses.filter((status) => status !== 200)).toEqual([])

  const after = await start(newKey)
  for (const tenant of tenants) expect((await call(after, tenant)).status, tenant).toBe(200)
  for (const tenant of tenants) await storeToken(after, tenant, 'a-token-that-has-expired', -60)
  for (const tenant of tenants) expect((await call(after, tenant)).status, tenant).toBe(200)
})

test('a record whose key is gone is left over, and said to be', async () => {
  const other = await start(makeKey('other'))
  expect(await reSeal(other)).toEqual({ current: 0, resealed: 0, left: tenants.length * 2 })
})
