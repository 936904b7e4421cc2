// Test lanes: both-stores, long-on-mongodb, slow

/** Enterprise sign-in: an assertion of a configured identity provider instead of a tenant token and a page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { startGateway } from '../../server/gateway.ts'
import { loadRegistry } from '../../server/registry.ts'
import type { Answered } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { temporaryFolder, testEnvironment } from '../gateway.ts'
import { type Agent, callback, createAgent } from './agent.ts'
import { goodClaims, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const rulesOf = [
  { claim: 'groups', value: 'sales', tenant: 'acme', scope: '*:read hubspot:write' },
  { claim: 'department', value: 'support', tenant: 'globex', scope: 'hubspot:read' },
  { claim: 'groups', value: 'gone', tenant: 'nobody', scope: '*:read' },
  { claim: 'groups', value: 'limited', tenant: 'limited', scope: '*:read *:write' },
]

let idp: IdentityProvider
let stage: Stage
let agent: Agent
let client: { client_id: string; client_secret: string }
beforeAll(async () => {
  idp = await startIdentityProvider()
  stage = await startStage({
    env: {
      ENTERPRISE_ISSUERS: JSON.stringify([{ issuer: idp.issuer, rules: rulesOf }]),
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    },
  })
  for (const tenant of ['acme', 'globex', 'limited']) await stage.ready(tenant)
  const { providers } = (await stage.admin('GET', '/admin/tenants/limited')).body
  const options = { allow: ['stripe:*'] }
  await stage.admin('PUT', '/admin/tenants/limited', { name: 'Limited', status: 'active', providers, options })
  agent = createAgent(stage.url)
  const metadata = {
    redirect_uris: [callback],
    client_name: 'Managed',
    token_endpoint_auth_method: 'client_secret_post',
  }
  client = (await agent.post('/oauth/register', metadata)).body
})
afterAll(async () => {
  await stage.stop()
  idp.stop()
})

const claims = (more: object = {}) => ({
  ...goodClaims(idp.issuer, stage.url, client.client_id),
  groups: ['sales'],
  ...more,
})
const exchange = async (more: object = {}, form: Record<string, string> = {}): Promise<Answered> => {
  const { client_id, client_secret } = client
  const assertion = await idp.sign(claims(more))
  return agent.form('/oauth/token', { grant_type, assertion, client_id, client_secret, ...form })
}

test('an application exchanges an assertion for an access token of an hour, which does what the first rule that fits says', async () => {
  const { status, body } = await exchange()
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^pb_access_/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: '*:read hubspot:write',
    },
  ])
  const call = (request: object, tenant = 'acme') =>
    stage.call(tenant, 'hubspot', request, { token: body.access_token })
  expect((await call(searchFor('ada@example.com'))).status).toBe(200)
  expect((await call(searchFor('ada@example.com'), 'globex')).status).toBe(401)
  const refused = await stage.call(
    'acme',
    'stripe',
    { action: 'create_refund', charge: 'ch_1' },
    { token: body.access_token },
  )
  expect(refused.body.code).toBe('FORBIDDEN')
})

test.each<[what: string, claims: object, form: Record<string, string>, scope: string]>([
  ['a single value', { groups: undefined, department: 'support' }, {}, 'hubspot:read'],
  ['less by the assertion', { scope: 'hubspot:read openid' }, {}, 'hubspot:read'],
  ['less by the request', {}, { scope: 'stripe:read' }, 'stripe:read'],
  ['less by both', { scope: '*:read' }, { scope: 'hubspot:read hubspot:write' }, 'hubspot:read'],
  ['less by the tenant', { groups: 'limited' }, {}, 'stripe:read stripe:write'],
  ['the resource of the gateway', { resource: undefined }, { resource: '' }, '*:read hubspot:write'],
])('the scope is told: %s', async (_, more, form, scope) => {
  const { status, body } = await exchange(more, form)
  expect([status, body.scope]).toEqual([200, scope])
})

test.each<[what: string, claims: object, form: Record<string, string>, error: string]>([
  ['nothing of what is asked for', { scope: 'hubspot:read' }, { scope: 'hubspot:write' }, 'invalid_scope'],
  ['scopes of other resources only', { scope: 'openid email' }, {}, 'invalid_scope'],
  ['a scope that is none', {}, { scope: 'hubspot:fly' }, 'invalid_scope'],
  ['a user without a rule', { groups: ['engineering'] }, {}, 'invalid_grant'],
  ['a claim of the object prototype', { groups: undefined, toString: 'x' }, {}, 'invalid_grant'],
  ['a tenant that is not there', { groups: ['gone'] }, {}, 'invalid_grant'],
  ['another resource', { resource: 'https://other.example/mcp' }, {}, 'invalid_target'],
  ['a request for another resource', {}, { resource: 'https://other.example/mcp' }, 'invalid_target'],
])('%s: refused', async (_, more, form, error) => {
  const { status, body } = await exchange(more, form)
  expect([status, body.error]).toEqual([400, error])
})

test('a suspended tenant gets no token', async () => {
  const { providers } = (await stage.admin('GET', '/admin/tenants/globex')).body
  const put = (status: string) => stage.admin('PUT', '/admin/tenants/globex', { name: 'x', status, providers })
  await put('suspended')
  const { status, body } = await exchange({ groups: undefined, department: 'support' })
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
  await put('active')
})

test('the grant is listed with its issuer and subject, is audited, and ends at once', async () => {
  const { body } = await exchange({ sub: 'grace' })
  const { grants } = (await stage.admin('GET', '/admin/grants/acme?limit=1000')).body
  const found = grants.find(({ subject }: { subject: string }) => subject === 'grace')
  expect(found).toMatchObject({ issuer: idp.issuer, client_name: 'Managed', scope: '*:read hubspot:write' })
  expect(Date.parse(found.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
  const { entries } = (await stage.admin('GET', `/admin/audit?action=issue_token&key=grants/acme/${found.grant_id}`))
    .body
  expect(entries).toMatchObject([{ outcome: 'ok', tenant: 'acme', source: 'oauth' }])
  const works = async () =>
    (await stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token: body.access_token })).status
  expect(await works()).toBe(200)
  await stage.admin('DELETE', `/admin/grants/acme/${found.grant_id}`)
  expect(await works()).toBe(401)
})

test('the metadata name the grant and its profile only where issuers are configured', async () => {
  const read = async (from: Pick<Stage, 'send'>) =>
    (await from.send('GET', '/.well-known/oauth-authorization-server', {})).body
  const body = await read(stage)
  expect(body.grant_types_supported).toContain(grant_type)
  expect(body.authorization_grant_profiles_supported).toEqual(['urn:ietf:params:oauth:grant-profile:id-jag'])
  const other = await startStage()
  try {
    const without = await read(other)
    expect(without.grant_types_supported).not.toContain(grant_type)
    expect(without.authorization_grant_profiles_supported).toBeUndefined()
    const answer = await createAgent(other.url).form('/oauth/token', { grant_type, assertion: 'x', client_id: 'y' })
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type'])
  } finally {
    await other.stop()
  }
})

describe('an identity provider', () => {
  const withProvider = async (
    env: (provider: IdentityProvider) => object,
    check: (exchange: () => Promise<Answered>, provider: IdentityProvider) => Promise<void>,
  ) => {
    const provider = await startIdentityProvider()
    const own = await startStage({
      env: { ENTERPRISE_ISSUERS: JSON.stringify([env(provider)]), ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
    })
    try {
      await own.ready('acme')
      const ownAgent = createAgent(own.url)
      const { client_id, client_secret } = (
        await ownAgent.post('/oauth/register', {
          redirect_uris: [callback],
          token_endpoint_auth_method: 'client_secret_post',
        })
      ).body
      await check(async () => {
        const assertion = await provider.sign(goodClaims(provider.issuer, own.url, client_id))
        return ownAgent.form('/oauth/token', { grant_type, assertion, client_id, client_secret })
      }, provider)
    } finally {
      await own.stop()
      provider.stop()
    }
  }
  const rules = [{ tenant: 'acme', scope: '*:read' }]

  test('that is configured with its keys is not asked for its metadata, and is asked for its keys once', async () => {
    await withProvider(
      ({ issuer }) => ({ issuer, jwks_uri: `${issuer}/jwks`, rules }),
      async (exchangeOwn, { asked }) => {
        for (let n = 0; n < 3; n++) expect((await exchangeOwn()).status).toBe(200)
        expect(asked).toEqual(['/jwks'])
      },
    )
  })

  test('that does not answer is temporarily_unavailable, and works when it answers again', async () => {
    await withProvider(
      ({ issuer }) => ({ issuer, rules }),
      async (exchangeOwn, { answers }) => {
        answers.status = 500
        const { status, headers, body } = await exchangeOwn()
        expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '5'])
        answers.status = 200
        expect((await exchangeOwn()).status).toBe(200)
      },
    )
  })

  test('whose metadata are of another issuer is not believed', async () => {
    await withProvider(
      ({ issuer }) => ({ issuer, rules }),
      async (exchangeOwn, { answers }) => {
        answers.metadata = { issuer: 'https://other.example' }
        expect((await exchangeOwn()).status).toBe(503)
      },
    )
  })
})

test('a rule whose scope names nothing registered stops the start', async () => {
  const registry = await loadRegistry()
  const issuers = [{ issuer: 'https://idp.example', rules: [{ tenant: 'acme', scope: '*:read hubspot:fly' }] }]
  const environment = { ...testEnvironment(temporaryFolder()), ENTERPRISE_ISSUERS: JSON.stringify(issuers) }
  const { configuration } = readConfiguration(environment, ['hubspot'])
  await expect(startGateway(configuration, registry)).rejects.toThrow(
    'ENTERPRISE_ISSUERS: the scope hubspot:fly names an action that hubspot does not have',
  )
})
