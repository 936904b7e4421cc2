import type { Change } from '@patchbay/core/store'
import { Binary, BSON, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { configuration, credential, hashOf, noon, refOf } from '../../../test/contract/samples.ts'
import { emptyDatabase, type Mongod, startMongod } from '../../../test/mongodb.ts'
import { withDatabase } from '../../../test/mongodb-uri.ts'
import { credentials } from './account-documents.ts'
import { type MongoStore, openMongoStore } from './index.ts'
import { tenants } from './tenant-document.ts'
import { remove, type Write } from './write.ts'

let mongod: Mongod
let client: MongoClient
let uri: string
let store: MongoStore

beforeAll(async () => {
  mongod = await startMongod({ standalone: true })
  uri = withDatabase(mongod.uri, 'patchbay-test-journal')
  client = new MongoClient(uri)
})
afterAll(async () => {
  await store.close()
  await client.close()
  await mongod.stop()
})
beforeEach(async () => {
  await store?.close()
  await emptyDatabase(uri)
  store = await openMongoStore(uri)
  await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
  await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
})

/** A gateway that has got as far as the journal with the removal of `acme`, and died. */
const leave = async (until: Date): Promise<void> => {
  const writes: readonly Write[] = [
    remove(tenants, { _id: { $eq: 'acme' } }),
    remove(credentials, { '_id.tenant': { $eq: 'acme' } }),
  ]
  const journal = client.db().collection<{ _id: string }>('journal')
  const left = { owner: 'a gateway that died', until, writes: new Binary(BSON.serialize({ writes })) }
  await journal.updateOne({ _id: 'journal' }, { $set: left })
}

const isGone = async () => [await store.tenants.get('acme'), await store.credentials.get(refOf('acme', 'hubspot/eu'))]

it('what a gateway that died has left undone is completed by the next that writes, before it does', async () => {
  await leave(new Date(0))
  expect(await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)).toBe('TENANT_NOT_FOUND')
  expect(await isGone()).toEqual([undefined, undefined])
})

it('or by any that looks, though none writes; and what was in memory is known to be out of date', async () => {
  const heard: Change[] = []
  store.changes.listen((change) => heard.push(change))
  await leave(new Date(0))
  await expect.poll(isGone, { timeout: 5000 }).toEqual([undefined, undefined])
  await expect.poll(() => heard, { timeout: 5000 }).toContainEqual({ kind: 'everything' })
})

it('while its turn lasts it is waited for', async () => {
  await leave(new Date(Date.now() + 500))
  const registered = store.bearerTokens.register('acme', hashOf('a'), noon)
  expect((await store.tenants.get('acme'))?.id).toBe('acme')
  expect(await registered).toMatchObject({ outcome: 'created' })
  expect(await isGone()).toEqual([undefined, undefined])
})
