// Test lanes: both-stores, long-on-mongodb

/** Assertions that an attacker made, stole or sent elsewhere: none of them gives a token. */
import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered } from '../client.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { type Agent, callback, createAgent } from '../oauth/agent.ts'
import { goodClaims, type IdentityProvider, startIdentityProvider } from '../oauth/identity-provider.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

interface Client {
  readonly client_id: string
  readonly client_secret: string
}

let idp: IdentityProvider
/** The provider of another organization: it may sign for the tenant `globex` only. */
let foreign: IdentityProvider
let stage: Stage
let agent: Agent
let client: Client
let mallory: Client
beforeAll(async () => {
  ;[idp, foreign] = [await startIdentityProvider(), await startIdentityProvider()]
  const issuers = [
    { issuer: idp.issuer, rules: [{ tenant: 'acme', scope: '*:read' }] },
    { issuer: foreign.issuer, rules: [{ tenant: 'globex', scope: '*:read' }] },
  ]
  stage = await startStage({
    env: { ENTERPRISE_ISSUERS: JSON.stringify(issuers), ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  })
  for (const tenant of ['acme', 'globex']) await stage.ready(tenant)
  agent = createAgent(stage.url)
  const metadata = { redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_post' }
  client = (await agent.post('/oauth/register', metadata)).body
  mallory = (await agent.post('/oauth/register', metadata)).body
})
afterAll(async () => {
  await stage.stop()
  for (const provider of [idp, foreign]) provider.stop()
})

const good = () => goodClaims(idp.issuer, stage.url, client.client_id)
const now = () => Math.floor(Date.now() / 1000)
const send = (assertion: string, { client_id, client_secret }: Client = client): Promise<Answered> =>
  agent.form('/oauth/token', { grant_type, assertion, client_id, client_secret })
const refusal = ({ status, body }: Answered) => [status, body.error]
const refused = [400, 'invalid_grant']

test('a replayed assertion gives nothing more, also many at once, and is audited', async () => {
  const assertion = await idp.sign(good())
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(assertion)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refusal(await send(assertion))).toEqual(refused)
  const { entries } = (await stage.admin('GET', '/admin/audit?action=reuse_assertion&limit=1')).body
  expect(entries).toMatchObject([{ outcome: 'error', code: 'invalid_grant', key: `clients/${client.client_id}` }])
})

test('an id that was used is refused in another assertion as well, and after its grant was ended', async () => {
  const claims = { ...good(), jti: 'used', sub: 'ended' }
  expect((await send(await idp.sign(claims))).status).toBe(200)
  const { grants } = (await stage.admin('GET', '/admin/grants/acme?limit=1000')).body
  const { grant_id } = grants.find(({ subject }: { subject: string }) => subject === 'ended')
  await stage.admin('DELETE', `/admin/grants/acme/${grant_id}`)
  expect(refusal(await send(await idp.sign({ ...claims, exp: now() + 200 })))).toEqual(refused)
  // Ids are the issuer's own: another issuer may use the same.
  const elsewhere = { ...goodClaims(foreign.issuer, stage.url, client.client_id), jti: 'used' }
  expect((await send(await foreign.sign(elsewhere))).status).toBe(200)
})

test('a refused assertion is not used up', async () => {
  const assertion = await idp.sign(good())
  expect(refusal(await send(assertion, mallory))).toEqual(refused)
  expect((await send(assertion)).status).toBe(200)
})

test.each<[what: string, changes: () => object]>([
  ['of an unknown issuer', () => ({ iss: 'https://mallory.example' })],
  ['of no issuer', () => ({ iss: undefined })],
  ['of an issuer that is spelt otherwise', () => ({ iss: `${idp.issuer}/` })],
  ['that a foreign issuer has signed', () => ({ iss: foreign.issuer })],
  ['for another server', () => ({ aud: 'https://other.example' })],
  ['for the MCP endpoint, which is not an issuer', () => ({ aud: `${stage.url}/mcp` })],
  ['for two servers', () => ({ aud: [stage.url, 'https://other.example'] })],
  ['for nobody', () => ({ aud: undefined })],
  ['of another client', () => ({ client_id: mallory.client_id })],
  ['of no client', () => ({ client_id: undefined })],
  ['that has expired', () => ({ iat: now() - 400, exp: now() - 60 })],
  ['that never expires', () => ({ exp: undefined })],
  ['that expires tomorrow', () => ({ exp: now() + 86_400 })],
  ['that is old', () => ({ iat: now() - 7200 })],
  ['of the future', () => ({ iat: now() + 600, exp: now() + 900 })],
  ['that is not valid yet', () => ({ nbf: now() + 600 })],
  ['without an id', () => ({ jti: undefined })],
  ['with an id that is not a text', () => ({ jti: { $ne: 1 } })],
  ['without a subject', () => ({ sub: undefined })],
  ['with a subject of 1000 letters', () => ({ sub: 'x'.repeat(1000) })],
])('an assertion %s is refused', async (_, changes) => {
  expect(refusal(await send(await idp.sign({ ...good(), ...changes() })))).toEqual(refused)
})

test('a JWT of another type is refused: an ID token is not an assertion', async () => {
  for (const typ of ['JWT', 'at+jwt', 'id-jag+jwt', undefined]) {
    expect(refusal(await send(await idp.sign(good(), { typ })))).toEqual(refused)
  }
})

test('a signature by another key, by none, or by the public key as a secret is refused', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  const publicKey = new TextEncoder().encode(await exportSPKI(idp.publicKey))
  const [header = '', payload = ''] = (await idp.sign(good())).split('.')
  for (const assertion of [
    await idp.sign(good(), {}, privateKey),
    await idp.sign(good(), { kid: 'unknown' }, privateKey),
    await idp.sign(good(), { alg: 'HS256' }, publicKey),
    new UnsecuredJWT({ ...good() }).encode(),
    `${header}.${payload}.`,
    `${header}.${payload}`,
    'not-a-jwt',
    `${header}.${Buffer.from('[]').toString('base64url')}.x`,
  ]) {
    expect(refusal(await send(assertion))).toEqual(refused)
  }
})

