// Test lanes: mongodb, long

/** The store on another mongod than that of all other tests, where one can be had. */
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, test } from 'vitest'
import { quickFolder } from '../folders.ts'
import { findLaterMongod, type Mongod, NoMongodb, type Program, startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { openEmptyMongoStore } from './empty-mongo-store.ts'
import { storeContract } from './store.ts'

const findProgram = (): Program | NoMongodb => {
  try {
    return findLaterMongod()
  } catch (error) {
    if (error instanceof NoMongodb) return error
    throw error
  }
}
const program = findProgram()

if (program instanceof NoMongodb) {
  test.skip('the contract on a later mongod', { meta: { missing: program.message } }, () => {})
} else {
  let mongod: Mongod
  let client: MongoClient
  beforeAll(async () => {
    mongod = await startMongod(quickFolder, program)
    client = new MongoClient(withDatabase(mongod.uri, 'patchbay-test-contract'))
  })
  afterAll(async () => {
    await client.close()
    await mongod.stop()
  })

  storeContract(`mongodb ${program.version}`, () =>
    openEmptyMongoStore(client, withDatabase(mongod.uri, 'patchbay-test-contract')),
  )
}
