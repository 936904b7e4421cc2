// Test lanes: both-stores

import { describe, expect, it } from 'vitest'
import { answer, type Behaviour, drop, hold } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture()
const made = answer(201, { id: 7 })
const newCall = () => ({ action: 'create', name: crypto.randomUUID() })

const call = async (
  body: object,
  behaviour: Behaviour = made,
  { headers = {}, token }: { headers?: Readonly<Record<string, string>>; token?: string } = {},
) => {
  upstream.play(behaviour)
  const before = upstream.requests.length
  const answered = await gateway.call('acme', 'fixture', body, { headers, ...(token !== undefined && { token }) })
  return { ...answered, sent: upstream.requests.length - before }
}

const again = { 'x-repeat': 'true' }

describe('the same write after one that ended unknown', () => {
  it('is refused, names the first and says how it is sent all the same', async () => {
    const body = newCall()
    expect((await call(body, drop())).status).toBe(502)
    const { id } = await audited()
    const refused = await call(body)
    expect(refused).toMatchObject({ sent: 0, status: 409, body: { code: 'CONFLICT', duplicate_of: id } })
    expect(refused.body.error).toMatch(/^The same call was sent \d+ seconds? ago .* add the header X-Repeat: true$/)
    expect(refused.body.details).toEqual([{ path: '', message: refused.body.error }])
    expect(await call(body, made, { headers: again })).toMatchObject({ sent: 1, status: 201 })
  })

  it('is sent where it asks for something else, or another token asks', async () => {
    const body = newCall()
    await call(body, drop())
    expect((await call({ ...body, name: `${body.name}!` })).sent).toBe(1)
    const other = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })
    expect((await call(body, made, { token: other.body.token })).sent).toBe(1)
  })

  it('is refused after one with a key, too', async () => {
    const body = newCall()
    await call(body, drop(), { headers: { 'idempotency-key': crypto.randomUUID() } })
    expect(await call(body)).toMatchObject({ sent: 0, status: 409 })
  })

  it.each(['done', 'absent'])('is sent once the first is resolved as %s', async (as) => {
    const body = newCall()
    await call(body, drop())
    await gateway.admin('POST', `/admin/calls/${(await audited()).id}/resolve`, { as })
    expect((await call(body)).sent).toBe(1)
  })
})

it('the same write after one that was done, or refused, is sent', async () => {
  for (const behaviour of [made, answer(422, {})]) {
    const body = newCall()
    await call(body, behaviour)
    expect(await call(body)).toMatchObject({ sent: 1, status: 201 })
  }
})

it('a header X-Repeat that says neither true nor false is refused', async () => {
  const { body } = await call(newCall(), made, { headers: { 'x-repeat': 'yes' } })
  expect(body).toMatchObject({ code: 'VALIDATION_ERROR', error: 'the header X-Repeat must be true or false' })
})

describe('with refuse_duplicates', () => {
  const set = (seconds: number | null) =>
    gateway.admin('PATCH', '/admin/tenants/acme', { options: { refuse_duplicates: seconds } })

  it('the same write of the same token is refused while the first runs and after it was done', async () => {
    await set(60)
    const body = newCall()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    upstream.play(hold(gate, made))
    const before = upstream.requests.length
    const first = gateway.call('acme', 'fixture', body)
    await upstream.received(before + 1)
    const during = await gateway.call('acme', 'fixture', body)
    open()
    expect((await first).status).toBe(201)
    const after = await call(body)
    const id = during.body.duplicate_of
    const { calls } = (await gateway.admin('GET', `/admin/calls/${id}`)).body
    expect(calls).toMatchObject([{ status: 201, outcome: 'ok' }])
    for (const each of [during, after])
      expect(each).toMatchObject({ status: 409, body: { code: 'CONFLICT', duplicate_of: id } })
    expect(during.body.error).toContain('is still running')
    expect(after.body.error).toContain('was carried out')
    expect(after.sent).toBe(0)
    expect((await call(body, made, { headers: again })).sent).toBe(1)
    expect((await call(body, made, { headers: { 'idempotency-key': crypto.randomUUID() } })).sent).toBe(1)
    await set(null)
    expect((await call(body)).sent).toBe(1)
  })

  it('a write that was refused by the vendor may be sent again, and one that ended unknown may not', async () => {
    await set(60)
    const [refused, unknown] = [newCall(), newCall()]
    await call(refused, answer(422, {}))
    expect((await call(refused)).sent).toBe(1)
    await call(unknown, drop())
    expect(await call(unknown)).toMatchObject({ sent: 0, status: 409 })
    await set(null)
    expect(await call(unknown)).toMatchObject({ sent: 0, status: 409 })
  })

  it.each([-1, 3601, 0.5, '60'])('%j is refused', async (seconds) => {
    const { status } = await gateway.admin('PATCH', '/admin/tenants/acme', { options: { refuse_duplicates: seconds } })
    expect(status).toBe(400)
  })
})
