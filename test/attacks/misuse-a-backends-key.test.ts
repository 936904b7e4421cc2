// Test lanes: both-stores, long-on-mongodb

/** The key that a backend holds is stolen. It makes links and tokens for the backend's own tenants, and nothing else. */
import { apiKey, Type, write } from '@patchbay/core/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const auth = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const make_token = write('POST /tokens', { description: 'Make a token', secret: true, params: { id: Type.String() } })
const crm = variant('crm', { auth, actions: { ...fixture.actions, make_token } })

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let keys: Record<'backend' | 'other' | 'trusted', { readonly id: string; readonly key: string }>
let foreignLink: string
let ownersLink: string

const configuration = (name: string) => ({
  name,
  status: 'active',
  providers: { crm: { accounts: [{ id: 'main', label: 'Main' }] } },
})
const makeKey = async (name: string, more: object) => {
  const { status, body } = await gateway.admin('POST', '/admin/keys', { name, role: 'linker', ...more })
  expect(status).toBe(201)
  return { id: body.key_id, key: body.key }
}
const as = (who: keyof typeof keys, method: string, path: string, body?: unknown) =>
  gateway.send(method, path, { 'x-admin-key': keys[who].key }, body)
const linkBody = (tenant_id: string) => ({ tenant_id, provider: 'crm', account_id: 'main' })

beforeAll(async () => {
  gateway = await startTestGateway({ domains: [domainOf(crm)] })
  for (const id of ['cust-1', 'cust-2', 'acme', 'cust'])
    await gateway.admin('PUT', `/admin/tenants/${id}`, configuration(id))
  await gateway.admin('PUT', '/admin/tokens/cust-1/crm/main', { access_token: 'the-credential-of-cust-1' })
  keys = {
    backend: await makeKey('Backend', { tenants: ['cust-*'] }),
    other: await makeKey('Other', { tenants: ['acme', 'cust-2'] }),
    trusted: await makeKey('Trusted', { tenants: ['cust-*'], rights: ['connect', 'secret'] }),
  }
  foreignLink = (await as('other', 'POST', '/admin/connect', linkBody('cust-2'))).body.connect_id
  ownersLink = (await gateway.admin('POST', '/admin/connect', linkBody('cust-1'))).body.connect_id
})
afterAll(() => gateway.stop())

/** Ids of the right form, so that it's the role that decides. */
const targetOf = (path: string): string =>
  path
    .replace(/:(key|token|link)_id/, '0123456789ab')
    .replace(/:(grant|connect|approval|file|run)_id/, '00000000-0000-7000-8000-000000000000')
    .replace(':event_id', 'msg_nobody')
    .replace(':tenant', 'cust-1')
    .replaceAll(/:\w+/g, 'nobody')

test('the key opens five routes; keys, audit, credentials, tenants and all the rest refuse it', async () => {
  const open = [
    'POST /admin/auth',
    'POST /admin/token-links',
    'POST /admin/connect',
    'GET /admin/connect',
    'GET /admin/connect/:connect_id',
  ]
  const routes = gateway.routes.filter(({ path }) => path.startsWith('/admin/'))
  expect(routes.length).toBeGreaterThan(50)
  for (const { method, path } of routes) {
    if (open.includes(`${method} ${path}`)) continue
    const { status, body } = await as('backend', method, targetOf(path), method === 'GET' ? undefined : {})
    const refusal = expect.stringMatching(/^This admin key has the role linker; .* needs the role/)
    expect([method, path, status, body?.code, body?.error]).toEqual([method, path, 403, 'FORBIDDEN', refusal])
  }
})

test('no cookie of the console comes of it', async () => {
  const { status, headers } = await as('backend', 'POST', '/admin/session')
  expect([status, headers.get('set-cookie')]).toEqual([403, null])
})

