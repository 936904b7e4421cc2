// Test lanes: mongodb

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, tokenOf } from '../client.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { createPerson, type Issuer, type Person, startIssuer } from '../console/start-issuer.ts'
import { searchFor } from '../e2e/stage.ts'
import { freePort } from '../free-port.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { createAgent } from '../oauth/agent.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

/** The longest that a change of one gateway may take to reach another. */
const soon = { timeout: 2000, interval: 50 }

const withoutReads = {
  name: 'Acme',
  status: 'active',
  options: { deny: ['*:read'] },
  providers: { hubspot: { accounts: [{ id: 'main', label: 'Main' }] } },
}

describe('two gateways on one database', () => {
  const hubspot = startHubspot({ tokens: ['the-old-one', 'the-new-one'] })
  let issuer: Issuer
  const vendor = startVendor({ onToken: (token) => hubspot.tokens.push(token) })
  let told: ServerProcess
  let other: ServerProcess
  let tenants = 0
  let tenant = ''

  beforeAll(async () => {
    const MONGODB_URI = withDatabase(sharedMongodb(), 'patchbay-test-gateways')
    const PROVIDER_ORIGINS = JSON.stringify({ hubspot: hubspot.origin })
    issuer = await startIssuer()
    const ALLOWED_PRIVATE_HOSTS = `${vendor.host},${issuer.host}`
    const env = { ...issuer.env, MONGODB_URI, PROVIDER_ORIGINS, ALLOWED_PRIVATE_HOSTS }
    // Both start at once on an empty database: either may create the collections.
    const [port, otherPort] = [freePort(), freePort()]
    // Users see one address, as behind a balancer. The tests call each gateway by its own.
    const start = async (PORT: number) => {
      const BASE_URL = `http://localhost:${port}`
      const server = await startServerProcess({ env: { ...env, BASE_URL, PORT: `${PORT}` } })
      return { ...server, ...createClient(`http://localhost:${PORT}`, server.adminKey) }
    }
    ;[told, other] = await Promise.all([start(port), start(otherPort)])
  })
  afterAll(async () => {
    await Promise.all([told.stop(), other.stop(), hubspot.stop(), vendor.stop(), issuer.stop()])
  })

  const call = (server: ServerProcess) =>
    server.call(tenant, 'hubspot', searchFor('ada@example.com'), { headers: { 'cache-control': 'no-cache' } })
  const tokenPath = (): string =>
    `/admin/auth/${tenant}/${Bun.CryptoHasher.hash('sha256', tokenOf(tenant), 'hex').slice(0, 12)}`
  const statusIn = async (server: ServerProcess): Promise<number> => (await call(server)).status

  /** Creates a tenant that both gateways have in memory. */
  beforeEach(async () => {
    tenant = `tenant-${++tenants}`
    await told.seed(tenant, { hubspot: 'the-old-one' })
    for (const server of [told, other]) expect(await statusIn(server)).toBe(200)
  })

  test('both say where the data is, and neither says the password or prints a key', () => {
    for (const { output } of [told, other]) {
      expect(output.stdout).toMatch(/store: {5}MongoDB, 127\.0\.0\.1:\d+\/patchbay-test-gateways\n/)
      expect(output.stdout).not.toContain('Admin key')
    }
  })

  test.each([
    [
      'a token',
      () => told.admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant), deny: ['*:read'] }),
    ],
    ['a token by PATCH', () => told.admin('PATCH', tokenPath(), { deny: ['*:read'] })],
    ['a tenant', () => told.admin('PUT', `/admin/tenants/${tenant}`, withoutReads)],
    ['a tenant by PATCH', () => told.admin('PATCH', `/admin/tenants/${tenant}`, { options: { deny: ['*:read'] } })],
  ])('a narrowed policy of %s holds at once, and soon in the other', async (_, narrow) => {
    expect((await narrow()).status).toBe(200)
    expect(await statusIn(told)).toBe(403)
    await expect.poll(() => statusIn(other), soon).toBe(403)
  })

  test('of changes that both gateways make to what they saw, one is made and the other is told so', async () => {
    const path = `/admin/tenants/${tenant}`
    const { headers } = await told.admin('GET', path)
    const change = (server: ServerProcess, name: string) =>
      server.admin('PATCH', path, { name }, { 'if-match': headers.get('etag') ?? '' })
    const answers = await Promise.all([change(told, 'One'), change(other, 'Two'), change(told, 'Three')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    const made = answers.find(({ status }) => status === 200)
    expect((await other.admin('GET', path)).body).toEqual(made?.body)
  })

  test('members that both gateways change at the same time are all kept', async () => {
    const path = `/admin/tenants/${tenant}`
    const options = { allow_raw: true, calls_per_minute: 1000, deny: ['stripe:write'], tools: 'actions' }
    const changes = Object.entries(options).map(([name, value], n) =>
      [told, other][n % 2]?.admin('PATCH', path, { options: { [name]: value } }),
    )
    for (const answer of await Promise.all(changes)) expect(answer?.status).toBe(200)
    expect((await told.admin('GET', path)).body.options).toMatchObject(options)
  })

  test('the first use of a token in one gateway is listed by the other', async () => {
    const lastUse = async () => (await other.admin('GET', tokenPath())).body.last_used_at
    await expect.poll(lastUse, soon).toMatch(/Z$/)
  })

  test('a revoked token is refused by the other', async () => {
    expect((await told.admin('DELETE', tokenPath())).status).toBe(204)
    expect(await statusIn(told)).toBe(401)
    await expect.poll(() => statusIn(other), soon).toBe(401)
  })

  test('an admin key that was ended is refused by the other', async () => {
    const { body } = await told.admin('POST', '/admin/keys', { name: 'ci', role: 'viewer' })
    const use = async (server: ServerProcess) =>
      (await server.send('GET', '/admin/tenants', { 'x-admin-key': body.key })).status
    await expect.poll(() => use(other), soon).toBe(200)
    expect((await told.admin('DELETE', `/admin/keys/${body.key_id}`)).status).toBe(204)
    expect(await use(told)).toBe(401)
    await expect.poll(() => use(other), soon).toBe(401)
  })

  test('a suspended tenant is refused by the other, and let in when it is active again', async () => {
    const providers = { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } }
    for (const [status, wanted] of [
      ['suspended', 403],
      ['active', 200],
    ] as const) {
      await told.admin('PUT', `/admin/tenants/${tenant}`, { name: tenant, status, providers })
      await expect.poll(() => statusIn(other), soon).toBe(wanted)
    }
  })

  test('a changed credential is used by the other', async () => {
    await told.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, { access_token: 'the-new-one' })
    const authorizationOf = async () => {
      await call(other)
      return hubspot.requests.at(-1)?.headers.authorization
    }
    await expect.poll(authorizationOf, soon).toBe('Bearer the-new-one')
    await told.admin('DELETE', `/admin/tokens/${tenant}/hubspot/main`)
    await expect.poll(() => statusIn(other), soon).toBe(404)
  })

  test('a code of one is exchanged at the other, and a revoked grant is refused by both', async () => {
    const [agent, elsewhere] = [createAgent(told.url), createAgent(other.url)]
    const client = await agent.register()
    const authorized = await agent.authorize(client, tokenOf(tenant))
    const { access_token: token } = (await elsewhere.exchange(client, authorized)).body
    const search = searchFor('ada@example.com')
    const statusOf = async (server: ServerProcess) => (await server.call(tenant, 'hubspot', search, { token })).status
    for (const server of [told, other]) expect(await statusOf(server)).toBe(200)
    const { body } = await told.admin('GET', `/admin/grants/${tenant}`)
    await told.admin('DELETE', `/admin/grants/${tenant}/${body.grants[0].grant_id}`)
    expect(await statusOf(told)).toBe(401)
    await expect.poll(() => statusOf(other), soon).toBe(401)
  })

  test('a connect link that one made is opened at the other, comes back to the first, and is answered at the other', async () => {
    await told.admin('PUT', '/admin/apps/hubspot', {
      client_id: vendor.app.id,
      client_secret: vendor.app.secret,
      authorize_url: `${vendor.origin}/authorize`,
      token_url: `${vendor.origin}/token`,
    })
    const account = { tenant_id: tenant, provider: 'hubspot', account_id: 'second' }
    const made = await told.admin('POST', '/admin/connect', account)
    const at = (server: ServerProcess, url: string): string => url.replace(told.url, server.url)
    const { visit } = createBrowser()
    const link = at(other, made.body.url)
    const { location: toVendor = '' } = await visit(link, (await visit(link)).hidden)
    const { location: back = '' } = await visit(toVendor)
    expect(back).toContain(`${told.url}/connect/callback/hubspot`)
    const asking = await visit(back)
    const done = await visit(`${other.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect([done.status, done.text.includes('HubSpot CRM is connected')]).toEqual([200, true])
    expect((await told.admin('GET', `/admin/connect/${made.body.connect_id}`)).body.status).toBe('connected')
    const use = async (server: ServerProcess) =>
      (await server.call(tenant, 'hubspot', { ...searchFor('ada@example.com'), account_id: 'second' })).status
    for (const server of [told, other]) await expect.poll(() => use(server), soon).toBe(200)
    // The state came back at the first: at the other its browser sees what came of it, and nobody else sees anything.
    const again = await visit(at(other, back))
    expect([again.status, again.text.includes('is connected')]).toEqual([200, true])
    expect((await createBrowser().visit(at(other, back))).status).toBe(403)
  })

  test('a sign-in to the console that one began is finished at the other, once, and its session works at both', async () => {
    const [here, there] = [told, other].map(({ url }) => createPerson(url)) as [Person, Person]
    const begun = await here.begin('?to=/console/audit')
    const back = (await here.atProvider(begun.location)).replace(told.url, other.url)
    const { cookie, location } = await there.comeBack(back, begun.cookie)
    expect(location).toBe('/console/audit')
    const again = await here.comeBack(back.replace(other.url, told.url), begun.cookie)
    expect([again.location, again.cookie]).toEqual(['/console/audit?problem=expired', ''])
    for (const person of [here, there]) expect((await person.ask(cookie)).body.name).toBe('ada@example.com')
    const { token } = (await here.ask(cookie)).body
    expect((await here.ask(cookie, 'DELETE', '/admin/sessions', token)).status).toBe(204)
    for (const person of [here, there]) expect((await person.ask(cookie)).status).toBe(401)
  })

  test('an expiry that a token gets at one applies at the other, also to access tokens issued with it', async () => {
    const agent = createAgent(told.url)
    const { access_token } = await agent.connect(await agent.register(), tokenOf(tenant))
    const search = searchFor('ada@example.com')
    const statusesIn = async (server: ServerProcess) =>
      [
        await server.call(tenant, 'hubspot', search),
        await server.call(tenant, 'hubspot', search, { token: access_token }),
      ].map(({ status }) => status)
    for (const server of [told, other]) expect(await statusesIn(server)).toEqual([200, 200])
    await told.admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant), expires_at: 1 })
    expect(await statusesIn(told)).toEqual([401, 401])
    await expect.poll(() => statusesIn(other), soon).toEqual([401, 401])
  })

  test('a removed tenant is gone from the other, with its tokens', async () => {
    expect((await told.admin('DELETE', `/admin/tenants/${tenant}`)).status).toBe(204)
    await expect.poll(() => statusIn(other), soon).toBe(401)
  })

  test('of many that put one tenant and its token at once over both, one makes it', async () => {
    const puts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        [told, other][n % 2]?.admin('PUT', `/admin/tenants/${tenant}-new`, {
          name: `${n}`,
          status: 'active',
          providers: {},
        }),
      ),
    )
    expect(puts.filter((answer) => answer?.status === 201)).toHaveLength(1)
    expect(puts.filter((answer) => answer?.status === 200)).toHaveLength(19)
    const body = { tenant_id: tenant, token: 'one-token-for-all-of-them' }
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [told, other][n % 2]?.admin('POST', '/admin/auth', body)),
    )
    expect(tokens.map((answer) => answer?.status).sort()).toEqual([...Array(19).fill(200), 201])
  })
})
