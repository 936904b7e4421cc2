// Test lanes: mongodb

import type { Store } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, code, giveGrant, grant, grantId, tokens, withClient } from '../contract/oauth/samples.ts'
import { auditEntry, configuration, credential, hashOf, later, noon, refOf } from '../contract/samples.ts'
import { emptyDatabase } from '../empty-database.ts'
import { startTestGateway } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'

/** Values that would match everything if they got into a filter. */
const operators: readonly object[] = [{ $gt: '' }, { $ne: null }, { $exists: true }, { $in: [/./] }]

describe('an operator where a port takes a text', () => {
  let store: Store
  const ref = refOf('acme', 'hubspot/eu')
  const how = { now: noon, graceMs: 0 }
  const everything = async () => ({
    tenants: await store.tenants.list({ limit: 10 }),
    tokens: await store.tenantTokens.list('acme'),
    credential: await store.credentials.get(ref),
    counts: await store.credentials.count(noon, 60),
    clients: await store.oauthClients.list({ limit: 10 }),
    code: await store.authorizationCodes.find(hashOf('pending'), noon),
    grants: await store.grants.list('acme', { now: noon, limit: 10 }),
    access: await store.grants.findAccessToken(hashOf('a access')),
    audit: await store.audit.query({ limit: 10 }),
    counter: (await store.counters.read('a'))?.count,
  })

  beforeAll(async () => {
    const uri = withDatabase(sharedMongodb(), 'patchbay-test-injection')
    await emptyDatabase(uri)
    store = await openMongoPatiently(uri)
    await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
    await store.tenantTokens.register('acme', hashOf('a'), noon)
    await store.credentials.put(ref, credential(), noon)
    await withClient(store)
    await giveGrant(store, 'a')
    await store.authorizationCodes.issue(code('pending'), client('client'), noon)
    await store.audit.append([auditEntry(noon)])
    await store.counters.hit('a', 60_000)
  })
  afterAll(() => store.close())

  const ways: readonly [name: string, use: (injected: string) => unknown][] = [
    ['tenants.get', (id) => store.tenants.get(id)],
    ['tenants.put', (id) => store.tenants.put(id, configuration(), { now: noon, prune: true })],
    ['tenants.list', (id) => store.tenants.list({ limit: 10, after: { id, by: id } })],
    ['tenants.list, sorted', (by) => store.tenants.list({ limit: 10, order: 'name', after: { id: 'a', by } })],
    ['tenants.list, a search', (search) => store.tenants.list({ limit: 10, search })],
    ['tenants.remove', (id) => store.tenants.remove(id)],
    ['tenantTokens.find', (hash) => store.tenantTokens.find(hash)],
    ['tenantTokens.register, its tenant', (tenant) => store.tenantTokens.register(tenant, hashOf('b'), noon)],
    ['tenantTokens.register, its hash', (hash) => store.tenantTokens.register('acme', hash, noon)],
    ['tenantTokens.list', (tenant) => store.tenantTokens.list(tenant)],
    ['tenantTokens.revoke, its tenant', (tenant) => store.tenantTokens.revoke(tenant, hashOf('a').slice(0, 12))],
    ['tenantTokens.revoke, its id', (id) => store.tenantTokens.revoke('acme', id)],
    ...(['tenant', 'provider', 'account'] as const).flatMap((member): [string, (id: string) => Promise<unknown>][] => [
      [`credentials.get, its ${member}`, (id) => store.credentials.get({ ...ref, [member]: id })],
      [`credentials.remove, its ${member}`, (id) => store.credentials.remove({ ...ref, [member]: id })],
      [`credentials.put, its ${member}`, (id) => store.credentials.put({ ...ref, [member]: id }, credential(), noon)],
    ]),
    ['snapshots.get', (name) => store.snapshots.get(name)],
    ['snapshots.put', (name) => store.snapshots.put({ name, at: isoTime(noon), value: '{}' })],
    ...(['tenant', 'action', 'key', 'source', 'before'] as const).map(
      (member): [string, (value: string) => Promise<unknown>] => [
        `audit.query, its ${member}`,
        (value) => store.audit.query({ limit: 10, [member]: value }),
      ],
    ),
    ['oauthClients.find', (id) => store.oauthClients.find(id)],
    ['oauthClients.list', (after) => store.oauthClients.list({ limit: 10, after })],
    ['oauthClients.remove', (id) => store.oauthClients.remove(id)],
    ['authorizationCodes.find', (hash) => store.authorizationCodes.find(hash, noon)],
    ['authorizationCodes.claim', (hash) => store.authorizationCodes.claim(hash, grant('b', 2), noon)],
    ...(['hash', 'client_id', 'tenant_id', 'bearer_hash'] as const).map(
      (member): [string, (value: string) => Promise<unknown>] => [
        `authorizationCodes.issue, its ${member}`,
        (value) => store.authorizationCodes.issue(code('c', { [member]: value }), client('client'), noon),
      ],
    ),
    ['grants.findByFamily', (family) => store.grants.findByFamily(family)],
    ['grants.refresh, its family', (family) => store.grants.refresh({ family, hash: hashOf('a') }, tokens('b'), how)],
    ['grants.findAccessToken', (hash) => store.grants.findAccessToken(hash)],
    ['grants.touch', (id) => store.grants.touch(id, later(1))],
    ['grants.list, its tenant', (tenant) => store.grants.list(tenant, { now: noon, limit: 10 })],
    ['grants.list, its page', (after) => store.grants.list('acme', { now: noon, limit: 10, after })],
    ['grants.revoke, its tenant', (tenant) => store.grants.revoke(tenant, grantId(1))],
    ['grants.revoke, its id', (id) => store.grants.revoke('acme', id)],
    ['grants.revokeByCode, its code', (hash) => store.grants.revokeByCode(hash, 'client')],
    ['grants.revokeByCode, its client', (id) => store.grants.revokeByCode(hashOf('a code'), id)],
    ['grants.revokeAccessToken', (hash) => store.grants.revokeAccessToken(hash)],
    ['counters.hit', (key) => store.counters.hit(key, 1000)],
    ['counters.read', (key) => store.counters.read(key)],
  ]

  it.each(ways)('%s refuses it, and nothing changes', async (_name, use) => {
    const before = await everything()
    for (const operator of operators) {
      // The types forbid this, but callers may send it.
      const outcome = await Promise.resolve()
        .then(() => use(operator as unknown as string))
        .then(
          (found) => ({ found }),
          (error: unknown) => ({ error }),
        )
      const isNothing =
        'error' in outcome
          ? outcome.error instanceof TypeError
          : outcome.found === 'CONFIG_MISSING' || outcome.found === undefined
      expect([operator, outcome, isNothing]).toEqual([operator, outcome, true])
    }
    expect(await everything()).toEqual(before)
  })
})

