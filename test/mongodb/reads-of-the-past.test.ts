// Test lanes: mongodb, long

import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntry } from '../contract/samples.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { type ReplicaSet, startReplicaSet } from '../replica-set.ts'

const database = 'patchbay-test-past'
const now = new Date()
let set: ReplicaSet
let store: Awaited<ReturnType<typeof openMongoPatiently>>
let secondary: MongoClient

beforeAll(async () => {
  set = await startReplicaSet()
  const uri = withDatabase(set.uri, database)
  store = await openMongoPatiently(uri)
  await store.audit.append(Array.from({ length: 600 }, (_, nth) => auditEntry(now, { tenant: 'acme' }, nth)))
  const [, second] = new MongoClient(uri).options.hosts
  secondary = await MongoClient.connect(`mongodb://${second}/${database}`, { directConnection: true })
  // Each read of this member is recorded by the server.
  await secondary.db().command({ profile: 2 })
}, 60_000)
afterAll(async () => {
  await Promise.all([store.close(), secondary.close()])
  await set.stop()
})

const readBySecondary = (): Promise<number> =>
  secondary
    .db()
    .collection('system.profile')
    .countDocuments({ ns: `${database}.audit` })

const members = ['id', 'tenant'] as const

test('lists, usage and bills are read from the primary', async () => {
  expect(await store.reports.entries({ tenant: 'acme', limit: 1000 })).toHaveLength(600)
  const today = now.toISOString().slice(0, 10)
  await store.reports.usage({ tenant: 'acme', from: today, to: today })
  await store.reports.billable({ tenant: 'acme', now })
  expect(await readBySecondary()).toBe(0)
})

test('statistics, exports and history are read from a secondary, and are whole', async () => {
  const page = await store.reports.exportPage({ filter: { tenant: 'acme', limit: 1000 }, format: 'ndjson', members })
  expect(new TextDecoder().decode(page.bytes).trim().split('\n')).toHaveLength(600)
  const afterExport = await readBySecondary()
  expect(afterExport).toBeGreaterThan(0)
  await store.reports.statistics(new Date(now.getTime() + 1000))
  const afterStatistics = await readBySecondary()
  expect(afterStatistics).toBeGreaterThan(afterExport)
  await store.reports.uses({ tenant: 'acme', days: 30, now })
  expect(await readBySecondary()).toBeGreaterThan(afterStatistics)
})

test('who hangs up ends the read', async () => {
  const gone = new AbortController()
  gone.abort(new Error('the reader hung up'))
  const page = store.reports.exportPage({ filter: { limit: 1000 }, format: 'csv', members }, gone.signal)
  await expect(page).rejects.toThrow('the reader hung up')
})
