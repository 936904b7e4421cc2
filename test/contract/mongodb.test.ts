// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { request } from './accounts/with-seed.ts'
import { openEmptyMongoStore } from './empty-mongo-store.ts'
import { configuration, credential, noon, refOf, seed } from './samples.ts'
import { storeContract } from './store.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-contract')
const client = new MongoClient(database)
afterAll(() => client.close())

storeContract('mongodb', () => openEmptyMongoStore(client, database))

test('a refused refresh token and a rejected credential at one moment, at two gateways, begin one need', async () => {
  const { store, remove } = await openEmptyMongoStore(client, database)
  const other = await openMongoPatiently(database)
  onTestFinished(() => Promise.all([remove(), other.close()]).then(() => undefined))
  const paths = Array.from({ length: 12 }, (_, n) => `hubspot/account-${n}`)
  await store.tenants.put('acme', configuration(...paths), { now: noon, prune: false })
  const begin = async (path: string) => {
    const ref = refOf('acme', path)
    await store.credentials.put(ref, credential(), noon)
    await store.seeds.put(ref, seed(), noon)
    const version = (await store.credentials.get(ref))?.version ?? ''
    const claim = await store.seeds.claim(ref, request('a', version))
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome)
    const refusal = { owner: 'a', seed: claim.seed.version, credential: version, refused: 'grant' } as const
    const [refused, rejected] = await Promise.all([
      store.seeds.fail(ref, { ...refusal, error: 'invalid_grant', retryInMs: null }),
      other.credentials.recordVerdict(ref, version, noon),
    ])
    expect(await store.seeds.get(ref)).toMatchObject({ status: 'needs_reauth', error: 'invalid_grant', failures: 1 })
    return [refused, rejected]
  }
  for (const path of paths) expect((await begin(path)).filter(Boolean)).toHaveLength(1)
})
