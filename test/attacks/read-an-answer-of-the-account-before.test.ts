// Test lanes: long-on-mongodb

/** Writes, cached answers and approvals of one person at the vendor must not count for the next person whose account has the same name. */
import { oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAsker } from '../approvals/start-asking.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'

const sent: string[] = []
const vendor = startVendor({
  api: (email, path) => {
    if (path !== '/things/1') sent.push(email)
    return { email }
  },
})
const auth = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { things: 'Read and change things' },
  rotates: true,
  pkce: true,
})
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
/** The fixture's, whose account names nobody, and one that names who was connected. */
const providers = [variant('fixture', { auth, probe }), variant('nameless', { auth })]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin, nameless: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
    CALLS_PER_MINUTE: '0',
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
for (const { id } of providers)
  await gateway.admin('PUT', `/admin/apps/${id}`, {
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    authorize_url: `${vendor.origin}/authorize`,
    token_url: `${vendor.origin}/token`,
  })
await gateway.seed('acme', { fixture: null, nameless: null })

const refOf = (provider: string) => ({ tenant_id: 'acme', provider, account_id: 'main' })
/** A person signs in by a link of an administrator. */
const connectAs = async (person: string, provider = 'fixture') => {
  vendor.as(person)
  const { body } = await gateway.admin('POST', '/admin/connect', refOf(provider))
  const browser = createBrowser()
  const { hidden } = await browser.goThrough(body.url)
  const end = await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
  expect(end.status).toBe(200)
}
const tokenAs = (person: string): string => {
  const token = `token-${crypto.randomUUID()}`
  vendor.tokens.set(token, person)
  return token
}
const storeByHand = async (person: string, provider = 'fixture', more: object = {}) => {
  const body = { access_token: tokenAs(person), ...more }
  expect((await gateway.admin('PUT', `/admin/tokens/acme/${provider}/main`, body)).status).toBe(200)
}
/** A refresh token that the vendor gave for the person, as an administrator stores it. */
const seedAs = async (person: string, provider = 'fixture') => {
  vendor.as(person)
  const url = new URL(`${vendor.origin}/authorize?redirect_uri=http://127.0.0.1/x`)
  const back = await fetch(url, { redirect: 'manual' })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { id: client_id, secret: client_secret } = vendor.app
  const form = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: 'http://127.0.0.1/x' }
  const granted = await fetch(`${vendor.origin}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { refresh_token } = (await granted.json()) as { refresh_token: string }
  const seed = { ...refOf(provider), client_id, client_secret, refresh_token, token_endpoint: `${vendor.origin}/token` }
  expect((await gateway.admin('POST', '/admin/seed-oauth', seed)).status).toBeLessThan(300)
}
/** The account's token has expired, so that the next call refreshes it. */
const refresh = async (provider = 'fixture') => {
  vendor.behave({ apiStatus: 401 })
  await gateway.call('acme', provider, { action: 'get', id: '2' })
  vendor.behave({})
}

let made = 0
/** Writes with a key, and the same again with the same key. */
const createWrite = (provider = 'fixture', options: object = {}) => {
  const body = { action: 'create', name: `thing ${++made}`, ...options }
  const headers = { 'idempotency-key': `key-${made}-of-a-caller` }
  return () => gateway.call('acme', provider, body, { headers })
}

const setOptions = (options: object) => gateway.admin('PATCH', '/admin/tenants/acme', { options })

beforeEach(async () => {
  for (const { id } of providers) await gateway.admin('DELETE', `/admin/tokens/acme/${id}/main`)
  await setOptions({ ask: [], deny: [], refuse_duplicates: 0 })
})

describe('under a key', () => {
  it.each<[string, () => Promise<void>, () => Promise<void>, string?]>([
    ['another person connected', () => connectAs('alice'), () => connectAs('bob')],
    ['somebody stored another token', () => connectAs('alice'), () => storeByHand('bob')],
    ['somebody stored another refresh token', () => connectAs('alice'), () => seedAs('bob')],
    ['a person connected after a token by hand', () => storeByHand('alice'), () => connectAs('bob')],
    ['a second token by hand', () => storeByHand('alice'), () => storeByHand('bob')],
    ['a second refresh token of the same application', () => seedAs('alice'), () => seedAs('bob')],
    ['a token beside a refresh token', () => seedAs('alice'), () => storeByHand('bob')],
    ['a second nameless person', () => connectAs('alice', 'nameless'), () => connectAs('bob', 'nameless'), 'nameless'],
    [
      'a token after the account was disconnected',
      () => connectAs('alice'),
      async () => {
        await gateway.admin('DELETE', '/admin/tokens/acme/fixture/main')
        await storeByHand('bob')
      },
    ],
  ])('nobody gets the first answer after %s', async (_what, prepare, change, provider) => {
    await prepare()
    const write = createWrite(provider)
    const first = await write()
    expect([first.status, first.body.data]).toEqual([200, { email: 'alice' }])
    expect((await write()).body).toMatchObject({ data: { email: 'alice' }, replayed: true })
    await change()
    const count = sent.length
    const again = await write()
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('another credential since'),
    ])
    expect(again.body.error).toContain('Idempotency-Key')
    expect(JSON.stringify(again.body)).not.toContain('alice')
    expect(sent).toHaveLength(count)
    expect((await createWrite(provider)()).status).toBe(200)
  })

  it.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['a refresh', () => connectAs('alice'), () => refresh()],
    ['a refresh of what was stored by hand', () => seedAs('alice'), () => refresh()],
    [
      'a refresh of what was stored in two steps',
      async () => {
        await storeByHand('alice')
        await seedAs('alice')
      },
      () => refresh(),
    ],
    ['the same person', () => connectAs('alice'), () => connectAs('alice')],
  ])('its caller gets the first answer after %s', async (_what, prepare, change) => {
    await prepare()
    const write = createWrite()
    await write()
    await change()
    expect((await write()).body).toMatchObject({ data: { email: 'alice' }, replayed: true })
  })

  it('a write that waits for approval is not told to who calls as somebody else', async () => {
    await connectAs('alice')
    await setOptions({ ask: ['*:write'] })
    const write = createWrite()
    const first = await write()
    expect(first.status).toBe(202)
    expect((await write()).body.data.approval_id).toBe(first.body.data.approval_id)
    await connectAs('bob')
    const again = await write()
    expect([again.status, again.body.error]).toEqual([409, expect.stringContaining('another credential since')])
  })

  it('the answer of before is not given where a rule asks by now', async () => {
    await connectAs('alice')
    const write = createWrite()
    await write()
    await setOptions({ ask: ['*:write'] })
    expect((await write()).body).toMatchObject({ data: { email: 'alice' }, replayed: true })
    await connectAs('bob')
    expect((await write()).body).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a call that people approved', () => {
  const asker = createAsker(gateway, { requests: sent } as never)

  it.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['another person connected', () => connectAs('alice'), () => connectAs('bob')],
    ['a second refresh token of the same application', () => seedAs('alice'), () => seedAs('bob')],
    ['a token beside a refresh token', () => seedAs('alice'), () => storeByHand('bob')],
  ])('is not sent after %s', async (_what, prepare, change) => {
    await prepare()
    await setOptions({ ask: ['*:write'] })
    const id = await asker.ask({ action: 'create', name: `thing ${++made}` })
    await change()
    const count = sent.length
    await asker.approve(id)
    expect(await asker.ended(id)).toMatchObject({ state: 'failed' })
    expect(sent).toHaveLength(count)
  })

  it('is sent after a refresh', async () => {
    await seedAs('alice')
    await setOptions({ ask: ['*:write'] })
    const id = await asker.ask({ action: 'create', name: `thing ${++made}` })
    await refresh()
    await asker.approve(id)
    expect(await asker.ended(id)).toMatchObject({ state: 'done' })
  })

  it('lets no other call pass after a second refresh token of the same application', async () => {
    await seedAs('alice')
    await setOptions({ ask: ['*:write'] })
    const name = `thing ${++made}`
    const id = await asker.ask({ action: 'create', name })
    const { digest } = await asker.show(id)
    expect((await asker.decide(id, digest, 'approve', { for: '1h' })).status).toBe(200)
    await asker.ended(id)
    expect((await gateway.call('acme', 'fixture', { action: 'create', name })).status).toBe(200)
    await seedAs('bob')
    expect((await gateway.call('acme', 'fixture', { action: 'create', name })).status).toBe(202)
  })

  it('is not the same as one that is made as somebody else', async () => {
    await connectAs('alice')
    await setOptions({ ask: ['*:write'] })
    const body = { action: 'create', name: `thing ${++made}` }
    const id = await asker.ask(body)
    expect(await asker.ask(body)).toBe(id)
    await connectAs('bob')
    const again = await gateway.call('acme', 'fixture', body)
    expect([again.status, again.body.error]).toEqual([
      409,
      expect.stringContaining(`The approval ${id} is waiting for the same call`),
    ])
    await asker.withdraw(id)
    expect(await asker.ask(body)).not.toBe(id)
  })
})

describe('code that waits for approval', () => {
  const asker = createAsker(gateway, { requests: sent } as never)
  const code = `
    const { email } = await call('fixture', 'get', { id: '1' })
    await call('fixture', 'create', { name: parameters.name })
    return call('fixture', 'rename', { id: '2', name: email })`
  const runCode = async (args: Record<string, unknown>) => {
    const { headers, body } = toolCall('modern', 'run_code', args)
    const authorization = `Bearer ${tokenOf('acme')}`
    const answered = await gateway.send('POST', '/mcp?tools=code', { authorization, ...headers }, body)
    return JSON.parse(answered.body.result.content[0].text)
  }
  const begin = async () => {
    await connectAs('alice')
    await setOptions({ ask: ['fixture:create'] })
    const { run_id, approvals } = (await runCode({ code, parameters: { name: `thing ${++made}` } })).data
    await asker.approve(approvals[0].approval_id)
    expect(await asker.ended(approvals[0].approval_id)).toMatchObject({ state: 'done' })
    return run_id
  }

  it('goes on where the same person connected again', async () => {
    const run_id = await begin()
    await connectAs('alice')
    expect(await runCode({ run_id })).toMatchObject({ data: { email: 'alice' } })
  })

  it('ends where somebody else connected: what it knows of one person does not reach the next', async () => {
    const run_id = await begin()
    await connectAs('bob')
    const count = sent.length
    const ended = await runCode({ run_id })
    expect(ended).toMatchObject({ code: 'CONFLICT', error: expect.stringContaining('fixture/main') })
    expect(await runCode({ run_id })).toMatchObject({ code: 'CONFLICT' })
    expect(sent).toHaveLength(count)
  })

  it('ends where its caller may read less by now: what it has read is not given again', async () => {
    const run_id = await begin()
    await setOptions({ deny: ['fixture:get'] })
    const count = sent.length
    const changed = { code: 'CONFLICT', error: expect.stringContaining('The rules for your calls have changed') }
    expect(await runCode({ run_id })).toMatchObject(changed)
    expect(await runCode({ run_id })).toMatchObject(changed)
    expect(sent).toHaveLength(count)
  })

  it('and fails, hands what it has read to mended code under the same rules alone', async () => {
    await connectAs('alice')
    const read = `const { email } = await call('fixture', 'get', { id: '1' })`
    const failed = await runCode({ code: `${read}; throw new Error('of the code')` })
    const { run_id: resume } = failed
    expect(resume).toEqual(expect.any(String))
    await setOptions({ deny: ['fixture:get'] })
    expect(await runCode({ code: `${read}; return email`, resume })).toMatchObject({
      code: 'CONFLICT',
      error: expect.stringContaining('The rules for your calls have changed'),
    })
    await setOptions({ deny: [] })
    expect(await runCode({ code: `${read}; return email`, resume })).toMatchObject({ data: 'alice' })
  })
})

it('a cached answer of one person is not the next one’s', async () => {
  await connectAs('alice')
  const look = async () => (await gateway.call('acme', 'fixture', { action: 'look', id: '1' })).body
  await look()
  expect(await look()).toMatchObject({ cache: 'HIT', data: { email: 'alice' } })
  await connectAs('bob')
  expect(await look()).toMatchObject({ cache: 'MISS', data: { email: 'bob' } })
})

it('a duplicate that is refused tells nothing of the first one’s answer', async () => {
  await connectAs('alice')
  await setOptions({ refuse_duplicates: 60 })
  const body = { action: 'create', name: `thing ${++made}` }
  const token = tokenOf('acme')
  await gateway.call('acme', 'fixture', body, { token })
  await connectAs('bob')
  const again = await gateway.call('acme', 'fixture', body, { token })
  expect(again.body).toMatchObject({ code: 'CONFLICT', duplicate_of: expect.any(String) })
  expect(JSON.stringify(again.body)).not.toContain('alice')
  expect((await gateway.call('acme', 'fixture', body, { token, headers: { 'x-repeat': 'true' } })).body.data).toEqual({
    email: 'bob',
  })
})
