// Test lanes: mongodb

/** What a gateway that is killed in the middle of a transaction leaves: MongoDB keeps its documents locked for up to a minute. */
import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { turns } from '../../server/store/mongo/engine/transactions.ts'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { revocation } from '../contract/accounts/revocations.ts'
import { later, noon } from '../contract/samples.ts'
import { emptyDatabase } from '../empty-database.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-dead-gateway')

test('what it was about to end at a vendor, another gateway claims at once', async () => {
  await emptyDatabase(database)
  const store = await openMongoStore(database)
  onTestFinished(() => store.close())
  await store.revocations.add(revocation(1))
  const client = await new MongoClient(database).connect()
  onTestFinished(() => client.close())
  const session = client.startSession()
  session.startTransaction()
  const turn = { $inc: { turn: 1 }, $set: { at: new Date() } }
  await client
    .db()
    .collection<{ _id: string }>(turns.name)
    .updateOne({ _id: 'revocations' }, turn, { upsert: true, session })
  expect(await store.revocations.claim(noon, later(10))).toMatchObject({ id: revocation(1).id })
})