describe('an operator over HTTP', () => {
  let gateway: Awaited<ReturnType<typeof startTestGateway>>
  beforeAll(async () => {
    gateway = await startTestGateway()
    await gateway.seed('acme', { hubspot: 'a-token-of-hubspot' })
  })
  afterAll(() => gateway.stop())

  const entry = { accounts: [{ id: 'main', label: 'Main' }], default: 'main' }
  const tenant = { name: 'Acme', status: 'active', providers: { hubspot: entry } }
  const search = { action: 'search', object_type: 'contacts', filters: [] }
  const asTenant = { authorization: 'Bearer bearer-token-of-acme' }

  const ways: readonly [where: string, send: (operator: object, text: string) => Promise<{ status: number }>][] = [
    ['the tenant of a call', (_, text) => gateway.send('POST', `/api/v1/${text}/hubspot`, asTenant, search)],
    ['the domain of a call', (_, text) => gateway.send('POST', `/api/v1/acme/${text}`, asTenant, search)],
    ['account_id', (o) => gateway.call('acme', 'hubspot', { ...search, account_id: o })],
    ['action', (o) => gateway.call('acme', 'hubspot', { ...search, action: o })],
    ['object_type', (o) => gateway.call('acme', 'hubspot', { ...search, object_type: o })],
    ['the bearer token', (_, text) => gateway.call('acme', 'hubspot', search, { token: decodeURIComponent(text) })],
    ['the admin key', (_, text) => gateway.send('GET', '/admin/tenants', { 'x-admin-key': decodeURIComponent(text) })],
    ['the tenant of a look-up', (_, text) => gateway.admin('GET', `/admin/tenants/${text}`)],
    ['the tenant of a removal', (_, text) => gateway.admin('DELETE', `/admin/tenants/${text}`)],
    ['the tenant of a put', (_, text) => gateway.admin('PUT', `/admin/tenants/${text}`, tenant)],
    ['a name', (o) => gateway.admin('PUT', '/admin/tenants/acme', { ...tenant, name: o })],
    ['a status', (o) => gateway.admin('PUT', '/admin/tenants/acme', { ...tenant, status: o })],
    ['providers', (o) => gateway.admin('PUT', '/admin/tenants/acme', { ...tenant, providers: o })],
    [
      'a default',
      (o) =>
        gateway.admin('PUT', '/admin/tenants/acme', { ...tenant, providers: { hubspot: { ...entry, default: o } } }),
    ],
    ['tenant_id', (o) => gateway.admin('POST', '/admin/auth', { tenant_id: o, token: 'a-token-that-is-long' })],
    ['token', (o) => gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: o })],
    ['the tenant of a token list', (_, text) => gateway.admin('GET', `/admin/auth/${text}`)],
    ['a token_id', (_, text) => gateway.admin('DELETE', `/admin/auth/acme/${text}`)],
    ['the account of a token', (_, text) => gateway.admin('DELETE', `/admin/tokens/acme/hubspot/${text}`)],
    ['the provider of a token', (_, text) => gateway.admin('GET', `/admin/tokens/acme/${text}/main`)],
    ['access_token', (o) => gateway.admin('PUT', '/admin/tokens/acme/hubspot/main', { access_token: o })],
    [
      'expires_at',
      (o) => gateway.admin('PUT', '/admin/tokens/acme/hubspot/main', { access_token: 'x', expires_at: o }),
    ],
    ['a member of the audit query', (_, text) => gateway.admin('GET', `/admin/audit?tenant[${text}]=`)],
    ['a cursor', (_, text) => gateway.admin('GET', `/admin/audit?cursor=${text}`)],
  ]

  it.each(ways)('as %s is refused', async (_where, send) => {
    for (const operator of operators) {
      const { status } = await send(operator, encodeURIComponent(JSON.stringify(operator)))
      expect(status).toBeOneOf([400, 401, 404])
    }
  })

  it('as a filter of the audit log is a text that nothing has', async () => {
    for (const name of ['tenant', 'action', 'key']) {
      const value = encodeURIComponent('{"$ne":"nothing"}')
      expect((await gateway.admin('GET', `/admin/audit?${name}=${value}`)).body.entries).toEqual([])
    }
  })

  it('has changed nothing', async () => {
    expect((await gateway.admin('GET', '/admin/tenants')).body.tenants).toMatchObject([{ id: 'acme', name: 'acme' }])
    expect((await gateway.admin('GET', '/admin/auth/acme')).body.tokens).toHaveLength(1)
    expect((await gateway.admin('GET', '/admin/tokens/acme/hubspot/main')).body.state).toBe('valid')
  })
})
