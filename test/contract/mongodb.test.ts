// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterAll } from 'vitest'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { removeDocuments } from '../empty-database.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { storeContract } from './store.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-contract')
const client = new MongoClient(database)
afterAll(() => client.close())

storeContract('mongodb', async () => {
  await removeDocuments(client.db())
  let store = await openMongoStore(database)
  return {
    store,
    async reopen() {
      await store.close()
      store = await openMongoStore(database)
      return store
    },
    remove: () => store.close(),
  }
})
