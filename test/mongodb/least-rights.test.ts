// Test lanes: mongodb, long

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchFor } from '../e2e/stage.ts'
import { temporaryFolder } from '../gateway.ts'
import { memberOptions, mongodBinary } from '../mongodb.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'
import { leaveDeadGateway } from './dead-gateway.ts'

const hubspot = startHubspot({ tokens: ['the-token'] })
const folder = temporaryFolder()
const password = 'a-password-of-mongodb'
let set: MongoMemoryReplSet
let env: Record<string, string>
let uri: URL

beforeAll(async () => {
  set = await MongoMemoryReplSet.create({
    binary: mongodBinary(),
    instanceOpts: [memberOptions],
    replSet: { count: 1, auth: { enable: true, customRootName: 'root', customRootPwd: 'root' } },
  })
  uri = new URL(set.getUri('patchbay'))
  const root = new URL(uri)
  root.username = 'root'
  root.password = 'root'
  root.searchParams.set('authSource', 'admin')
  const client = await MongoClient.connect(root.href)
  const roles = [{ role: 'readWrite', db: 'patchbay' }]
  await client.db('patchbay').command({ createUser: 'gateway', pwd: password, roles })
  await client.close()
  uri.username = 'gateway'
  uri.password = password
  const file = join(folder, 'mongodb-uri')
  writeFileSync(file, `${uri.href}\n`)
  env = { MONGODB_URI: '', MONGODB_URI_FILE: file, PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }) }
})
afterAll(async () => {
  await hubspot.stop()
  await set.stop({ doCleanup: true, force: true })
  rmSync(folder, { recursive: true })
})

test('two gateways whose user may read and write their own database alone serve calls and hear of changes', async () => {
  const servers = [await startServerProcess({ env }), await startServerProcess({ env })] as const
  const [told, other] = servers
  try {
    await told.seed('acme', { hubspot: 'the-token' })
    const statusIn = async (server: typeof told) =>
      (await server.call('acme', 'hubspot', searchFor('ada@example.com'))).status
    expect([await statusIn(told), await statusIn(other)]).toEqual([200, 200])
    const { body } = await told.admin('GET', '/admin/auth/acme')
    await told.admin('DELETE', `/admin/auth/acme/${body.tokens[0].token_id}`)
    await expect.poll(() => statusIn(other), { timeout: 2000 }).toBe(401)
    expect((await other.admin('GET', '/admin/audit?tenant=acme')).body.entries).not.toEqual([])
    for (const { output } of servers) {
      expect(output.stdout + output.stderr).not.toContain(password)
      expect(output.stdout + output.stderr).not.toMatch(/not authorized/i)
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})

test('what a dead gateway of the same user has locked is freed; of another user it is said once that MongoDB refuses', async () => {
  const server = await startServerProcess({ env: { ...env, LOG_LEVEL: 'warn' } })
  try {
    await server.seed('freed', { hubspot: 'the-token' })
    await leaveDeadGateway(uri.href, 'freed', { leaseMs: 100, user: 'gateway@patchbay' })
    expect((await server.admin('PATCH', '/admin/tenants/freed', { name: 'Another' })).status).toBe(200)
    for (const user of ['somebody@patchbay', 'else@patchbay']) {
      await leaveDeadGateway(uri.href, `held by ${user}`, { leaseMs: 100, user })
    }
    const gatewaysLeft = async () => (await server.admin('GET', '/admin/version')).body.gateways.length
    await expect.poll(gatewaysLeft).toBe(1)
    await expect.poll(() => server.output.stdout + server.output.stderr).toContain('killAnySession')
    expect((server.output.stdout + server.output.stderr).split('killAnySession')).toHaveLength(2)
  } finally {
    await server.stop()
  }
})
