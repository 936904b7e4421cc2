/**
 * Writes the fixtures of a released version: `bun test/upgrade/make-fixtures.ts <tag or commit>`. Its own gateway runs in a checkout
 * of it, once on the embedded store and once on MongoDB, and is filled through its interfaces. Keeps the digests of its schema
 * steps, and the anchors of its pages, too.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { BSON, MongoClient } from 'mongodb'
import { recordPlaces } from '../docs/anchors.ts'
import { testAdminKey } from '../gateway.ts'
import { startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { startServerProcess } from '../server-process.ts'
import { fillGateway } from './fill-gateway.ts'
import { digestSteps } from './released-steps.ts'
import { startVendor } from './vendor.ts'

const [, , version = ''] = process.argv
const root = join(import.meta.dirname, '../..')
const fixtures = join(import.meta.dirname, 'fixtures', version)

const run = (command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): void => {
  const { success, stderr } = Bun.spawnSync([...command], { cwd, env: { ...process.env, ...env }, stderr: 'pipe' })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr}`)
}

const write = (name: string, text: string): void => writeFileSync(join(fixtures, name), Bun.gzipSync(Buffer.from(text)))

const work = mkdtempSync(join(tmpdir(), 'patchbay-fixtures-'))
const checkout = join(work, 'checkout')
run(['git', 'worktree', 'add', '--detach', checkout, version], root)
run([process.execPath, 'install', '--frozen-lockfile'], checkout)
mkdirSync(fixtures, { recursive: true })
recordPlaces(checkout)
const vendor = startVendor()
const [crons = ''] = new Bun.Glob('server/**/default-crons.ts').scanSync(checkout)
const { defaultCrons } = await import(join(checkout, crons))
const env = {
  PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin, stripe: vendor.origin }),
  // Once a year, each at its own time: they run when they are told to.
  CRONS: JSON.stringify(Object.fromEntries(Object.keys(defaultCrons).map((name, at) => [name, `${at} 0 1 1 *`]))),
}

const makeEmbedded = async (): Promise<void> => {
  const folder = join(work, 'store')
  const server = await startServerProcess({ cwd: checkout, dataDir: folder, env })
  if (server.url === '') throw new Error(server.output.stderr)
  try {
    write('embedded.json.gz', JSON.stringify(await fillGateway(server, vendor.origin)))
    if ((await server.send('GET', '/admin/version', { 'x-admin-key': server.adminKey })).status === 200) {
      const remote = { PATCHBAY_URL: server.url, PATCHBAY_ADMIN_KEY: server.adminKey }
      run([process.execPath, 'run', 'patchbay', 'backup', join(work, 'backup.tar')], checkout, remote)
      writeFileSync(join(fixtures, 'backup.tar.gz'), Bun.gzipSync(await Bun.file(join(work, 'backup.tar')).bytes()))
    }
  } finally {
    await server.end('SIGTERM')
  }
  run(['tar', '-czf', join(fixtures, 'embedded.tar.gz'), '-C', folder, '.'], root)
}

const makeMongodb = async (): Promise<void> => {
  const mongod = await startMongod(work)
  const uri = withDatabase(mongod.uri, 'patchbay')
  const keys = {
    MONGODB_URI: uri,
    ADMIN_API_KEY: hashToken(testAdminKey),
    PATCHBAY_KEYS: `tests:${Buffer.alloc(32, 'k').toString('base64url')}`,
  }
  const server = await startServerProcess({ cwd: checkout, dataDir: join(work, 'none'), env: { ...env, ...keys } })
  if (server.url === '') throw new Error(server.output.stderr)
  try {
    write('mongodb.json.gz', JSON.stringify(await fillGateway(server, vendor.origin)))
  } finally {
    await server.end('SIGTERM')
  }
  const client = await new MongoClient(uri).connect()
  const collections: Record<string, unknown> = {}
  for (const { name, options } of await client.db().listCollections({}, { nameOnly: false }).toArray()) {
    const collection = client.db().collection(name)
    collections[name] = { options, indexes: await collection.indexes(), documents: await collection.find().toArray() }
  }
  write('mongodb.ejson.gz', BSON.EJSON.stringify(collections, { relaxed: false }))
  await client.close()
  await mongod.stop()
}

/** 326ec1d and 8b7bad6 had their steps elsewhere. */
const keepSteps = async (): Promise<void> => {
  const schema = join(checkout, 'server/store/sqlite/engine/schema')
  if (!existsSync(schema)) return
  const { configurationMigrations: configuration } = await import(join(schema, 'configuration-steps.ts'))
  const { auditMigrations: audit } = await import(join(schema, 'audit-steps.ts'))
  const kept = JSON.stringify(digestSteps({ configuration, audit }), null, 2)
  writeFileSync(join(import.meta.dirname, 'released-steps.json'), `${kept}\n`)
}

try {
  await makeEmbedded()
  await makeMongodb()
  await keepSteps()
} finally {
  vendor.stop()
  run(['git', 'worktree', 'remove', '--force', checkout], root)
  rmSync(work, { recursive: true })
}
