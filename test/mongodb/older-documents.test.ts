// Test lanes: mongodb

import { toTokenId } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MongoStore } from '../../server/store/mongo/index.ts'
import { billingOf, configuration, hashOf, later, noon } from '../contract/samples.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'

const uri = withDatabase(sharedMongodb(), 'patchbay-test-older-documents')
const client = new MongoClient(uri)
let store: MongoStore
beforeAll(async () => {
  await client.db().dropDatabase()
  store = await openMongoPatiently(uri)
})
afterAll(async () => {
  await store.close()
  await client.close()
})

test('a tenant and a billing configuration without versions have one that changes with the next write', async () => {
  await store.tenants.put('acme', configuration(), { now: noon, prune: false })
  await store.billing.put('acme', billingOf(), noon)
  for (const name of ['tenants', 'billing'])
    await client
      .db()
      .collection(name)
      .updateMany({}, { $unset: { version: 1 } })
  const tenant = await store.tenants.get('acme')
  const billing = await store.billing.get('acme')
  expect([tenant?.version, billing?.version]).toEqual([noon.toISOString(), noon.toISOString()])

  const seen: unknown[] = []
  const change = (current: typeof tenant) => {
    seen.push(current?.version)
    return configuration()
  }
  await store.tenants.put('acme', change, { now: later(0), prune: false })
  await store.billing.put('acme', billingOf(), later(0), (current) => seen.push(current?.version))
  expect(seen).toEqual([tenant?.version, billing?.version])
  expect((await store.tenants.get('acme'))?.version).not.toBe(tenant?.version)
  expect((await store.billing.get('acme'))?.version).not.toBe(billing?.version)
})

test('members that a later version has added stay when a document is written back', async () => {
  await store.tenants.put('acme', configuration(), { now: noon, prune: false })
  await store.billing.put('acme', billingOf(), noon)
  await store.tenantTokens.register('acme', hashOf('a'), noon)
  const names = ['tenants', 'billing', 'bearer_tokens']
  const added = { added_later: { deep: [1] } }
  for (const name of names) await client.db().collection(name).updateMany({}, { $set: added })

  await store.tenants.put('acme', { ...configuration(), name: 'Another' }, { now: later(0), prune: false })
  await store.billing.put('acme', billingOf(), later(0))
  await store.tenantTokens.change('acme', toTokenId(hashOf('a')), { label: 'Another' })
  await store.tenantTokens.register('acme', hashOf('a'), later(0), { deny: ['*:write'] })
  for (const name of names) expect(await client.db().collection(name).findOne()).toMatchObject(added)
})

test('a file of an earlier version, whose token and call were not recorded, counts as sent by nobody known', async () => {
  const id = '01930000-0000-7000-8000-000000000001'
  await store.files.add(
    {
      id,
      tenant: 'acme',
      token_id: 'token',
      token_hash: hashOf('a'),
      grant_id: null,
      name: null,
      media_type: 'image/png',
      origin: { provider: 'drive', account: 'main', action: 'download' },
      bytes: 1,
      sha256: null,
      created_at: msOf(noon),
      expires_at: msOf(later(10)),
      link_hash: null,
      link_expires_at: null,
    },
    1,
    { count: 9, bytes: 9 },
  )
  await client
    .db()
    .collection('stored_files')
    .updateMany({}, { $unset: { token_hash: 1, origin: 1 } })
  expect(await store.files.get(id)).toMatchObject({ token_hash: null, origin: null })
  expect(await store.files.totalBytes()).toBe(1)
})
