// Test lanes: mongodb

import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../../../test/empty-database.ts'
import { sharedMongodb, withDatabase } from '../../../../test/mongodb-uri.ts'
import { createChanges } from '../../rules/local-changes.ts'
import { type MongoDatabase, openDatabase } from '../engine/database.ts'
import { mongoContinuations } from './continuations.ts'

const uri = withDatabase(sharedMongodb(), 'patchbay-test-continuation-bounds')
let db: MongoDatabase
beforeAll(async () => {
  await emptyDatabase(uri)
  db = await openDatabase(uri, createChanges())
})
afterAll(() => db.close())

it('over all tenants there are no more than the bound, and those that were used longest ago go first', async () => {
  const megabyte = 2 ** 20
  const continuations = mongoContinuations(db, 5 * megabyte)
  await db.start()
  const ids = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(32))
  const now = Date.now()
  for (const [n, id] of ids.entries()) {
    const record = { id, tenant: `tenant-${n}`, provider: 'hubspot', account: 'main', sealed: 'x'.repeat(megabyte) }
    await continuations.put(record, new Date(now + n))
  }
  const records = await Promise.all(ids.map((id, n) => continuations.use(`tenant-${n}`, id, new Date(now))))
  expect(records.flatMap((record) => record?.id ?? [])).toEqual(ids.slice(-4))
})
