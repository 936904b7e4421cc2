/** The answer of a write whose caller hung up waits for that caller alone, and only for as long as the caller may make the call. */
import { expect, it } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { sendAndLeave } from '../leaving-caller.ts'
import { createAgent } from '../oauth/agent.ts'
import { answer, hold } from '../providers/scripted.ts'

const { gateway, upstream } = await startFixture()
await gateway.seed('globex', { fixture: 'secret' })
const secretAnswer = answer(201, { id: 'of-the-first' })
const ownAnswer = answer(201, { id: 'own' })

/** A write of `acme` whose caller hung up, and whose answer waits. */
const leave = async () => {
  const body = { action: 'create', name: crypto.randomUUID() }
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  upstream.play(hold(gate, secretAnswer), ownAnswer)
  const before = upstream.requests.length
  const requestId = crypto.randomUUID()
  const headers = { 'x-request-id': requestId }
  const caller = await sendAndLeave(gateway.url, '/api/v1/acme/fixture', headers, body)
  await upstream.received(before + 1)
  await caller.hangUp()
  open()
  await expect
    .poll(
      async () => {
        const [call] = (await gateway.admin('GET', `/admin/calls/${requestId}`)).body.calls ?? []
        return call?.resolution?.as ?? call?.outcome
      },
      { timeout: 10_000 },
    )
    .toMatch(/^(ok|done)$/)
  return body
}

it('is given to no other token of the tenant, to no application that was let in with the token, and to no other tenant', async () => {
  const body = await leave()
  const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
  const agent = createAgent(gateway.url)
  const { access_token } = await agent.connect(await agent.register(), tokenOf('acme'))
  for (const [tenant, other] of [
    ['acme', token],
    ['acme', access_token],
    ['globex', tokenOf('globex')],
  ] as const) {
    const given = await gateway.call(tenant, 'fixture', body, { token: other })
    expect(given, `${tenant} ${other}`).toMatchObject({ status: 201, body: { data: { id: 'own' } } })
  }
})

it('is not given to its own caller who may no longer make the call', async () => {
  const body = await leave()
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: ['fixture:create'] } })
  expect(await gateway.call('acme', 'fixture', body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: null } })
  expect((await gateway.call('acme', 'fixture', body)).body.data).toEqual({ id: 'of-the-first' })
})

it('lies sealed in the store', async () => {
  await leave()
  const files = new Bun.Glob('*').scan({ cwd: gateway.dataDir, absolute: true })
  for await (const path of files)
    expect(Buffer.from(await Bun.file(path).arrayBuffer()).includes('of-the-first')).toBe(false)
})