describe('tenants of others', () => {
  test.each(['acme', 'cust', 'nobody', 'cus'])(
    'get neither links nor tokens, whether they exist or not: %s',
    async (tenant) => {
      const refusal = { code: 'FORBIDDEN', error: `This admin key is only for the tenants cust-*, not for ${tenant}` }
      const create_tenant = { name: 'Mine' }
      for (const body of [linkBody(tenant), { ...linkBody(tenant), create_tenant }])
        expect((await as('backend', 'POST', '/admin/connect', body)).body).toMatchObject(refusal)
      expect((await as('backend', 'POST', '/admin/auth', { tenant_id: tenant })).body).toMatchObject(refusal)
      expect((await gateway.admin('GET', `/admin/connect?tenant=${tenant}`)).body.links).toEqual([])
      expect((await gateway.admin('GET', `/admin/auth/${tenant}`)).body.tokens ?? []).toEqual([])
    },
  )

  test('are refused before anything else of the request is judged', async () => {
    const refusal = { code: 'FORBIDDEN', error: 'This admin key is only for the tenants cust-*, not for acme' }
    // Each is wrong for a tenant of the key's own, too.
    for (const members of [
      { token: 'a-token-that-was-overheard' },
      { allow: ['nobody:read'] },
      { allow: ['crm:secret'] },
    ])
      expect((await as('backend', 'POST', '/admin/auth', { tenant_id: 'acme', ...members })).body).toMatchObject(
        refusal,
      )
  })

  test('are not let in by a member that names the tenant a second time', async () => {
    const twice = '{"tenant_id": "cust-1", "tenant_id": "acme", "provider": "crm", "account_id": "main"}'
    const response = await fetch(`${gateway.url}/admin/connect`, {
      method: 'POST',
      headers: { 'x-admin-key': keys.backend.key, 'content-type': 'application/json' },
      body: twice,
    })
    expect(response.status).toBe(400)
    expect((await gateway.admin('GET', '/admin/connect?tenant=acme')).body.links).toEqual([])
  })
})

test('it sees its own links only, not those of an administrator or of another key for the same tenant', async () => {
  const own = (await as('backend', 'POST', '/admin/connect', linkBody('cust-2'))).body.connect_id
  for (const id of [foreignLink, ownersLink]) {
    expect((await as('backend', 'GET', `/admin/connect/${id}`)).body.code).toBe('NOT_FOUND')
    expect((await gateway.admin('GET', `/admin/connect/${id}`)).status).toBe(200)
  }
  const listed = async (query: string) =>
    (await as('backend', 'GET', `/admin/connect${query}`)).body.links.map(
      (link: { connect_id: string }) => link.connect_id,
    )
  for (const query of ['', '?tenant=cust-2', '?provider=crm', '?status=pending'])
    expect(await listed(query)).toEqual([own])
  for (const query of ['?tenant=cust-1', '?tenant=acme']) expect(await listed(query)).toEqual([])
})

test('a link that it made ends with the key, also where somebody has opened it; those of others stay', async () => {
  const stolen = await makeKey('Stolen', { tenants: ['cust-*'] })
  const headers = { 'x-admin-key': stolen.key }
  const { url } = (await gateway.send('POST', '/admin/connect', headers, linkBody('cust-1'))).body
  const other = (await as('backend', 'POST', '/admin/connect', linkBody('cust-1'))).body.url
  const open = async (address: string) => (await fetch(address)).status
  expect(await open(url)).toBe(200)
  expect((await gateway.admin('DELETE', `/admin/keys/${stolen.id}`)).status).toBe(204)
  expect([await open(url), await open(other)]).toEqual([404, 200])
})

test('links for tokens are for its own tenants, and give no more than its tokens', async () => {
  const make = (members: object) => as('backend', 'POST', '/admin/token-links', members)
  expect((await make({ tenant_id: 'cust-1', allow: ['crm:read'] })).status).toBe(201)
  expect((await make({ tenant_id: 'cust-1' })).body.token.allow).toEqual(['*:*'])
  for (const refused of [{ tenant_id: 'acme' }, { tenant_id: 'cust-1', allow: ['crm:secret'] }])
    expect((await make(refused)).body.code).toBe('FORBIDDEN')
  expect((await gateway.admin('GET', '/admin/token-links/acme')).body.links).toEqual([])
})

