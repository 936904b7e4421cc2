// Test lanes: slow

/** The log-ins of clients as they are: their metadata documents, registrations, resources and scopes, each as a public report has it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, callback, createAgent } from './agent.ts'
import { startClientSite } from './client-site.ts'
import { openConsent, paste, wayBack } from './user.ts'

let site: Awaited<ReturnType<typeof startClientSite>>
let stage: Stage
let agent: Agent
beforeAll(async () => {
  site = await startClientSite()
  stage = await startStage({ env: { REDIRECT_SCHEMES: 'our-agent' } })
  await stage.ready('acme')
  agent = createAgent(stage.url)
})
afterAll(async () => {
  await stage.stop()
  site.stop()
})

const call = async (access_token: string) =>
  (await stage.call('acme', 'hubspot', searchFor('a@b.c'), { token: access_token })).status

/** As https://chatgpt.com/oauth/<id>/client.json, which `changes` may make an older or another one. */
const chatGpt = (changes: object = {}) =>
  site.publish((url) => ({
    client_id: url,
    client_uri: 'https://chatgpt.com/',
    client_name: 'ChatGPT',
    logo_uri: 'https://chatgpt.com/logo.png',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg: 'RS256',
    jwks_uri: `${site.origin}/jwks.json`,
    scope: null,
    software_version: 7,
    ...changes,
  }))

const asserting = async (client_id: string, claims: object = {}) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await site.sign({ iss: client_id, sub: client_id, aud: stage.url, ...claims }),
})
const authorize = (client: string) => agent.authorize(client, tokenOf('acme'))

