// Test lanes: mongodb, long

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, test } from 'vitest'
import { migrateStore } from '../../server/migrate/migrate.ts'
import { openPlace } from '../../server/migrate/open-place.ts'
import { movedCollections } from '../../server/store/mongo/transfer.ts'

import { expectEverything } from './expect-everything.ts'
import type { Facts } from './fill-gateway.ts'
import { newDatabase, newFolder, readFacts, releasedVersions, restoreMongodb, unpackFolder } from './stored.ts'
import { startVendor } from './vendor.ts'

const vendor = startVendor()
afterAll(() => vendor.stop())

/** The keys with which `make-fixtures.ts` has sealed, or those in the folder of an embedded store. */
const keysOf = (place: string): string =>
  place.startsWith('mongodb')
    ? `tests:${Buffer.alloc(32, 'k').toString('base64url')}`
    : readFileSync(join(place, 'keys'), 'utf8').trim()

const expectOn = (place: string, facts: Facts, keys = keysOf(place)): Promise<void> => {
  const store: Record<string, string> = place.startsWith('mongodb')
    ? { MONGODB_URI: place }
    : { MONGODB_URI: '', DATA_DIR: place }
  return expectEverything({ ...store, ADMIN_API_KEY: hashToken(facts.adminKey), PATCHBAY_KEYS: keys }, facts, vendor)
}

const move = async (source: string, target: string): Promise<void> => {
  const from = await openPlace(source, 'from')
  const to = await openPlace(target, 'to')
  try {
    await migrateStore(from, to, () => undefined)
  } finally {
    await from.store.close()
    await to.store.close()
  }
}

/** Everything that is moved. Other collections forget by themselves. */
const readDatabase = async (uri: string): Promise<Readonly<Record<string, unknown>>> => {
  const client = await new MongoClient(uri).connect()
  try {
    const read = async (name: string) => [name, await client.db().collection(name).find().toArray()] as const
    const all = await Promise.all(movedCollections.map(read))
    return Object.fromEntries(all)
  } finally {
    await client.close()
  }
}

describe.each(releasedVersions)('a MongoDB of %s', (version) => {
  const facts = readFacts(version, 'mongodb')

  test('is opened, and everything is there', async () => {
    await expectOn(await restoreMongodb(version), facts)
  })

  test('is moved to an embedded store, stays as it is, and everything is there', async () => {
    const source = await restoreMongodb(version)
    const before = await readDatabase(source)
    const target = newFolder()
    await move(source, target)
    expect(await readDatabase(source)).toEqual(before)
    await expectOn(target, facts, keysOf(source))
  })

  test('is what its embedded store is moved to, and everything is there', async () => {
    const source = unpackFolder(version)
    const target = newDatabase()
    await move(source, target)
    await expectOn(target, readFacts(version, 'embedded'), keysOf(source))
  })
})
