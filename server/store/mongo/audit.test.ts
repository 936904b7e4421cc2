import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auditEntry } from '../../../test/contract/samples.ts'
import { emptyDatabase } from '../../../test/mongodb.ts'
import { sharedMongodb, withDatabase } from '../../../test/mongodb-uri.ts'
import { type MongoStore, openMongoStore } from './index.ts'

const uri = withDatabase(sharedMongodb(), 'patchbay-test-audit')
let store: MongoStore

beforeEach(async () => {
  await emptyDatabase(uri)
  store = await openMongoStore(uri)
})
afterEach(async () => {
  vi.useRealTimers()
  await store.close()
})

it('entries of a gateway whose clock is behind are marked, as another one may have counted past them', async () => {
  const now = Date.now()
  const counted = auditEntry(new Date(now - 15_000)).id
  await store.rollUps.commit({ counted, version: 1, put: [], settled: [] })
  vi.useFakeTimers({ toFake: ['Date'], now: now - 60_000 })
  const behind = await openMongoStore(uri)
  await behind.audit.append([auditEntry(new Date())])
  await behind.close()
  vi.useRealTimers()
  expect(await store.rollUps.late(new Date(now + 20_000))).toEqual([])
  expect(await store.rollUps.late(new Date(now + 60_000))).toHaveLength(1)
})
