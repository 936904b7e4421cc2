import { read, write } from '@patchbay/core/provider'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { fixture, variant } from '../call-path/fixture-provider.ts'
import { secret, startFixture } from '../call-path/start-fixture.ts'
import { openConsent, decide as post } from '../oauth/user.ts'
import { answer, type Behaviour, drop } from '../providers/scripted.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { createAsker } from './start-asking.ts'

const id = Type.String()
const get = read('GET /notes/{id}', { description: 'Get a note', params: { id } })
const confirm = { read: get, params: { id: ({ id: of }: { id: string }) => of }, shows: () => undefined }
const update = write('PATCH /notes/{id}', {
  description: 'Update a note',
  params: { id, title: Type.String() },
  confirm,
})
const blind = write('DELETE /notes/{id}', { description: 'Delete a note that no read shows', params: { id } })
const receiver = startWebhookReceiver()
const { gateway, upstream } = await startFixture({
  providers: [fixture, variant('notes', { actions: { get, update, blind } })],
  env: { ALLOWED_PRIVATE_HOSTS: receiver.host, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
})
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['*:write'] } })
const { show, decide, ended, mint, countSent } = createAsker(gateway, upstream)

const ask = async (body: object): Promise<string> => {
  const { body: answered } = await gateway.call('acme', 'notes', body)
  return answered.data.approval_id
}
const askUpdate = () => ask({ action: 'update', id: '7', title: crypto.randomUUID() })
const look = async (approval: string, behaviour: Behaviour) => {
  upstream.play(behaviour)
  return gateway.admin('GET', `/admin/approvals/${approval}/now`)
}

it('who decides sees what is there before the call changes it, without the credential', async () => {
  const approval = await askUpdate()
  const sent = countSent()
  const { status, body } = await look(approval, answer(200, { id: '7', title: 'As it was', echo: secret }))
  expect([status, body.read, body.reason]).toEqual([200, 'get', null])
  expect(body.data).toMatchObject({ id: '7', title: 'As it was' })
  expect(JSON.stringify(body)).not.toContain('7f3a')
  expect(sent()).toBe(1)
  expect(upstream.requests.at(-1)).toMatchObject({ method: 'GET', url: '/notes/7' })
})

it('a read that fails says why, or that nothing is there, and the call is decided all the same', async () => {
  const approval = await askUpdate()
  for (const status of [404, 410])
    expect((await look(approval, answer(status, {}))).body).toEqual({ read: 'get', data: null, reason: null })
  for (const [behaviour, reason] of [
    [answer(403, { message: 'no' }), /answered 403$/],
    [answer(200, { text: 'x'.repeat(70_000) }), /^What is there is larger than 64 KiB$/],
    [drop(), /./],
  ] as const)
    expect((await look(approval, behaviour)).body).toEqual({
      read: 'get',
      data: null,
      reason: expect.stringMatching(reason),
    })
  upstream.play(answer(200, { id: '7' }))
  expect((await decide(approval, (await show(approval)).digest)).body.state).toBe('approved')
  expect(await ended(approval)).toMatchObject({ state: 'done' })
})

it('nothing is read where no read shows it, where it is decided, and for who may not decide', async () => {
  const nothing = { read: null, data: null, reason: null }
  const sent = countSent()
  const hidden = await ask({ action: 'blind', id: '7' })
  expect((await look(hidden, answer(200, {}))).body).toEqual(nothing)
  const refused = await askUpdate()
  const { digest } = await show(refused)
  const { key } = (await gateway.admin('POST', '/admin/keys', { name: 'Vera', role: 'viewer' })).body
  const path = `/admin/approvals/${refused}/now`
  expect((await gateway.admin('GET', path, undefined, { 'x-admin-key': key })).status).toBe(403)
  expect((await gateway.send('GET', path, {})).status).toBe(401)
  await decide(refused, digest, 'refuse')
  expect((await look(refused, answer(200, {}))).body).toEqual(nothing)
  expect(sent()).toBe(0)
})

it('a tenant that does not allow the read shows why, and nothing is read', async () => {
  const approval = await askUpdate()
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: ['notes:get'] } })
  const sent = countSent()
  expect((await look(approval, answer(200, {}))).body.reason).toContain('get')
  expect(sent()).toBe(0)
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: null } })
})

it('of a tenant that is suspended nothing is read, and it says why', async () => {
  const approval = await askUpdate()
  await gateway.admin('PATCH', '/admin/tenants/acme', { status: 'suspended' })
  const sent = countSent()
  const { body } = await look(approval, answer(200, { id: '7' }))
  expect(body).toEqual({ read: 'get', data: null, reason: 'The tenant is suspended' })
  expect(sent()).toBe(0)
  await gateway.admin('PATCH', '/admin/tenants/acme', { status: 'active' })
  expect((await look(approval, answer(200, { id: '7' }))).body.data).toMatchObject({ id: '7' })
})

it('the page of the link shows it to a token that may read it, after the proof', async () => {
  const approval = await askUpdate()
  const find = () =>
    receiver.received.find(({ type, data }) => type === 'approval.waiting' && data.approval_id === approval)
  await expect.poll(find).toBeDefined()
  const path = new URL(find()?.data.url).pathname
  const open = async (members: object) => {
    const { token } = await mint({ approve: ['notes:update'], ...members })
    upstream.play(answer(200, { id: '7', title: 'As it was <b>' }))
    const page = await openConsent(gateway.url + path)
    expect(page.text).not.toContain('As it was')
    return (await post(gateway.url, page, { decision: 'continue', token }, path)).text
  }
  expect(await open({})).toContain('As it was &lt;b&gt;')
  const sent = countSent()
  const narrow = await open({ deny: ['notes:get'] })
  expect(narrow).toContain('What is there now')
  expect(narrow).not.toContain('As it was')
  expect(narrow).toContain('Approve')
  expect(sent()).toBe(0)
})
