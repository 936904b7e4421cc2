// Test lanes: both-stores

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, type Behaviour, drop, hold } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture({ env: { MAX_RESPONSE_BYTES: '1048576' } })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })
const billing = { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1', hard_limit: false }
await gateway.admin('PUT', '/admin/billing/acme', billing)
const billed = async (): Promise<number> => (await gateway.admin('GET', '/admin/usage/acme')).body.cost.billable_calls

const create = { action: 'create', name: 'Ada' }
const made = answer(201, { id: 7, name: 'Ada', tags: ['a', 'b'] })

const newKey = (): string => crypto.randomUUID()

/** Calls with a key; `sent` is how many requests the vendor got of it. */
const callWith = async (
  key: string,
  body: object = create,
  behaviours: readonly Behaviour[] = [made],
  token?: string,
) => {
  upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
  const before = upstream.requests.length
  const answered = await gateway.call('acme', 'fixture', body, {
    headers: { 'idempotency-key': key },
    ...(token !== undefined && { token }),
  })
  return { ...answered, sent: upstream.requests.length - before }
}

describe('a write that was done under a key', () => {
  it('is answered again under that key: nothing is sent, nothing is billed, and the log says so', async () => {
    const key = newKey()
    const first = await callWith(key)
    const { id } = await audited()
    const bill = await billed()
    const again = await callWith(key)
    expect([first.sent, again.sent]).toEqual([1, 0])
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    expect(again).toMatchObject({ status: 201, body: { ...first.body, replayed: true } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await billed()).toBe(bill)
    const entry = await audited()
    expect(entry).toMatchObject({ action: 'create', outcome: 'ok', code: null, status: 201, billable: false })
    expect(entry.id).not.toBe(id)
    const { calls } = (await gateway.admin('GET', `/admin/calls/${entry.id}`)).body
    expect(calls).toMatchObject([{ reason: `Replay of the call ${id}: nothing was sent`, tries: [] }])
  })

  it('has its key in the log with the ends only, and so have its repeats; without a key there is none', async () => {
    const key = 'signup-of-ada@example.com'
    const ids: string[] = []
    for (const body of [create, create, { ...create, name: 'Bob' }]) {
      await callWith(key, body)
      ids.push((await audited()).id)
    }
    for (const id of ids) {
      const { body } = await gateway.admin('GET', `/admin/calls/${id}`)
      expect(body.calls).toMatchObject([{ idempotency_key: 'sign….com' }])
      expect(JSON.stringify(body)).not.toContain('ada@')
    }
    expect(await audited()).toMatchObject({ code: 'CONFLICT', idempotency_key: 'sign….com' })
    upstream.play(made)
    await gateway.call('acme', 'fixture', { ...create, name: newKey() })
    const entry = await audited()
    expect(entry).not.toHaveProperty('idempotency_key')
    const { calls } = (await gateway.admin('GET', `/admin/calls/${entry.id}`)).body
    expect(calls).toMatchObject([{ idempotency_key: null }])
  })

  it('is shaped for whoever asks, another token too', async () => {
    const key = newKey()
    await callWith(key)
    const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })
    const again = await callWith(key, { ...create, result_fields: ['id', 'nope'] }, [made], body.token)
    expect(again).toMatchObject({ sent: 0, body: { data: { id: 7 }, replayed: true, unmatched_fields: ['nope'] } })
  })

  it('is refused to whom the policy refuses the action', async () => {
    const key = newKey()
    await callWith(key)
    const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', deny: ['fixture:create'] })
    expect((await callWith(key, create, [made], body.token)).body.code).toBe('FORBIDDEN')
  })

  it('is refused with other parameters, and the first call is named', async () => {
    const key = newKey()
    await callWith(key)
    const { id } = await audited()
    const other = await callWith(key, { ...create, name: 'Bob' })
    expect(other).toMatchObject({ sent: 0, status: 409, body: { code: 'CONFLICT', duplicate_of: id } })
    expect(other.body.error).toContain(`belongs to the call ${id}, which had other parameters`)
    expect((await callWith(key)).body.replayed).toBe(true)
  })

  it('is another write at another action', async () => {
    const key = newKey()
    await callWith(key)
    expect(await callWith(key, { action: 'book', name: 'Ada' })).toMatchObject({ sent: 1, status: 201 })
  })

  it('binds a raw write too', async () => {
    const key = newKey()
    const raw = { action: 'raw', method: 'POST', path: '/things', body: { a: 1 } }
    await callWith(key, raw)
    expect(await callWith(key, raw)).toMatchObject({ sent: 0, body: { replayed: true } })
  })

  it('is told to be done where its answer is too large to be kept', async () => {
    const key = newKey()
    expect((await callWith(key, create, [answer(201, { text: 'x'.repeat(300_000) })])).status).toBe(201)
    const { id } = await audited()
    const again = await callWith(key)
    expect(again).toMatchObject({ sent: 0, status: 409, body: { code: 'CONFLICT', duplicate_of: id } })
    expect(again.body.error).toContain('was carried out, and its answer is not kept')
  })

  it('is told to be done where its answer couldn’t be handed on', async () => {
    const key = newKey()
    const noJson = answer(200, 'x', { 'content-type': 'application/json' })
    expect((await callWith(key, create, [noJson])).status).toBe(502)
    expect(await callWith(key)).toMatchObject({ sent: 0, status: 409, body: { code: 'CONFLICT' } })
  })
})

