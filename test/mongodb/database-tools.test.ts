// Test lanes: mongodb, long

/**
 * A backup by MongoDB's own tools, by the lines of docs/upgrading-and-backup.md. Go's proxy has one version of them, whose checksum stands in
 * `database-tools/go.sum`: the checksum database knows none.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildByGo } from '../build-by-go.ts'
import { tokenOf } from '../client.ts'
import { readPage } from '../docs/pages.ts'
import { searchFor } from '../e2e/stage.ts'
import { leaveOut } from '../fetch-packages.ts'
import { temporaryFolder } from '../gateway.ts'
import { type Mongod, startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'

const mainOf = (tool: string): string => `github.com/mongodb/mongo-tools/${tool}/main`
const tools = () =>
  buildByGo('mongodb-tools', join(import.meta.dirname, 'database-tools'), {
    mongodump: mainOf('mongodump'),
    mongorestore: mainOf('mongorestore'),
  })

const hubspot = startHubspot()
const folder = temporaryFolder()
let mongod: Mongod
beforeAll(async () => {
  mongod = await startMongod()
})
afterAll(async () => {
  await mongod.stop()
  await hubspot.stop()
  rmSync(folder, { recursive: true })
})

/** Runs the page's line that begins with this program, against this test's MongoDB. */
const runLine = async (program: string, path: string): Promise<void> => {
  const [, line = ''] = new RegExp(`^\\$ (${program} .*)$`, 'm').exec(readPage('docs/upgrading-and-backup.md')) ?? []
  expect(line).toContain('?replicaSet=rs0')
  const child = Bun.spawn(['sh', '-c', line.replace(/'mongodb:[^']+'/, `'${withDatabase(mongod.uri, '')}'`)], {
    cwd: folder,
    env: { PATH: `${path}:${process.env.PATH}` },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const errors = await child.stderr.text()
  expect(await child.exited, errors).toBe(0)
}

test('is made beside calls, and brings back what was answered before it and nothing of what came after', async (context) => {
  const { folder: path, missing } = await tools()
  if (path === undefined) return leaveOut(context)(missing)
  const env = {
    MONGODB_URI: withDatabase(mongod.uri, 'patchbay-test-backup'),
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
  }
  const before = await startServerProcess({ env })
  await before.seed('acme', { hubspot: 'hubspot-access-token' })
  const call = (from: typeof before, id: string) =>
    from.call('acme', 'hubspot', searchFor('ada@example.com'), {
      headers: { 'x-request-id': id, 'cache-control': 'no-cache' },
      token: tokenOf('acme'),
    })
  expect((await call(before, 'before')).status).toBe(200)

  const dumping = runLine('mongodump', path)
  let isDumping = true
  const ended = dumping.finally(() => {
    isDumping = false
  })
  for (let n = 0; isDumping; n++) expect((await call(before, `meanwhile-${n}`)).status).toBe(200)
  await ended

  expect((await call(before, 'after')).status).toBe(200)
  await before.seed('later', { hubspot: 'hubspot-access-token' })
  await before.end('SIGTERM')
  await runLine('mongorestore', path)

  const after = await startServerProcess({ env })
  try {
    expect((await call(after, 'restored')).status).toBe(200)
    const statusOf = async (id: string) => (await after.admin('GET', `/admin/calls/${id}`)).status
    expect([await statusOf('before'), await statusOf('after')]).toEqual([200, 404])
    expect((await after.admin('GET', '/admin/tenants/later')).status).toBe(404)
  } finally {
    await after.stop()
  }
}, 900_000)
