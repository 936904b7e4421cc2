// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { auditEntry } from '../../../../test/contract/samples.ts'
import { emptyDatabase } from '../../../../test/empty-database.ts'
import { sharedMongodb, withDatabase } from '../../../../test/mongodb-uri.ts'
import { type MongoStore, openMongoStore } from '../index.ts'

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
  const counted = auditEntry(new Date(now - 45_000)).id
  await store.rollUps.commit({ counted, version: 1, put: [], settled: [] })
  vi.useFakeTimers({ toFake: ['Date'], now: now - 60_000 })
  const behind = await openMongoStore(uri)
  await behind.audit.append([auditEntry(new Date())])
  await behind.close()
  vi.useRealTimers()
  expect(await store.rollUps.late(new Date(now + 20_000))).toEqual([])
  expect(await store.rollUps.late(new Date(now + 60_000))).toHaveLength(1)
})

/** Makes the server refuse entries of one tenant, until `accept` is called. */
const refuseEntriesOf = async (tenant: string) => {
  const client = new MongoClient(uri)
  const validate = (validator: object) => client.db().command({ collMod: 'audit', validator })
  onTestFinished(async () => {
    await validate({})
    await client.close()
  })
  await validate({ tenant: { $ne: tenant } })
  return { accept: () => validate({}) }
}

it('a batch with an entry that the server refuses is not acknowledged, and is there once when it is appended again', async () => {
  const now = Date.now()
  const [first, second, refused] = ['acme', 'acme', 'refused'].map((tenant, nth) =>
    auditEntry(new Date(now), { tenant }, nth),
  )
  if (!first || !second || !refused) throw new Error('the entries are missing')
  const { accept } = await refuseEntriesOf('refused')
  await store.audit.append([first])
  await expect(store.audit.append([first, refused, second])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await accept()
  await store.audit.append([first, refused, second])
  expect(await store.audit.query({ limit: 10 })).toEqual([refused, second, first])
})

it('a moved entry keeps the members that a later version gave it', async () => {
  const client = new MongoClient(uri)
  onTestFinished(() => client.close())
  const collection = client.db().collection<{ readonly _id: string }>('audit')
  const entry = auditEntry(new Date())
  await store.audit.append([entry])
  await collection.updateOne({ _id: entry.id }, { $set: { later: { is: 'kept' } } })
  const { audit } = store.transfer.records
  const moved = await audit.read({ limit: 10, after: null })
  await audit.clear()
  await audit.write(moved)
  expect(await collection.findOne({ _id: entry.id })).toMatchObject({ tenant: 'acme', later: { is: 'kept' } })
  expect(await store.audit.query({ limit: 10 })).toEqual([{ ...entry, later: { is: 'kept' } }])
})
