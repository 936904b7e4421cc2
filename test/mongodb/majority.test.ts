// Test lanes: mongodb, long

import { expect, onTestFinished, test } from 'vitest'
import { searchFor } from '../e2e/stage.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startReplicaSet } from '../replica-set.ts'
import { startServerProcess } from '../server-process.ts'

const healed = { timeout: 20_000 }

test('while writes reach no majority of the replica set calls are UNAVAILABLE; when they do all heals by itself', {
  timeout: 60_000,
}, async () => {
  const hubspot = startHubspot()
  const set = await startReplicaSet()
  const server = await startServerProcess({
    env: {
      MONGODB_URI: withDatabase(set.uri, 'patchbay-test-majority'),
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
    },
  })
  onTestFinished(async () => {
    set.signalSecondary('SIGCONT')
    await server.stop()
    await Promise.all([set.stop(), hubspot.stop()])
  })
  await server.seed('acme', { hubspot: 'hubspot-access-token' })
  const call = (id: string) =>
    server.call('acme', 'hubspot', searchFor('ada@example.com'), {
      headers: { 'x-request-id': id, 'cache-control': 'no-cache' },
    })
  const health = async () => (await server.send('GET', '/health', {})).body.services

  set.signalSecondary('SIGSTOP')
  const [surprised, changed] = await Promise.all([
    // The provider answers before the store is known to fail, so the caller gets the answer.
    call('surprised'),
    server.admin('POST', '/admin/auth', { tenant_id: 'acme', token: 'another-token-of-acme' }),
  ])
  expect([surprised.status, changed.status]).toEqual([200, 503])
  expect(await call('refused')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await expect.poll(health, healed).toEqual({ kv: 'down', d1: 'down' })

  set.signalSecondary('SIGCONT')
  await expect.poll(health, healed).toEqual({ kv: 'up', d1: 'up' })
  expect((await call('after')).status).toBe(200)
  const { body } = await server.admin('GET', '/admin/audit?source=rest&tenant=acme')
  expect(body.entries.map(({ request_id }: Record<string, string>) => request_id)).toEqual(
    expect.arrayContaining(['surprised', 'refused', 'after']),
  )
})
