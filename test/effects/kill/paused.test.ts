// Test lanes: mongodb, slow, long

import { afterEach, expect, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../../mongodb-uri.ts'
import { answer, hold, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

const running: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})

const readEntry = async (server: ServerProcess, requestId: string) =>
  (await server.admin('GET', `/admin/audit?source=rest&request_id=${requestId}`)).body.entries[0]

test('a gateway that was paused for longer than its lease, right before it sent a write, does not send it', async () => {
  const vendor = await startScripted(answer(201, { id: '1', properties: {} }))
  const env = {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-paused'),
  }
  const other = await startServerProcess({ env })
  await other.seed('acme', { hubspot: 'a-token' })
  const paused = await startServerProcess({
    env: { ...env, DIE_AT: 'intent written', DIE_BY: 'SIGSTOP' },
    adminKey: other.adminKey,
    preload: `${import.meta.dirname}/die-at-write.ts`,
  })
  running.push(paused, other, vendor)
  paused.child.kill('SIGWINCH')
  await expect.poll(() => paused.output.stdout).toContain('armed')

  const body = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
  const call = paused.call('acme', 'hubspot', body, { headers: { 'x-request-id': 'paused' } })
  // The other one takes it for dead once its lease is over.
  await expect.poll(async () => (await readEntry(other, 'paused'))?.outcome).toBe('unknown')
  paused.child.kill('SIGCONT')

  expect(await call).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(vendor.requests).toHaveLength(0)
  const { id } = await readEntry(other, 'paused')
  await expect
    .poll(async () => (await other.admin('GET', `/admin/calls/${id}`)).body.calls[0].resolution)
    .toMatchObject({ as: 'absent', source: 'job' })
})

test('one that was paused while the vendor had the write tells what became of it, and keeps the answer for the key', async () => {
  const gate = Promise.withResolvers<void>()
  const vendor = await startScripted(hold(gate.promise, answer(201, { id: '1', properties: {} })))
  const env = {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-paused-later'),
  }
  const other = await startServerProcess({ env })
  await other.seed('acme', { hubspot: 'a-token' })
  const paused = await startServerProcess({ env, adminKey: other.adminKey })
  running.push(paused, other, vendor)

  const body = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
  const headers = { 'idempotency-key': 'the-key', 'x-request-id': 'paused' }
  const call = paused.call('acme', 'hubspot', body, { headers })
  await expect.poll(() => vendor.requests).toHaveLength(1)
  paused.child.kill('SIGSTOP')
  await expect.poll(async () => (await readEntry(other, 'paused'))?.outcome).toBe('unknown')
  gate.resolve()
  paused.child.kill('SIGCONT')

  expect(await call).toMatchObject({ status: 201, body: { data: { id: '1' } } })
  const { id } = await readEntry(other, 'paused')
  await expect
    .poll(async () => (await other.admin('GET', `/admin/calls/${id}`)).body.calls[0].resolution)
    .toMatchObject({ as: 'done', source: 'job' })
  expect(await other.call('acme', 'hubspot', body, { headers: { 'idempotency-key': 'the-key' } })).toMatchObject({
    status: 201,
    body: { data: { id: '1' } },
  })
  expect(vendor.requests).toHaveLength(1)
})
