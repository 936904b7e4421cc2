// Test lanes: mongodb

import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { searchFor } from '../e2e/stage.ts'
import { type Mongod, startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const hubspot = startHubspot()
let mongod: Mongod
let server: ServerProcess
let other: ServerProcess

afterAll(() => hubspot.stop())

beforeEach(async () => {
  mongod = await startMongod()
  const env = {
    MONGODB_URI: withDatabase(mongod.uri, 'patchbay-test-outage'),
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
    LOG_LEVEL: 'error',
  }
  ;[server, other] = await Promise.all([startServerProcess({ env }), startServerProcess({ env })])
  await server.seed('acme', { hubspot: 'hubspot-access-token' })
  for (const each of [server, other]) expect((await call('before', each)).status).toBe(200)
})
afterEach(async () => {
  await Promise.all([server.stop(), other.stop()])
  await mongod.stop()
})

const call = (id: string, from = server) =>
  from.call('acme', 'hubspot', searchFor('ada@example.com'), {
    headers: { 'x-request-id': id, 'cache-control': 'no-cache' },
  })
const health = async () => {
  const { status, body } = await server.send('GET', '/health', {})
  return [status, body.status]
}
const isRefused = { status: 503, body: { code: 'UNAVAILABLE', error: expect.any(String), retry_after: 1 } }
const healed = { timeout: 20_000 }

test('while MongoDB is down calls are UNAVAILABLE and health says so within 2 s; when it is back all heals by itself', {
  timeout: 60_000,
}, async () => {
  await mongod.halt()
  // A report is kept for a second, and a check takes at most another.
  await expect.poll(health, { timeout: 2000, interval: 100 }).toEqual([503, 'unhealthy'])
  const asked = hubspot.requests.length
  const times: number[] = []
  for (const id of ['refused-1', 'refused-2', 'refused-3', 'refused-4', 'refused-5']) {
    const startedAt = performance.now()
    expect(await call(id)).toMatchObject(isRefused)
    times.push(performance.now() - startedAt)
  }
  // Without the monitor, the driver would search for a server for a second in each; the quickest one, as the machine may be busy.
  expect(Math.min(...times)).toBeLessThan(1000)
  expect(await server.admin('GET', '/admin/tenants')).toMatchObject(isRefused)
  expect(await server.admin('DELETE', '/admin/tenants/acme')).toMatchObject(isRefused)
  expect(hubspot.requests).toHaveLength(asked)

  await mongod.resume()
  await expect.poll(health, healed).toEqual([200, 'healthy'])
  await expect.poll(async () => (await call('after')).status, healed).toBe(200)
  const recorded = async () => {
    const { body } = await server.admin('GET', '/admin/audit?source=rest&tenant=acme&limit=100')
    return body.entries.map(({ request_id, code }: Record<string, string>) => `${request_id} ${code}`)
  }
  await expect
    .poll(recorded, healed)
    .toEqual(expect.arrayContaining(['refused-1 UNAVAILABLE', 'refused-2 UNAVAILABLE', 'after null']))
})

test('a change after an outage reaches the other gateway as before', async () => {
  await mongod.halt()
  await expect.poll(health, healed).toEqual([503, 'unhealthy'])
  await mongod.resume()
  await expect.poll(health, healed).toEqual([200, 'healthy'])
  for (const each of [server, other]) await expect.poll(async () => (await call('warm', each)).status, healed).toBe(200)
  const tokenId = Bun.CryptoHasher.hash('sha256', tokenOf('acme'), 'hex').slice(0, 12)
  expect((await server.admin('DELETE', `/admin/auth/acme/${tokenId}`)).status).toBe(204)
  await expect.poll(async () => (await call('revoked', other)).status, { timeout: 2000 }).toBe(401)
})

test('a MongoDB that holds its connections and answers nothing is down as well', async () => {
  mongod.signal('SIGSTOP')
  try {
    await expect.poll(health, { timeout: 2000, interval: 100 }).toEqual([503, 'unhealthy'])
    const asked = hubspot.requests.length
    expect(await call('refused')).toMatchObject(isRefused)
    expect(hubspot.requests).toHaveLength(asked)
    // The driver's monitor notices, as it gets no answer.
    expect(await server.admin('GET', '/admin/tenants')).toMatchObject(isRefused)
  } finally {
    mongod.signal('SIGCONT')
  }
  await expect.poll(health, healed).toEqual([200, 'healthy'])
  await expect.poll(async () => (await call('after')).status, healed).toBe(200)
})
