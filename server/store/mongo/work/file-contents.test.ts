// Test lanes: mongodb

import { randomBytes } from 'node:crypto'
import { GridFSBucket, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../../../test/empty-database.ts'
import { sharedMongodb, withDatabase } from '../../../../test/mongodb-uri.ts'
import { createChanges } from '../../rules/local-changes.ts'
import { type MongoDatabase, openDatabase } from '../engine/database.ts'
import { gridFileContents } from './file-contents.ts'

const uri = withDatabase(sharedMongodb(), 'patchbay-test-file-contents')
const client = new MongoClient(uri)
const bucket = new GridFSBucket(client.db(), { bucketName: 'file_contents' })
let db: MongoDatabase
beforeAll(async () => {
  await emptyDatabase(uri)
  db = await openDatabase(uri, createChanges())
})
afterAll(async () => {
  await db.close()
  await client.close()
})

const gather = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

it("the driver's own GridFS reads what is written here, and the reverse", async () => {
  const contents = gridFileContents(db)
  await db.start()
  const bytes = randomBytes(600_000)
  await contents.write(
    'ours',
    (async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
  expect((await gather(bucket.openDownloadStream('ours' as never))).equals(bytes)).toBe(true)
  const theirs = bucket.openUploadStreamWithId('theirs' as never, 'theirs')
  await new Promise((resolve) => theirs.end(bytes, () => resolve(undefined)))
  expect((await gather(await contents.read('theirs'))).equals(bytes)).toBe(true)
  expect(await contents.list('', 9)).toEqual(['ours', 'theirs'])
})
