// Test lanes: both-stores, long-on-mongodb

/** An application, or a form made by hand, tries to get more than the user granted or the user's token may do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent, type Pair } from '../oauth/agent.ts'
import { allow, consent, decide, openConsent, paste } from '../oauth/user.ts'

let stage: Stage
let agent: Agent
let client: string
const reader = 'a-token-that-only-reads'
const full = 'a-token-that-may-do-all'
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token: reader, allow: ['hubspot:read'] })
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token: full })
  agent = createAgent(stage.url)
  client = await agent.register()
})
afterAll(() => stage.stop())

const read = searchFor('ada@example.com')
const write = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
const mayWrite = async (token: string): Promise<boolean> => {
  const { status } = await stage.call('acme', 'hubspot', write, { token })
  // 409: the contact exists since an earlier test.
  expect([201, 200, 409, 403]).toContain(status)
  return status !== 403
}
const tokens = async (token: string, scope?: string, boxes?: readonly string[]): Promise<Pair & { scope: string }> => {
  const { url, verifier } = agent.authorizeUrl(client, { scope })
  const code = (await consent(stage.url, url, token, boxes)).searchParams.get('code') ?? ''
  return (await agent.exchange(client, { code, verifier })).body
}

test('a scope that is wider than the token is cut down to the token', async () => {
  const { access_token, scope } = await tokens(reader, '*:read *:write hubspot:create *:raw')
  expect(scope).toBe('hubspot:read')
  expect(await mayWrite(access_token)).toBe(false)
  expect((await stage.call('acme', 'hubspot', read, { token: access_token })).status).toBe(200)
})

test('boxes that the page does not have grant nothing', async () => {
  const boxes = ['hubspot:read', 'hubspot:write', 'stripe:write', '*:write', '*:*', 'hubspot:*', 'hubspot:raw']
  for (const [token, asked] of [
    [reader, undefined],
    [full, 'hubspot:read'],
  ] as const) {
    const { access_token, scope } = await tokens(token, asked, boxes)
    expect(scope).toBe('hubspot:read')
    expect(await mayWrite(access_token)).toBe(false)
  }
})

test('the scope in the form is that of the page: another one is checked again, and the token still limits it', async () => {
  const chosen = await paste(
    stage.url,
    await openConsent(agent.authorizeUrl(client, { scope: 'hubspot:read' }).url),
    reader,
  )
  const fields = { ...chosen.fields, scope: '*:write *:read' }
  const { headers } = await allow(stage.url, { ...chosen, fields }, ['hubspot:write', 'hubspot:read'])
  expect(headers.get('location')).toContain('code=')
  const { grants } = (await stage.admin('GET', '/admin/grants/acme?limit=1000')).body
  for (const { scope } of grants) expect(scope).not.toContain('write')
})

test('the page of one token can not be sent with the page of another, nor by another browser or for another application', async () => {
  const url = () => agent.authorizeUrl(client).url
  const mine = await paste(stage.url, await openConsent(url()), full)
  const theirs = await openConsent(url())
  const other = await openConsent(agent.authorizeUrl(await agent.register()).url, { cookie: mine.cookie })
  const ticket = mine.fields.ticket ?? ''
  for (const page of [
    { ...theirs, fields: { ...theirs.fields, ticket } },
    { cookie: mine.cookie, fields: { ...other.fields, ticket } },
    { ...mine, fields: { ...mine.fields, ticket: `${ticket}x` } },
  ]) {
    const { status, headers } = await decide(stage.url, page, { decision: 'allow', 'hubspot:write': 'on' })
    expect([status, headers.get('location')]).toEqual([403, null])
  }
})

test('a token that was narrowed, ended or expired while the user chose gives no more than it has', async () => {
  const token = 'a-token-that-is-about-to-change'
  const register = (members: object) => stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token, ...members })
  await register({})
  const { url, verifier } = agent.authorizeUrl(client)
  const chosen = await paste(stage.url, await openConsent(url), token)
  await register({ allow: ['*:read'] })
  const { headers } = await allow(stage.url, chosen)
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  expect((await agent.exchange(client, { code, verifier })).body.scope).toBe('*:read')
  await stage.admin('DELETE', `/admin/auth/acme/${Bun.CryptoHasher.hash('sha256', token, 'hex').slice(0, 12)}`)
  expect((await allow(stage.url, chosen)).status).toBe(403)
})

test('a refresh never widens: a wider scope is invalid_scope, and the refresh token is not used up', async () => {
  const pair = await tokens(full, 'hubspot:read stripe:read')
  for (const scope of [
    'hubspot:write',
    '*:read',
    'hubspot:read slack:read',
    'hubspot:*',
    'hubspot:raw',
    'nobody:read',
  ]) {
    const { status, body } = await agent.refresh(client, pair.refresh_token, { scope })
    expect([scope, status, body.error]).toEqual([scope, 400, 'invalid_scope'])
  }
  const { body } = await agent.refresh(client, pair.refresh_token, {})
  expect(body.scope).toBe('hubspot:read stripe:read')
})

test('a refresh may narrow one access token, and the next refresh has the whole grant again', async () => {
  const pair = await tokens(full, '*:read *:write')
  const narrow = (await agent.refresh(client, pair.refresh_token, { scope: 'hubspot:search stripe:read' })).body
  expect(narrow.scope).toBe('hubspot:search stripe:read')
  expect([await mayWrite(pair.access_token), await mayWrite(narrow.access_token)]).toEqual([true, false])
  expect((await stage.call('acme', 'hubspot', read, { token: narrow.access_token })).status).toBe(200)
  const whole = (await agent.refresh(client, narrow.refresh_token)).body
  expect([whole.scope, await mayWrite(whole.access_token)]).toEqual(['*:read *:write', true])
})

test('a grant that was narrow does not grow when its token may do more', async () => {
  const token = 'a-token-that-grows'
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token, allow: ['*:read'] })
  const { access_token, refresh_token } = await tokens(token)
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token, allow: null })
  expect([await mayWrite(token), await mayWrite(access_token)]).toEqual([true, false])
  expect(await mayWrite((await agent.refresh(client, refresh_token)).body.access_token)).toBe(false)
})
