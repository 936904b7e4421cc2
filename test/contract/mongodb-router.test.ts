// Test lanes: mongodb, long

/** The store behind a server that answers as a mongos: another topology of the driver, with other transactions and no names of sets. */
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll } from 'vitest'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { type Router, startRouter } from '../router.ts'
import { openEmptyMongoStore } from './empty-mongo-store.ts'
import { storeContract } from './store.ts'

const name = 'patchbay-test-contract-router'
const client = new MongoClient(withDatabase(sharedMongodb(), name))
let router: Router
beforeAll(async () => {
  router = await startRouter(sharedMongodb())
})
afterAll(async () => {
  await client.close()
  await router.stop()
})

storeContract('mongodb behind a router', () => openEmptyMongoStore(client, withDatabase(router.uri, name)))