describe('ChatGPT', () => {
  test('logs in by its document without an assertion, and refreshes', async () => {
    const id = chatGpt()
    const { access_token, refresh_token } = await agent.connect(id, tokenOf('acme'))
    expect(await call(access_token)).toBe(200)
    expect((await agent.refresh(id, refresh_token)).status).toBe(200)
  })

  test.each([
    ['whose document has both methods', {}],
    ['whose document has its keys by an assertion alone', { token_endpoint_auth_methods_supported: undefined }],
    ['whose document holds the keys', { jwks_uri: undefined, jwks: 'own' }],
  ])('%s logs in, refreshes and revokes with assertions', async (_what, changes) => {
    const id = chatGpt('jwks' in changes ? { ...changes, jwks: site.jwks } : changes)
    // Some clients leave client_id out, which the assertion names.
    const first = await agent.exchange(id, await authorize(id), { client_id: undefined, ...(await asserting(id)) })
    expect(first.status).toBe(200)
    expect(await call(first.body.access_token)).toBe(200)
    const token_endpoint = { aud: [stage.url, `${stage.url}/oauth/token`] }
    const second = await agent.refresh(id, first.body.refresh_token, await asserting(id, token_endpoint))
    expect(second.status).toBe(200)
    const token = second.body.refresh_token
    expect((await agent.form('/oauth/revoke', { token, client_id: id, ...(await asserting(id)) })).status).toBe(200)
    expect(await call(second.body.access_token)).toBe(401)
  })

  const wrong: [what: string, claims: object, key: 'own' | 'other', says: string][] = [
    ['of another client', { iss: 'https://mallory.example/c.json' }, 'own', 'iss'],
    ['about another client', { sub: 'https://mallory.example/c.json' }, 'own', 'sub'],
    ['for another server', { aud: 'https://other.example' }, 'own', 'aud'],
    ['for two servers', { aud: ['BASE', 'https://other.example'] }, 'own', 'its only aud'],
    ['that has expired', { exp: 1_700_000_000 }, 'own', 'exp'],
    ['that lives for a day', { exp: Math.floor(Date.now() / 1000) + 86_400 }, 'own', 'within 3600 s'],
    ['without an end', { exp: undefined }, 'own', 'exp'],
    ['that another key signed', {}, 'other', 'signature'],
  ]
  test.each(wrong)('is refused an assertion %s, and its code still works', async (_what, claims, key, says) => {
    const id = chatGpt({ token_endpoint_auth_methods_supported: undefined })
    const authorized = await authorize(id)
    const aud = 'aud' in claims && Array.isArray(claims.aud) ? { aud: [stage.url, claims.aud[1]] } : {}
    const assertion = await site.sign({ iss: id, sub: id, aud: stage.url, ...claims, ...aud }, key)
    const form = { ...(await asserting(id)), client_assertion: assertion }
    const { status, body } = await agent.exchange(id, authorized, form)
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect(body.error_description).toContain(says)
    expect((await agent.exchange(id, authorized, await asserting(id))).status).toBe(200)
  })

  test('can use an assertion once; a client that must send one is refused without', async () => {
    const id = chatGpt({ token_endpoint_auth_methods_supported: ['private_key_jwt'] })
    const [one, two] = [await authorize(id), await authorize(id)]
    const form = await asserting(id)
    expect((await agent.exchange(id, one, form)).status).toBe(200)
    const again = await agent.exchange(id, two, form)
    expect([again.status, again.body.error_description]).toEqual([401, 'The client_assertion was used before'])
    for (const missing of [{}, { client_secret: 'guessed' }]) {
      const { status, body } = await agent.exchange(id, two, missing)
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
    const { entries } = (await stage.admin('GET', '/admin/audit?action=reuse_assertion')).body
    expect(entries).toMatchObject([{ key: `clients/${id}`, code: 'invalid_client' }])
  })

  test('is told to try again while its keys can not be read', async () => {
    const id = chatGpt({ jwks_uri: `${site.origin}/missing.json`, token_endpoint_auth_methods_supported: undefined })
    const { status, body } = await agent.exchange(id, await authorize(id), await asserting(id))
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable'])
  })

  test('finds the method in the metadata', async () => {
    const { body } = await stage.send('GET', '/.well-known/oauth-authorization-server', {})
    expect(body.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
    expect(body.token_endpoint_auth_signing_alg_values_supported).toContain('RS256')
  })
})

describe('a document that can not be used', () => {
  test.each<[changes: object, says: string]>([
    [{ redirect_uris: ['http://chatgpt.com/cb', 'other-agent://cb'] }, 'redirect_uris[0] must be https'],
    [{ redirect_uris: callback }, 'redirect_uris must be a list'],
    [{ client_name: ['ChatGPT'] }, 'client_name must be a string'],
    [{ grant_types: ['client_credentials'] }, 'grant_types must be a list that holds authorization_code'],
    [{ response_types: ['token'] }, 'response_types must be a list that holds code'],
    [{ client_id: 'https://mallory.example/c.json' }, 'with that URL as its client_id'],
    [
      { token_endpoint_auth_method: 'tls_client_auth', token_endpoint_auth_methods_supported: undefined },
      'token_endpoint_auth_method must be one of none, private_key_jwt, not tls_client_auth',
    ],
    [{ jwks_uri: undefined, token_endpoint_auth_methods_supported: null }, 'jwks_uri must be the URL of the keys'],
  ])('for %j is refused with the member and why', async (changes, says) => {
    const { status, text } = await openConsent(agent.authorizeUrl(chatGpt(changes)).url)
    expect([status, text]).toEqual([400, expect.stringContaining('usable client metadata document')])
    expect(text).toContain(says)
  })
})

test.each(['?tools=effects', '/?tools=effects&x=1', '/', ''])(
  'Claude Code, which was given /mcp%s, logs in and refreshes with that as its resource',
  async (end) => {
    const id = await agent.register()
    const resource = `${stage.url.replace('localhost', 'LOCALHOST')}/mcp${end}`
    const authorized = await agent.authorize(id, tokenOf('acme'), { resource })
    const { status, body } = await agent.exchange(id, authorized, { resource })
    expect(status).toBe(200)
    expect((await agent.refresh(id, body.refresh_token, { resource })).status).toBe(200)
    const { grants } = (await stage.admin('GET', '/admin/grants/acme?limit=1000')).body
    expect(grants.at(-1)).toMatchObject({ client_id: id, resource: `${stage.url}/mcp` })
  },
)

describe('a client that asks for further scopes', () => {
  const open = async (scope: string) => {
    const { url, verifier } = agent.authorizeUrl(await agent.register({ client_name: scope }), { scope })
    return { page: await paste(stage.url, await openConsent(url), tokenOf('acme')), verifier }
  }

  test.each([
    'offline_access hubspot:read',
    'openid profile email hubspot:read mcp:tools user.read hubspot:no_such_action',
    'hubspot:read hubspot:read nobody:write',
  ])('%j is offered what is known of them, and refreshes with the same', async (scope) => {
    const id = await agent.register()
    const { body } = await agent.exchange(id, await agent.authorize(id, tokenOf('acme'), { scope }))
    expect(body.scope).toBe('hubspot:read')
    const refreshed = await agent.refresh(id, body.refresh_token, { scope })
    expect([refreshed.status, refreshed.body.scope]).toEqual([200, 'hubspot:read'])
  })

  test.each(['offline_access', 'openid profile email offline_access'])(
    '%j alone is shown all, with nothing checked that writes',
    async (scope) => {
      const { page } = await open(scope)
      expect(page.boxes).toEqual(['hubspot:read', 'hubspot:write', 'stripe:read', 'stripe:write', 'stripe:secret'])
      expect(page.checked).toEqual(['every_read'])
      const id = await agent.register()
      const { body } = await agent.exchange(id, await agent.authorize(id, tokenOf('acme'), { scope }))
      expect(body.scope).toBe('hubspot:read stripe:read')
      const refreshed = await agent.refresh(id, body.refresh_token, { scope })
      expect(refreshed.body.scope).toBe('hubspot:read stripe:read')
    },
  )

  test.each([
    'mcp:tools',
    'openid user.read',
    'hubspot:read ask:nobody:write',
    'hubspot:read ask:openid',
    'hubspot:read ask:',
    'nobody:read ask:*:write',
  ])('%j is never given more than it asked for: invalid_scope', async (scope) => {
    const page = await openConsent(agent.authorizeUrl(await agent.register(), { scope }).url)
    expect(wayBack(page).searchParams.get('error')).toBe('invalid_scope')
    const id = await agent.register()
    const { refresh_token } = await agent.connect(id, tokenOf('acme'))
    const { status, body } = await agent.refresh(id, refresh_token, { scope })
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })
})

describe('a registration', () => {
  const register = (metadata: object) => agent.post('/oauth/register', metadata)
  const usable = ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback', 'our-agent://cb']

  test('with redirect URIs that may not be keeps the others, and says which', async () => {
    const redirect_uris = ['unknown-agent://cb', ...usable, 'http://agent.example/cb', 'javascript:alert(1)']
    const { status, body } = await register({ redirect_uris, token_endpoint_auth_method: 'none' })
    expect([status, body.redirect_uris]).toEqual([201, usable])
    const { url } = agent.authorizeUrl(body.client_id, { redirect_uri: 'unknown-agent://cb' })
    const page = await openConsent(url)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('must not have the scheme unknown-agent:')])
  })

  test('with null for what it has not, or with keys and statements of 15 KB, is taken', async () => {
    const nulls = { client_name: null, scope: null, grant_types: null, response_types: null, client_uri: null }
    const methods = { token_endpoint_auth_method: null, jwks: null, logo_uri: null, contacts: null }
    const { status, body } = await register({ redirect_uris: usable, ...nulls, ...methods })
    expect([status, body.token_endpoint_auth_method]).toEqual([201, 'client_secret_basic'])
    expect((await register({ redirect_uris: usable, software_statement: 'x'.repeat(15_000) })).status).toBe(201)
  })

  test('that is too large is told its own limit; a method that is not for it is refused by its name', async () => {
    const large = await register({ redirect_uris: usable, software_statement: 'x'.repeat(17_000) })
    expect([large.status, large.body.error_description]).toEqual([
      413,
      'The body is larger than 16384 bytes, the limit of this route',
    ])
    const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }
    const { status, body } = await register({ redirect_uris: usable, ...keys })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    expect(body.error_description).toContain('token_endpoint_auth_method must be one of none')
    expect(body.error_description).toContain('not private_key_jwt')
    const others = { ...keys, token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] }
    const taken = await register({ redirect_uris: usable, ...others })
    expect([taken.status, taken.body.token_endpoint_auth_method]).toEqual([201, 'none'])
  })
})