describe('tokens', () => {
  const mint = (who: keyof typeof keys, members: object) =>
    as(who, 'POST', '/admin/auth', { tenant_id: 'cust-1', ...members })

  test.each([
    ['crm:secret'],
    ['*:secret@main'],
    ['crm:make_token'],
    ['*:make_token'],
    ['crm:connect'],
    ['*:connect'],
    ['crm:raw'],
  ])('have no right that the key does not name: %s', async (pattern) => {
    const { status, body } = await mint('backend', { allow: ['crm:read', pattern] })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test.each([{}, { allow: null }])('without a policy may not do everything: %j', async (members) => {
    const { status, body } = await mint('backend', members)
    expect([status, body.allow]).toEqual([201, ['*:*']])
    const call = await gateway.call('cust-1', 'crm', { action: 'make_token', id: '1' }, { token: body.token })
    expect([call.status, call.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('are made by the gateway: one that is known can be neither taken over nor changed', async () => {
    const token = 'a-token-that-was-overheard'
    const narrow = { tenant_id: 'cust-1', token, allow: ['crm:read'] }
    await gateway.admin('POST', '/admin/auth', narrow)
    const { status, body } = await mint('backend', { token, allow: ['*:*'] })
    expect([status, body.details[0].path]).toEqual([400, '/token'])
    const tokens = (await gateway.admin('GET', '/admin/auth/cust-1')).body.tokens
    expect(tokens.filter((each: { allow: unknown }) => JSON.stringify(each.allow) === '["crm:read"]')).toHaveLength(1)
  })

  test.each(['backend', 'trusted'] as const)('decide about no calls, and see no log: %s', async (who) => {
    const { status, body } = await mint(who, { allow: ['crm:read'], approve: ['crm:write'] })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await mint(who, { audit: true })).status).toBe(400)
    expect((await mint(who, { approve: [] })).body.approve ?? []).toEqual([])
  })

  test('have what the key names, and no more', async () => {
    expect((await mint('trusted', { allow: ['crm:make_token', 'crm:connect'] })).status).toBe(201)
    expect((await mint('trusted', {})).body.allow).toEqual(['*:*', '*:secret', '*:connect'])
    expect((await mint('trusted', { allow: ['crm:raw'] })).body.code).toBe('FORBIDDEN')
  })
})

test.each([
  [{ role: 'linker' }, '/tenants'],
  [{ role: 'linker', tenants: [] }, '/tenants'],
  [{ role: 'linker', tenants: ['*'] }, '/tenants/0'],
  [{ role: 'linker', tenants: ['cust-*-x'] }, '/tenants/0'],
  [{ role: 'linker', tenants: ['cust-*'], rights: ['approve'] }, '/rights/0'],
  [{ role: 'linker', tenants: ['cust-*'], rights: ['audit'] }, '/rights/0'],
  [{ role: 'viewer', tenants: ['cust-*'] }, '/tenants'],
  [{ role: 'operator', rights: ['connect'] }, '/rights'],
])('no key is made of %j', async (members, path) => {
  const { status, body } = await gateway.admin('POST', '/admin/keys', { name: 'x', ...members })
  expect([status, body.code, body.details?.[0]?.path]).toEqual([400, 'VALIDATION_ERROR', path])
})

test('each attempt is in the audit log under the key that made it', async () => {
  const { entries } = (await gateway.admin('GET', '/admin/audit?tenant=acme&code=FORBIDDEN&action=create_connect_link'))
    .body
  expect(entries[0]).toMatchObject({ token_id: keys.backend.id, source: 'admin', outcome: 'error', status: 403 })
})
