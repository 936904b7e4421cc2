/** Vitest's global set-up of the project `mongodb`: one MongoDB for all of its files. */
import { dropTestDatabases } from './empty-database.ts'
import { quickFolder } from './folders.ts'
import { type Mongod, startMongod } from './mongodb.ts'

const given = process.env.TEST_MONGODB_URI
let mongod: Mongod | undefined

export const setup = async (): Promise<void> => {
  if (given) return
  mongod = await startMongod(quickFolder)
  // The processes that run the tests are started after this, and inherit it.
  process.env.TEST_MONGODB_URI = mongod.uri
}

export const teardown = async (): Promise<void> => {
  if (given) await dropTestDatabases(given)
  await mongod?.stop()
}