test('a key that the header brings along is not believed, and nothing is fetched for it', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  const before = foreign.asked.length
  for (const header of [{ jku: `${foreign.issuer}/jwks` }, { x5u: `${foreign.issuer}/x` }]) {
    expect(refusal(await send(await idp.sign(good(), header, privateKey)))).toEqual(refused)
  }
  expect(foreign.asked.length).toBe(before)
})

test('an issuer gives access to the tenants of its own rules only', async () => {
  const claims = { ...goodClaims(foreign.issuer, stage.url, client.client_id), tenant: 'acme' }
  const { body } = await send(await foreign.sign(claims))
  const call = async (tenant: string) => (await stage.call(tenant, 'nothing', {}, { token: body.access_token })).status
  expect([await call('globex'), await call('acme')]).toEqual([404, 401])
})

test('a client without a secret, or with a wrong one, gets nothing', async () => {
  const open = await agent.register()
  const assertion = await idp.sign({ ...good(), client_id: open })
  const answer = await agent.form('/oauth/token', { grant_type, assertion, client_id: open })
  expect(refusal(answer)).toEqual([400, 'unauthorized_client'])
  const wrong = await send(await idp.sign(good()), { ...client, client_secret: mallory.client_secret })
  expect(refusal(wrong)).toEqual([401, 'invalid_client'])
})

test('no refusal repeats the assertion or a claim of it', async () => {
  const assertion = await idp.sign({ ...good(), aud: 'https://a-secret-audience.example', email: 'ada@example.com' })
  const { text } = await send(assertion)
  for (const secret of [assertion.slice(0, 40), 'a-secret-audience', 'ada@example.com'])
    expect(text).not.toContain(secret)
})
