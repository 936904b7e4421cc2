// Test lanes: both-stores, long-on-mongodb

import { afterEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { createAgent } from '../oauth/agent.ts'
import { answer } from '../providers/scripted.ts'
import { startAsking } from './start-asking.ts'

const { gateway, upstream, ask, show, decide, decideAs, withdraw, ended, mint, countSent } = await startAsking()

type Standing = { readonly approval_id: string; readonly token_id: string; readonly expires_at: string }

const create = () => ({ action: 'create', name: crypto.randomUUID() })
const call = (body: object = create(), token = tokenOf('acme'), headers = {}) =>
  gateway.call('acme', 'fixture', body, { token, headers })
const list = async (): Promise<Standing[]> => (await gateway.admin('GET', '/admin/approvals/standing')).body.standing
const end = (id: string, key?: string) =>
  gateway.admin('DELETE', `/admin/approvals/${id}/standing`, undefined, key === undefined ? {} : { 'x-admin-key': key })
const changeRules = (options: object) => gateway.admin('PATCH', '/admin/tenants/acme', { options })

/** Approves a call and, for a while, those like it, whatever their parameters are. */
const stand = async (time = '1h', token = tokenOf('acme'), body: object = create()): Promise<string> => {
  const id = await ask(body, {}, token)
  upstream.play(answer(201, { id: 1 }))
  expect((await decide(id, (await show(id)).digest, 'approve', { for: time, any: true })).body.state).toBe('approved')
  await ended(id)
  return id
}

const expectPasses = async (token?: string): Promise<void> => {
  upstream.play(answer(201, { id: 2 }))
  const sent = countSent()
  expect([(await call(create(), token)).status, sent()]).toEqual([201, 1])
}

const expectAsks = async (body?: object, token?: string): Promise<void> => {
  const sent = countSent()
  const answered = await call(body, token)
  expect([answered.status, sent()]).toEqual([202, 0])
  await withdraw(answered.body.data.approval_id, token)
}

const entries = async (query: string) => (await gateway.admin('GET', `/admin/audit?limit=50&${query}`)).body.entries

afterEach(async () => {
  for (const { approval_id } of await list()) await end(approval_id)
})

describe('a call that was approved for an hour', () => {
  it('lets others like it pass, whose entries name it, until somebody ends it', async () => {
    const id = await stand()
    const [standing] = await list()
    expect(standing).toMatchObject({ approval_id: id, tenant: 'acme', provider: 'fixture', action: 'create' })
    expect(Date.parse(standing?.expires_at ?? '') - Date.now()).toBeGreaterThan(59 * 60_000)
    await expectPasses()
    const [passed] = await entries('source=rest&action=create')
    expect(passed).toMatchObject({ approval_id: id, outcome: 'ok', billable: true })
    expect((await end(id)).status).toBe(204)
    expect((await end(id)).status).toBe(404)
    await expectAsks()
    expect(await entries('action=grant_standing_approval')).toContainEqual(
      expect.objectContaining({ key: `approvals/standing/${id}`, source: 'admin', tenant: 'acme' }),
    )
    expect(await entries('action=end_standing_approval')).toContainEqual(
      expect.objectContaining({ key: `approvals/standing/${id}`, outcome: 'ok', tenant: 'acme' }),
    )
  })

  it('leaves a call that waits already to its own decision, however often it is sent', async () => {
    const body = create()
    const keyed = create()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const waiting = await ask(body)
    const waitingWithKey = await ask(keyed, key)
    await stand()
    expect(await ask(body)).toBe(waiting)
    expect(await ask(keyed, key)).toBe(waitingWithKey)
    await withdraw(waitingWithKey)
    await withdraw(waiting)
    upstream.play(answer(201, { id: 3 }))
    expect((await call(body)).status).toBe(201)
  })

  it('is never sent twice under its idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = create()
    const id = await ask(body, key)
    upstream.play(answer(201, { id: 1 }))
    await decide(id, (await show(id)).digest, 'approve', { for: '1h', any: true })
    await ended(id)
    const sent = countSent()
    expect(await call(body, tokenOf('acme'), key)).toMatchObject({ status: 201, body: { replayed: true } })
    expect(sent()).toBe(0)
  })

  it('lets another text pass, and none that makes the call one of a further class', async () => {
    const note = (text: string) => ({ action: 'annotate', note: text })
    const id = await ask(note('Calls back'))
    upstream.play(answer(201, { id: 1 }))
    await decide(id, (await show(id)).digest, 'approve', { for: '1h' })
    await ended(id)
    upstream.play(answer(201, { id: 2 }))
    expect((await call(note('Called <b>back</b>'))).status).toBe(201)
    await expectAsks(note('<img src="https://collect.example/?q=secret">'))
  })

  it('says nothing about other actions, other tokens, and applications that a user let in with the token', async () => {
    const { token } = await mint()
    await stand('1h', token)
    await expectPasses(token)
    await expectAsks({ action: 'book', name: 'Ada' }, token)
    await expectAsks(create(), tokenOf('acme'))
    const agent = createAgent(gateway.url)
    const { access_token } = await agent.connect(await agent.register(), token)
    await expectAsks(create(), access_token)
  })

  it('says nothing about the token of which an application got its own', async () => {
    const { token } = await mint()
    const agent = createAgent(gateway.url)
    const { access_token } = await agent.connect(await agent.register(), token)
    await stand('1h', access_token)
    await expectPasses(access_token)
    await expectAsks(create(), token)
  })

  it('ends with any change of the rules, also if they are changed back after a call', async () => {
    const { token, token_id } = await mint()
    const changes = [
      [() => changeRules({ deny: ['fixture:book'] }), () => changeRules({ deny: null })],
      [() => changeRules({ approvals_needed: 2 }), () => changeRules({ approvals_needed: null })],
      [
        () => gateway.admin('PATCH', `/admin/auth/acme/${token_id}`, { deny: ['fixture:book'] }),
        () => gateway.admin('PATCH', `/admin/auth/acme/${token_id}`, { deny: null }),
      ],
    ] as const
    for (const [change, changeBack] of changes) {
      const id = await stand('1h', token)
      await expectPasses(token)
      expect((await change()).status).toBe(200)
      await expectAsks(create(), token)
      expect(await list()).toEqual([])
      await changeBack()
      await expectAsks(create(), token)
      expect(await entries('action=end_standing_approval')).toContainEqual(
        expect.objectContaining({ key: `approvals/standing/${id}`, reason: 'The rules have changed', tenant: 'acme' }),
      )
    }
  })

  it('ends with a change of the rules for good, also if they are changed back before any call; other changes end nothing', async () => {
    const { token, token_id } = await mint()
    const other = await mint()
    const changeToken = (members: object, id = token_id) => gateway.admin('PATCH', `/admin/auth/acme/${id}`, members)
    const registerAgain = (members: object) =>
      gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, ...members })
    const changes = [
      [() => changeRules({ deny: ['fixture:book'] }), () => changeRules({ deny: null })],
      [() => changeToken({ ask: ['fixture:book'] }), () => changeToken({ ask: null })],
      [() => registerAgain({ ask: ['fixture:book'] }), () => registerAgain({ ask: null })],
    ] as const
    for (const [change, changeBack] of changes) {
      const id = await stand('1h', token)
      await gateway.admin('PATCH', '/admin/tenants/acme', { name: crypto.randomUUID() })
      await changeToken({ label: crypto.randomUUID() })
      await changeToken({ deny: ['fixture:book'] }, other.token_id)
      await expectPasses(token)
      expect((await change()).status).toBe(200)
      expect((await changeBack()).status).toBe(200)
      await expectAsks(create(), token)
      expect(await entries('action=end_standing_approval')).toContainEqual(
        expect.objectContaining({ key: `approvals/standing/${id}`, reason: 'The rules have changed', tenant: 'acme' }),
      )
    }
  })

  it('ends where the credential of somebody else is put under the name of the account', async () => {
    await stand()
    await gateway.seed('acme', { fixture: 'another-credential' })
    await changeRules({ ask: ['*:write'] })
    await expectAsks()
    expect(await list()).toEqual([])
  })

  it('is still refused where it is denied', async () => {
    await stand()
    await changeRules({ deny: ['fixture:create'] })
    expect((await call()).status).toBe(403)
    await changeRules({ deny: null })
  })
})

