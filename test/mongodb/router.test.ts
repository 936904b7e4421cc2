// Test lanes: mongodb

import type { Change } from '@patchbay/core/store'
import { expect, onTestFinished, test } from 'vitest'
import { configuration, noon } from '../contract/samples.ts'
import { emptyDatabase } from '../empty-database.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { startRouter } from '../router.ts'

test('behind a router whose shards hold change streams back, a change reaches other gateways all the same, once', async () => {
  const router = await startRouter(sharedMongodb(), { holdsEvents: true })
  onTestFinished(() => router.stop())
  const uri = withDatabase(router.uri, 'patchbay-test-router')
  await emptyDatabase(uri)
  const [told, other] = [await openMongoPatiently(uri), await openMongoPatiently(uri)]
  onTestFinished(async () => {
    await Promise.all([told.close(), other.close()])
  })
  const heard: Change[] = []
  other.changes.listen((change) => heard.push(change))
  const put = (tenant: string) => told.tenants.put(tenant, configuration(), { now: noon, prune: false })
  for (const tenant of ['acme', 'globex', 'initech']) {
    await put(tenant)
    await expect.poll(() => heard, { timeout: 10_000 }).toContainEqual({ kind: 'tenant', tenant })
  }
  expect(heard).toHaveLength(3)
})