describe('a key is free again', () => {
  it.each<[what: string, behaviour: Behaviour, status: number]>([
    ['after a refusal', answer(422, {}), 422],
    ['after a rate limit', answer(429, {}), 429],
  ])('%s', async (_what, behaviour, status) => {
    const key = newKey()
    expect((await callWith(key, create, [behaviour])).status).toBe(status)
    expect(await callWith(key, { ...create, name: 'Bob' })).toMatchObject({ sent: 1, status: 201 })
    expect((await callWith(key, { ...create, name: 'Bob' })).body.replayed).toBe(true)
  })
})

it('a key whose call still runs is refused for the moment, and the call is sent once', async () => {
  const key = newKey()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  upstream.play(hold(gate, made))
  const before = upstream.requests.length
  const headers = { 'idempotency-key': key }
  const first = gateway.call('acme', 'fixture', create, { headers })
  await upstream.received(before + 1)
  const second = await gateway.call('acme', 'fixture', create, { headers })
  expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT', retry_after: 1 } })
  open()
  expect((await first).status).toBe(201)
  expect(second.body.duplicate_of).toMatch(/^[0-9a-f-]{36}$/)
  expect((await gateway.call('acme', 'fixture', create, { headers })).body.replayed).toBe(true)
  expect(upstream.requests.length).toBe(before + 1)
})

it('of fifty calls at once with one key, one is sent', async () => {
  const key = newKey()
  upstream.play(async (response, scene) => {
    await setTimeout(20)
    await made(response, scene)
  })
  const before = upstream.requests.length
  const headers = { 'idempotency-key': key }
  const all = await Promise.all(Array.from({ length: 50 }, () => gateway.call('acme', 'fixture', create, { headers })))
  expect(upstream.requests.length).toBe(before + 1)
  expect(new Set(all.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
  expect(all.filter(({ status, body }) => status === 201 && !body.replayed)).toHaveLength(1)
})

describe('a key whose call ended unknown', () => {
  it('is refused, and says what to do; once it is resolved it is done or free', async () => {
    for (const as of ['done', 'absent']) {
      const key = newKey()
      expect((await callWith(key, create, [drop()])).status).toBe(502)
      const { id } = await audited()
      const again = await callWith(key)
      expect(again).toMatchObject({ sent: 0, status: 409, body: { code: 'CONFLICT', duplicate_of: id } })
      expect(again.body.details).toEqual([{ path: '', message: again.body.error }])
      expect(again.body.error).toContain(`Nobody knows whether the call ${id}`)
      await gateway.admin('POST', `/admin/calls/${id}/resolve`, { as })
      const resolved = await callWith(key)
      expect(resolved).toMatchObject(as === 'done' ? { sent: 0, status: 409 } : { sent: 1, status: 201 })
    }
  })
})

it('a key that no vendor would take is refused', async () => {
  const { body } = await callWith('a b')
  expect(body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining('Idempotency-Key') })
})

it('a read takes no key', async () => {
  const key = newKey()
  const get = { action: 'get', id: '1' }
  await callWith(key, get, [answer(200, {})])
  expect(await callWith(key, get, [answer(200, {})])).toMatchObject({ sent: 1, status: 200 })
})

it('a dry run takes no key', async () => {
  const key = newKey()
  expect(await callWith(key, { ...create, dry_run: true })).toMatchObject({ sent: 0, status: 200 })
  expect(await callWith(key)).toMatchObject({ sent: 1, status: 201 })
})

it('one tenant’s key is not another’s', async () => {
  const key = newKey()
  await callWith(key)
  await gateway.seed('globex', { fixture: 'another' })
  const before = upstream.requests.length
  const { body } = await gateway.call('globex', 'fixture', create, {
    headers: { 'idempotency-key': key },
    token: tokenOf('globex'),
  })
  expect(body).not.toHaveProperty('replayed')
  expect(upstream.requests.length).toBe(before + 1)
})