describe('who gives it', () => {
  it('where two are needed, both, and the shortest time holds', async () => {
    const { token } = await mint({ approve: ['fixture:create'] })
    const both = async (first: object, second: object): Promise<string> => {
      const id = await ask(create())
      const { digest } = await show(id)
      expect((await decide(id, digest, 'approve', first)).body.state).toBe('waiting')
      upstream.play(answer(201, { id: 1 }))
      await decideAs(id, token, { decision: 'approve', digest, ...second })
      await ended(id)
      return id
    }
    await changeRules({ approvals_needed: 2 })
    await both({ for: '1h' }, {})
    await both({}, { for: '1h' })
    expect(await list()).toEqual([])
    const id = await both({ for: '24h', any: true }, { for: '5m', any: true })
    const [standing] = await list()
    expect(standing).toMatchObject({ approval_id: id, given_by: [{ by: 'admin' }, { by: 'token' }] })
    expect(Date.parse(standing?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(5 * 60_000)
    await expectPasses()
    await changeRules({ approvals_needed: null })
  })

  it('nobody without the right to decide: an operator neither gives nor ends one, and nobody without a key sees them', async () => {
    const id = await stand()
    const { key } = (await gateway.admin('POST', '/admin/keys', { name: 'Otto', role: 'operator' })).body
    const approver = (await gateway.admin('POST', '/admin/keys', { name: 'Anna', role: 'approver' })).body.key
    expect((await end(id, key)).status).toBe(403)
    expect((await gateway.send('GET', '/admin/approvals/standing', {})).status).toBe(401)
    expect((await gateway.send('DELETE', `/admin/approvals/${id}/standing`, {})).status).toBe(401)
    expect(await list()).toHaveLength(1)
    expect((await end(id, approver)).status).toBe(204)
  })

  it('not for a refusal, a raw request, or longer than a day', async () => {
    const id = await ask(create())
    await changeRules({ allow_raw: true })
    const raw = await ask({ action: 'raw', method: 'POST', path: '/things', body: { name: 'Ada' } })
    const attempts = [
      [id, 'refuse', '1h'],
      [raw, 'approve', '1h'],
      ...['25h', '0m', '1441m', '1d', '1.5h', ' 1h', '', 60].map((time) => [id, 'approve', time] as const),
    ] as const
    for (const [each, decision, time] of attempts) {
      const { status, body } = await decide(each, (await show(each)).digest, decision, { for: time })
      expect([time, status, body.code]).toEqual([time, 400, 'VALIDATION_ERROR'])
    }
    expect((await show(id)).state).toBe('waiting')
    await withdraw(id)
    await withdraw(raw)
    await changeRules({ allow_raw: null })
  })
})
