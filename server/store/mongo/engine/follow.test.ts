// Test lanes: mongodb

import type { Change } from '@patchbay/core/store'
import { MongoClient } from 'mongodb'
import { expect, it, onTestFinished } from 'vitest'
import { configuration, noon } from '../../../../test/contract/samples.ts'
import { sharedMongodb, withDatabase } from '../../../../test/mongodb-uri.ts'
import { openMongoStore } from '../index.ts'

it('after a stream that can not be resumed, everything counts as changed and later changes are announced', async () => {
  const uri = withDatabase(sharedMongodb(), 'patchbay-test-follow')
  const [store, other] = await Promise.all([openMongoStore(uri), openMongoStore(uri)])
  const client = new MongoClient(uri)
  onTestFinished(async () => {
    await Promise.all([store.close(), other.close(), client.close()])
  })
  const heard: Change[] = []
  store.changes.listen((change) => heard.push(change))

  // Dropping the collection ends its stream for good.
  await client.db().collection('changes').drop()
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([{ kind: 'everything' }])
  await other.tenants.put('acme', configuration(), { now: noon, prune: false })
  await expect.poll(() => heard, { timeout: 2000 }).toContainEqual({ kind: 'tenant', tenant: 'acme' })
})
