// Test lanes: both-stores, long-on-mongodb, slow

import { describe, expect, it } from 'vitest'
import { startAsking } from '../approvals/start-asking.ts'
import { tokenOf } from '../client.ts'
import { createAgent } from '../oauth/agent.ts'
import { openConsent, decide as post } from '../oauth/user.ts'
import { answer } from '../providers/scripted.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'

const receiver = startWebhookReceiver()
const stage = await startAsking({
  env: { ALLOWED_PRIVATE_HOSTS: receiver.host, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
})
const { gateway, upstream, ask, show, decide, decideAs, withdraw, ended, mint, countSent } = stage

const create = () => ({ action: 'create', name: crypto.randomUUID() })
const yes = async (id: string) => ({ decision: 'approve', digest: (await show(id)).digest })

/** Decides as somebody, expects that nothing is sent, and returns the answer's status. */
const tryAs = async (id: string, token: string): Promise<number> => {
  const sent = countSent()
  const { status } = await decideAs(id, token, await yes(id))
  expect([(await show(id)).state, sent()]).toEqual(['waiting', 0])
  return status
}

describe('who asked does not decide', () => {
  it('the token itself, whatever it may approve', async () => {
    const { token } = await mint({ approve: ['fixture:*'] })
    expect(await tryAs(await ask(create(), {}, token), token)).toBe(403)
  })

  it('the token of a user for an application that it let in, if it is asked itself; and no application ever', async () => {
    const { token } = await mint({ approve: ['fixture:*'], ask: ['fixture:write'] })
    const agent = createAgent(gateway.url)
    const { access_token } = await agent.connect(await agent.register(), token)
    const id = await ask(create(), {}, access_token)
    expect(await tryAs(id, token)).toBe(403)
    expect(await tryAs(await ask(create()), access_token)).toBe(404)
  })

  it('a token without `approve`, or with it for something else, learns nothing', async () => {
    const id = await ask(create())
    for (const members of [{}, { approve: ['fixture:read'] }, { approve: ['fixture:write@other'] }])
      expect(await tryAs(id, (await mint(members)).token)).toBe(404)
  })

  it('another tenant learns nothing, even with a token that approves everything', async () => {
    await gateway.seed('globex', { fixture: 'x' })
    await gateway.admin('POST', '/admin/auth', {
      tenant_id: 'globex',
      token: tokenOf('globex'),
      approve: ['*:*'],
    })
    const id = await ask(create())
    const headers = { authorization: `Bearer ${tokenOf('globex')}` }
    for (const tenant of ['globex', 'acme']) {
      const path = `/api/v1/${tenant}/approvals/${id}/decision`
      expect([401, 404]).toContain((await gateway.send('POST', path, headers, await yes(id))).status)
    }
    expect((await show(id)).state).toBe('waiting')
  })
})

describe('roles', () => {
  const keyFor = async (role: string): Promise<string> =>
    (await gateway.admin('POST', '/admin/keys', { name: role, role })).body.key
  const as = (key: string, method: string, path: string, body?: unknown) =>
    gateway.send(method, path, { 'x-admin-key': key }, body)

  it('an operator neither decides nor gets a token that does', async () => {
    const key = await keyFor('operator')
    const id = await ask(create())
    const decision = await as(key, 'POST', `/admin/approvals/${id}/decision`, await yes(id))
    expect(decision.status).toBe(403)
    const { token_id } = await mint({ approve: ['*:write'] })
    for (const [method, path, body] of [
      ['POST', '/admin/auth', { tenant_id: 'acme', approve: ['*:write'] }],
      ['PATCH', `/admin/auth/acme/${token_id}`, { approve: ['*:*'] }],
      ['POST', `/admin/auth/acme/${token_id}/rotate`, {}],
    ] as const)
      expect([path, (await as(key, method, path, body)).status]).toEqual([path, 403])
    expect((await show(id)).state).toBe('waiting')
  })

  it('an approver decides, and changes nothing else', async () => {
    const key = await keyFor('approver')
    const id = await ask(create())
    expect((await as(key, 'PATCH', '/admin/tenants/acme', { options: { ask: null } })).status).toBe(403)
    upstream.play(answer(201, {}))
    expect((await as(key, 'POST', `/admin/approvals/${id}/decision`, await yes(id))).status).toBe(200)
    expect(await ended(id)).toMatchObject({ state: 'done' })
  })

  it('where two are needed, one person does not say yes twice, and one no ends it', async () => {
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { approvals_needed: 2 } })
    const [first, second] = [await ask(create()), await ask(create())]
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { approvals_needed: null } })
    const { digest } = await show(first)
    expect((await decide(first, digest)).body).toMatchObject({ state: 'waiting' })
    expect((await decide(first, digest)).body).toMatchObject({ code: 'CONFLICT' })
    const { token } = await mint({ approve: ['fixture:create'] })
    const sent = countSent()
    upstream.play(answer(201, {}))
    expect((await decideAs(first, token, { decision: 'approve', digest })).body.data).toMatchObject({
      state: 'approved',
    })
    expect((await ended(first)).decisions).toHaveLength(2)
    expect(sent()).toBe(1)
    await decideAs(second, token, { decision: 'approve', digest: (await show(second)).digest })
    expect((await decide(second, (await show(second)).digest, 'refuse')).body.state).toBe('refused')
  })
})

