// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterEach, expect, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../../../../../test/mongodb-uri.ts'
import { seeUnversioned } from './unversioned.ts'

const uri = withDatabase(sharedMongodb(), 'patchbay-test-unversioned')
const clients: MongoClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

const connect = async (appName: string): Promise<MongoClient> => {
  const client = await MongoClient.connect(uri, { appName })
  clients.push(client)
  return client
}

test('a gateway that follows the changes is seen however often one looks', async () => {
  const older = await connect('patchbay')
  const stream = older.db().collection('changes').watch()
  const opened = new Promise((resolve) => stream.once('resumeTokenChanged', resolve))
  stream.on('error', () => undefined)
  stream.on('change', () => undefined)
  await opened
  const client = await connect('patchbay-gateway')
  let missed = 0
  // If each were one look at the server, two of them would miss it.
  for (let look = 0; look < 4000; look++) if ((await seeUnversioned(client)).length === 0) missed++
  expect(missed).toBe(0)
})
