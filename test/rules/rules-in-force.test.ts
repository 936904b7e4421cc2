// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { startAsking } from '../approvals/start-asking.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer } from '../providers/scripted.ts'

const { gateway, upstream, ask, show, decide, approve, withdraw, ended, mint, countSent } = await startAsking({}, {})

const ok = answer(201, { id: 1 })
const create = (name: string = crypto.randomUUID()) => ({ action: 'create', name })
const call = async (body: object, token: string, headers: Readonly<Record<string, string>> = {}, behaviour = ok) => {
  upstream.play(behaviour)
  const sent = countSent()
  const { status, body: answered } = await gateway.call('acme', 'fixture', body, {
    token,
    headers: { 'x-repeat': 'true', ...headers },
  })
  return { status, body: answered, sent: sent() }
}
const statusOf = async (body: object, token: string, headers?: Readonly<Record<string, string>>) =>
  (await call(body, token, headers)).status

/** A tool call over MCP, as far as a caller sees whether it was refused. */
const callTool = async (body: object, token: string): Promise<string> => {
  upstream.play(ok)
  const { headers, body: message } = toolCall('modern', 'fixture', { ...body })
  return JSON.stringify(
    (await gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}` }, message)).body,
  )
}

const startsWithA = { pattern: 'fixture:create', where: { properties: { name: { pattern: '^a' } } } }

describe('a condition', () => {
  it('of `allow` decides by the parameters, over REST and MCP alike, and says why it refuses', async () => {
    const { token } = await mint({ allow: ['*:read', startsWithA] })
    expect(await call(create('ada'), token)).toMatchObject({ status: 201, sent: 1 })
    expect(await call(create('bob'), token)).toMatchObject({
      status: 403,
      sent: 0,
      body: { error: 'create at fixture/main is refused: the token does not allow it with these parameters' },
    })
    expect(await callTool(create('ada'), token)).not.toContain('FORBIDDEN')
    expect(await callTool(create('bob'), token)).toContain('with these parameters')
    // The next action is refused whatever its parameters are.
    expect(await call({ action: 'book', name: 'ada' }, token)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('it needs fixture:write') },
    })
  })

  it('of `deny` refuses, and one of `ask` asks, where it holds', async () => {
    const { token } = await mint({
      deny: [startsWithA],
      ask: [{ ...startsWithA, where: { properties: { name: { const: 'bob' } } } }],
    })
    expect([await statusOf(create('ada'), token), await statusOf(create('bob'), token)]).toEqual([403, 202])
    expect(await statusOf(create('eve'), token)).toBe(201)
  })

  it('keeps each digit of its numbers in the store', async () => {
    const deny = [{ pattern: 'fixture:weigh', where: { properties: { least: { const: 9007199254740993n } } } }]
    const { token } = await mint({ deny })
    const weigh = (least: bigint) => statusOf({ action: 'weigh', least, most: 9007199254740999n }, token)
    expect([await weigh(9007199254740993n), await weigh(9007199254740992n)]).toEqual([403, 201])
  })

  it('is decided again when a person has said yes, by the rules of that moment', async () => {
    const { token, token_id } = await mint({ ask: ['fixture:create'] })
    const id = await ask(create('ada'), {}, token)
    await gateway.admin('PATCH', `/admin/auth/acme/${token_id}`, { deny: [startsWithA] })
    await approve(id)
    expect(await ended(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('denies fixture:create') })
  })
})

describe('a class', () => {
  it('covers the writes that declare it, and raw requests in `deny` and `ask`', async () => {
    const { token } = await mint({ allow: ['*:*', 'fixture:raw'], deny: ['*:pays'], ask: ['*:unclassed'] })
    expect(await statusOf({ action: 'pay', amount: 1 }, token)).toBe(403)
    expect(await statusOf({ action: 'book', name: 'Ada' }, token)).toBe(202)
    expect(await statusOf({ action: 'rename', id: '1', name: 'x' }, token)).toBe(201)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })
    expect(await statusOf({ action: 'raw', method: 'GET', path: '/things' }, token)).toBe(201)
    expect(await statusOf({ action: 'raw', method: 'POST', path: '/things' }, token)).toBe(403)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: null } }).catch(() => undefined)
  })
})

describe('`per`', () => {
  const twice = (more: object = {}) => ({ pattern: 'fixture:create', per: { day: 2 }, ...more })

  it('lets so many calls through, and says when they are used up; dry runs and replays count for nothing', async () => {
    const { token } = await mint({ allow: ['*:read', twice()] })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = create()
    expect(await statusOf({ ...body, dry_run: true }, token)).toBe(200)
    expect([await statusOf(body, token, key), await statusOf(body, token, key)]).toEqual([201, 201])
    expect(await statusOf(create(), token)).toBe(201)
    const refused = await call(create(), token)
    expect(refused).toMatchObject({ status: 403, sent: 0 })
    expect(refused.body.error).toContain('2 calls a day by its rule for fixture:create, and these are used up')
    // A repeat of an earlier write still gets its answer.
    expect(await call(body, token, key)).toMatchObject({ status: 201, sent: 0, body: { replayed: true } })
    // Another token has its own count.
    const other = await mint({ allow: [twice()] })
    expect(await statusOf(create(), other.token)).toBe(201)
  })

  it('of a tenant counts all its tokens', async () => {
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow: ['*:read', twice()] } })
    const tokens = await Promise.all([1, 2, 3].map(() => mint()))
    const statuses: number[] = []
    for (const { token } of tokens) statuses.push(await statusOf(create(), token))
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow: null } })
    expect(statuses).toEqual([201, 201, 403])
  })

  it('gets back what the vendor refused, and keeps what may have been done', async () => {
    const { token } = await mint({ allow: [twice({ per: { hour: 1 } })] })
    expect(await call(create(), token, {}, answer(400, { fault: { words: 'no' } }))).toMatchObject({
      status: 400,
      sent: 1,
    })
    expect((await call(create(), token, {}, answer(500, {}))).status).toBe(500)
    expect(await statusOf(create(), token)).toBe(403)
  })

  it('counts a call that waits until somebody refuses it, and once if it is sent', async () => {
    const { token } = await mint({ allow: [twice({ per: { day: 1 } })], ask: ['fixture:create'] })
    const refuse = async (id: string) => decide(id, (await show(id)).digest, 'refuse')
    const first = await ask(create(), {}, token)
    expect(await statusOf(create(), token)).toBe(403)
    await refuse(first)
    const second = await ask(create(), {}, token)
    await withdraw(second, token)
    const third = await ask(create(), {}, token)
    upstream.play(ok)
    await approve(third)
    expect((await ended(third)).state).toBe('done')
    expect(await statusOf(create(), token)).toBe(403)
  })

  it('is not counted by who asks again for the answer of an approved call', async () => {
    const { token } = await mint({ allow: [twice()], ask: ['fixture:create'] })
    const [body, key] = [create(), { 'idempotency-key': crypto.randomUUID() }]
    const id = await ask(body, key, token)
    upstream.play(ok)
    await approve(id)
    expect((await ended(id)).state).toBe('done')
    expect(await call(body, token, key)).toMatchObject({ status: 201, sent: 0, body: { replayed: true } })
    await ask(create(), {}, token)
    expect(await statusOf(create(), token)).toBe(403)
  })

  it('is not counted again by a call that waits already, with its key or without', async () => {
    const { token } = await mint({ allow: [twice()], ask: ['fixture:create'] })
    const body = create()
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect(await ask(body, key, token)).toBe(await ask(body, key, token))
    await ask(create(), {}, token)
    expect(await statusOf(create(), token)).toBe(403)
  })

  it('of an exception lets calls pass until it is used up; then they ask', async () => {
    const { token } = await mint({
      ask: [{ pattern: '*:write', except: [twice({ per: { day: 1 } }), 'fixture:rename'] }],
    })
    expect([await statusOf(create(), token), await statusOf(create(), token)]).toEqual([201, 202])
    expect(await statusOf({ action: 'rename', id: '1', name: 'x' }, token)).toBe(201)
  })
})

describe('a rule that is stored', () => {
  const refused: readonly [list: object, path: string, message: RegExp][] = [
    [{ allow: [{ pattern: 'fixture:write', where: {} }] }, '/allow/0/where', /names one action/],
    [{ deny: [{ pattern: '*:create', where: {} }] }, '/deny/0/where', /names one action/],
    [{ deny: [{ pattern: 'fixture:creat' }] }, '/deny/0/pattern', /did you mean `create`/],
    [{ deny: ['*:read', { pattern: 'fixture:create', per: { day: 1 } }] }, '/deny/1/per', /unknown|not known|is not/],
    [{ allow: [{ pattern: 'fixture:create', per: { day: 0 } }] }, '/allow/0/per/day', /at least 1|minimum|>= 1/],
    [
      { allow: [{ pattern: 'fixture:create', where: { properties: { nam: {} } } }] },
      '/allow/0/where/properties/nam',
      /did you mean `name`/,
    ],
    [
      { allow: [{ pattern: 'fixture:create', where: { propertees: {} } }] },
      '/allow/0/where/propertees',
      /did you mean `properties`/,
    ],
    [
      { allow: [{ pattern: 'fixture:create', where: { properties: { name: { type: 'integer' } } } }] },
      '/allow/0/where/properties/name/type',
      /about values of the type integer; the action takes string/,
    ],
    [
      { allow: [{ pattern: 'fixture:create', where: { properties: { name: { maximum: 5 } } } }] },
      '/allow/0/where/properties/name/maximum',
      /the action takes string/,
    ],
    [
      { ask: [{ pattern: 'fixture:create', where: { properties: { name: { pattern: '^(a+)+$' } } } }] },
      '/ask/0/where/properties/name/pattern',
      /linear/,
    ],
    [
      { ask: [{ pattern: '*:write', except: ['*:read', { pattern: 'fixture:creat' }] }] },
      '/ask/0/except/1/pattern',
      /did you mean/,
    ],
    [
      { deny: [{ pattern: 'fixture:create', roles: { recipient: { domain: ['acme.com'] } } }] },
      '/deny/0/roles/recipient',
      /no action of fixture:create has the role recipient/,
    ],
    [
      { deny: [{ pattern: 'fixture:pay', roles: { amount: { currency: 'EUR', maximum: 50 } } }] },
      '/deny/0/roles/amount/maximum',
      /./,
    ],
    [{ approve: [startsWithA] }, '/approve/0', /./],
  ]

  it.each(refused)('%j is refused at %s', async (members, path, message) => {
    const { status, body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })
    expect([status, body.details?.[0]?.path]).toEqual([400, path])
    expect(body.details[0].message).toMatch(message)
    if ('approve' in members) return
    const { body: ofTenant } = await gateway.admin('PATCH', '/admin/tenants/acme', { options: members })
    expect(ofTenant.details?.[0]?.path).toBe(`/options${path}`)
    const { body: checked } = await gateway.admin('POST', '/admin/policies/acme/check', members)
    expect(checked.details?.[0]?.path).toBe(path)
  })

  it.each([
    [{ allow: ['fixture:write', startsWithA] }, '/allow/1'],
    [{ ask: ['fixture:get', { pattern: '*:write', except: ['fixture:write', startsWithA] }] }, '/ask/1/except/1'],
  ])('is told to have no effect beside a wider one: %j', async (members, path) => {
    const { status, body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })
    expect([status, body.warnings]).toEqual([
      201,
      [{ path, message: 'has no effect, as fixture:write lets all of its calls through' }],
    ])
  })
})

it('the check of a policy says for which calls it can’t tell', async () => {
  const { token, token_id } = await mint()
  await call(create(), token)
  await call({ action: 'get', id: '1' }, token)
  const { body } = await gateway.admin('POST', '/admin/policies/acme/check', {
    token_id,
    allow: ['*:read', startsWithA],
  })
  const named = (list: { readonly action: string; readonly calls: number }[]) =>
    list.map(({ action, calls }) => [action, calls])
  expect([named(body.refused), named(body.asked), named(body.unsure)]).toEqual([[], [], [['create', 1]]])
})
