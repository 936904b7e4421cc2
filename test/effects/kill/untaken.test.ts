// Test lanes: both-stores, slow

import { expect, it, onTestFinished } from 'vitest'
import { sendAndLeave } from '../../leaving-caller.ts'
import { answer, hold, startScripted } from '../../providers/scripted.ts'
import { startServerProcess } from '../../server-process.ts'

it('an answer that nobody took outlives its gateway', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const vendor = await startScripted(hold(gate, answer(201, { id: '7', properties: {} })), answer(201, { id: '8' }))
  onTestFinished(() => vendor.stop())
  const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }) }
  const first = await startServerProcess({ env })
  await first.seed('acme', { hubspot: 'a-token' })
  const body = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
  const headers = { 'x-request-id': 'left' }
  const caller = await sendAndLeave(first.url, '/api/v1/acme/hubspot', headers, body)
  await vendor.received(1)
  await caller.hangUp()
  open()
  const state = async () => {
    const [call] = (await first.admin('GET', '/admin/calls/left')).body.calls ?? []
    return call?.resolution?.as ?? call?.outcome
  }
  await expect.poll(state, { timeout: 20_000 }).toMatch(/^(ok|done)$/)
  await first.end('SIGKILL')

  const second = await startServerProcess({ env, dataDir: first.dataDir, adminKey: first.adminKey })
  onTestFinished(() => second.stop())
  const again = await second.call('acme', 'hubspot', body)
  expect(again).toMatchObject({ status: 201, body: { data: { id: '7' }, replayed: true } })
  expect(vendor.requests).toHaveLength(1)
})
