// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterAll } from 'vitest'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openEmptyMongoStore } from './empty-mongo-store.ts'
import { storeContract } from './store.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-contract')
const client = new MongoClient(database)
afterAll(() => client.close())

storeContract('mongodb', () => openEmptyMongoStore(client, database))