it('a decision without the digest of what was shown is none', async () => {
  const [id, other] = [await ask(create()), await ask(create())]
  const sent = countSent()
  expect((await decide(id, (await show(other)).digest)).status).toBe(409)
  expect((await decide(id, '0'.repeat(64))).status).toBe(409)
  expect((await gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve' })).status).toBe(400)
  expect([(await show(id)).state, sent()]).toEqual(['waiting', 0])
})

it('the queue of a tenant is not filled by one token', async () => {
  const { token } = await mint()
  const ids: string[] = []
  for (;;) {
    const { status, body } = await gateway.call('acme', 'fixture', create(), { token })
    if (status !== 202) {
      expect(body).toMatchObject({ code: 'RATE_LIMITED', retry_after: expect.any(Number) })
      break
    }
    ids.push(body.data.approval_id)
  }
  expect(ids).toHaveLength(100)
  await withdraw(await ask(create()))
  await Promise.all(ids.map((id) => withdraw(id, token)))
})

describe('the page of a link', () => {
  /** The page's path, as the receiver of the webhook gets it. */
  const linkOf = async (id: string): Promise<string> => {
    const find = () =>
      receiver.received.find(({ type, data }) => type === 'approval.waiting' && data.approval_id === id)
    await expect.poll(find).toBeDefined()
    return new URL(find()?.data.url).pathname
  }

  it('shows nothing of the call to a stranger, and decides nothing', async () => {
    const body = create()
    const id = await ask(body)
    const path = await linkOf(id)
    const page = await openConsent(gateway.url + path)
    expect(page.status).toBe(200)
    for (const secret of [body.name, 'fixture', 'create', 'acme']) expect(page.text).not.toContain(secret)
    const attempts: readonly Readonly<Record<string, string>>[] = [
      { decision: 'continue', token: 'a-wrong-token-0123456789' },
      { decision: 'continue', token: tokenOf('acme') },
      { decision: 'approve', ticket: 'forged' },
      { decision: 'continue', token: tokenOf('acme'), proof: 'x' },
    ]
    for (const values of attempts) {
      const answered = await post(gateway.url, page, values, path)
      expect(answered.status).toBe(403)
      expect(answered.text).not.toContain(body.name)
    }
    expect((await openConsent(`${gateway.url}${path}x`)).status).toBe(404)
    expect((await show(id)).state).toBe('waiting')
  })

  it('shows the whole call to the holder of a token that may decide, and takes the decision once', async () => {
    const body = create()
    const id = await ask(body)
    const { token } = await mint({ approve: ['fixture:create'] })
    const path = await linkOf(id)
    const page = await openConsent(gateway.url + path)
    const shown = await post(gateway.url, page, { decision: 'continue', token }, path)
    expect([shown.status, shown.text.includes(body.name), shown.text.includes(token)]).toEqual([200, true, false])
    upstream.play(answer(201, {}))
    const sent = countSent()
    const click = () => post(gateway.url, shown, { decision: 'approve', reason: 'Fine' }, path)
    expect((await click()).status).toBe(200)
    expect((await click()).status).toBe(409)
    expect(await ended(id)).toMatchObject({ state: 'done', decisions: [{ by: 'token', reason: 'Fine' }] })
    expect(sent()).toBe(1)
  })
})
