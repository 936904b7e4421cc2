// Test lanes: both-stores, long-on-mongodb, slow

import { describe, expect, it } from 'vitest'
import { answer, drop, hold } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture({ env: { REQUEST_TIMEOUT_MS: '3000' } })
const made = answer(201, { id: 7 })
const newCall = () => ({ action: 'create', name: crypto.randomUUID() })

/** A write whose call ends before the vendor answers; `open` lets the vendor answer. */
const leave = async (
  how: 'hang-up' | 'deadline',
  behaviour = made,
  body: object = newCall(),
  headers: Readonly<Record<string, string>> = { 'idempotency-key': crypto.randomUUID() },
) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  upstream.play(hold(gate, behaviour), made)
  const before = upstream.requests.length
  const caller = new AbortController()
  const requestId = crypto.randomUUID()
  const pending = gateway
    .call('acme', 'fixture', body, { headers: { ...headers, 'x-request-id': requestId }, signal: caller.signal })
    .then(({ status }) => status)
    .catch(() => 'hung up')
  await upstream.received(before + 1)
  if (how === 'hang-up') caller.abort()
  expect(await pending).toBe(how === 'hang-up' ? 'hung up' : 504)
  const outcome = async () => (await gateway.admin('GET', `/admin/calls/${requestId}`)).body.calls?.[0]
  await expect.poll(outcome).toMatchObject({ outcome: 'unknown', resolution: null })
  const { id } = await audited()
  return { open, body, headers, id, outcome, sent: () => upstream.requests.length - before }
}

describe.each(['hang-up', 'deadline'] as const)('a write that was sent, and whose call ended by a %s', (how) => {
  it('is found done when the vendor answers, and its answer is kept for its key', async () => {
    const { open, body, headers, outcome, sent } = await leave(how)
    expect((await gateway.call('acme', 'fixture', body, { headers })).body.code).toBe('CONFLICT')
    open()
    await expect.poll(async () => (await outcome()).resolution).toMatchObject({ as: 'done', source: 'job' })
    const again = await gateway.call('acme', 'fixture', body, { headers })
    expect(again).toMatchObject({ status: 201, body: { data: { id: 7 }, replayed: true } })
    expect(sent()).toBe(1)
  })

  it('without a key, too; what was read before the answer came is read anew', async () => {
    const { open, outcome } = await leave(how, made, newCall(), {})
    const look = async () => (await gateway.call('acme', 'fixture', { action: 'look', id: how })).body.cache
    expect([await look(), await look()]).toEqual(['MISS', 'HIT'])
    open()
    await expect.poll(async () => (await outcome()).resolution).toMatchObject({ as: 'done', source: 'job' })
    await expect.poll(look).toBe('MISS')
  })

  it('is found absent when the vendor refuses it, and its key is free', async () => {
    const { open, body, headers, outcome, sent } = await leave(how, answer(422, {}))
    open()
    await expect.poll(async () => (await outcome()).resolution).toMatchObject({ as: 'absent', source: 'job' })
    // The key is free right after the word is in the log, as only the first word may free it.
    await expect.poll(async () => (await gateway.call('acme', 'fixture', body, { headers })).status).toBe(201)
    expect(sent()).toBe(2)
  })

  it('stays unknown when the vendor fails', async () => {
    const { open, body, headers, id, outcome, sent } = await leave(how, drop())
    open()
    const again = await gateway.call('acme', 'fixture', body, { headers })
    expect(again.body).toMatchObject({ code: 'CONFLICT', duplicate_of: id })
    expect((await outcome()).resolution).toBeNull()
    expect(sent()).toBe(1)
  })
})

it('a write that is found done is billed', async () => {
  const billing = { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1', hard_limit: false }
  await gateway.admin('PUT', '/admin/billing/acme', billing)
  const billed = async (): Promise<number> => (await gateway.admin('GET', '/admin/usage/acme')).body.cost.billable_calls
  const before = await billed()
  const { open } = await leave('hang-up')
  expect(await billed()).toBe(before)
  open()
  await expect.poll(billed).toBe(before + 1)
})
