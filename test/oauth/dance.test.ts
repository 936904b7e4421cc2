// Test lanes: both-stores, long-on-mongodb

import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { callback, createAgent } from './agent.ts'
import { consent } from './user.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
})
afterAll(() => stage.stop())

/** The gateway is on loopback. */
const plain = { [oauth.allowInsecureRequests]: true }
const search = searchFor('ada@example.com')
const call = (token: string) => stage.call('acme', 'hubspot', search, { token })

/** The authorization server, found as a client finds it: from the URL of the MCP endpoint alone. */
const discover = async (): Promise<oauth.AuthorizationServer> => {
  const resource = new URL('/mcp', stage.url)
  const found = await oauth.resourceDiscoveryRequest(resource, plain)
  const metadata = await oauth.processResourceDiscoveryResponse(resource, found)
  const issuer = new URL(metadata.authorization_servers?.[0] ?? '')
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
  return oauth.processDiscoveryResponse(issuer, answer)
}

const register = async (as: oauth.AuthorizationServer, metadata: Partial<oauth.Client>): Promise<oauth.Client> => {
  const wanted = { client_name: 'Dance', redirect_uris: [callback], ...metadata }
  return oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(as, wanted, plain))
}

const authenticationOf = (client: oauth.Client): oauth.ClientAuth => {
  const secret = typeof client.client_secret === 'string' ? client.client_secret : ''
  if (client.token_endpoint_auth_method === 'client_secret_post') return oauth.ClientSecretPost(secret)
  return client.token_endpoint_auth_method === 'none' ? oauth.None() : oauth.ClientSecretBasic(secret)
}

const askUser = async (as: oauth.AuthorizationServer, client: oauth.Client, authentication: oauth.ClientAuth) => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: `${stage.url}/mcp`,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const back = await consent(stage.url, url, tokenOf('acme'))
  // Checks `state` and, as the metadata promise it, `iss`.
  const answer = oauth.validateAuthResponse(as, client, back, state)
  const response = await oauth.authorizationCodeGrantRequest(as, client, authentication, answer, callback, verifier, {
    ...plain,
    additionalParameters: { resource: `${stage.url}/mcp` },
  })
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

const methods = ['none', 'client_secret_post', 'client_secret_basic'] as const

test.each(methods)(
  'a client with the method %s goes from a 401 to a call, renews its tokens and gives them back [4.2-register] [4.2-authorize] [4.2-exchange] [5.1-oauth] [5.2-registers] [5.2-authorizes] [5.2-code] [5.2-pkce]',
  async (method) => {
    expect((await call('no-token-yet')).status).toBe(401)
    const as = await discover()
    const client = await register(as, { token_endpoint_auth_method: method })
    const authentication = authenticationOf(client)
    const first = await askUser(as, client, authentication)
    expect((await call(first.access_token)).status).toBe(200)

    const renewed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, authentication, first.refresh_token ?? '', plain),
    )
    expect(renewed.access_token).not.toBe(first.access_token)
    expect((await call(renewed.access_token)).status).toBe(200)
    expect((await call(first.access_token)).status).toBe(200)

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, authentication, renewed.access_token, plain),
    )
    expect([(await call(renewed.access_token)).status, (await call(first.access_token)).status]).toEqual([401, 200])
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, authentication, renewed.refresh_token ?? '', plain),
    )
    expect((await call(first.access_token)).status).toBe(401)
  },
)

test('an access token says that it is valid for 90 days [5.2-lifetime] [8-oauth-lifetime]', async () => {
  const as = await discover()
  const client = await register(as, { token_endpoint_auth_method: 'none' })
  const { expires_in, token_type } = await askUser(as, client, oauth.None())
  expect({ expires_in, token_type }).toEqual({ expires_in: 90 * 24 * 3600, token_type: 'bearer' })
})

test('a token request is read as JSON, without its type, and beside the token that a client adds to each request', async () => {
  const agent = createAgent(stage.url)
  const id = await agent.register()
  const send = async (write: (form: URLSearchParams) => string, headers: Record<string, string>) => {
    const { code, verifier } = await agent.authorize(id, tokenOf('acme'))
    const values = {
      grant_type: 'authorization_code',
      client_id: id,
      code,
      code_verifier: verifier,
      redirect_uri: callback,
    }
    // As bytes: a body of text would be given a type.
    const body = new TextEncoder().encode(write(new URLSearchParams(values)))
    return (await fetch(`${stage.url}/oauth/token`, { method: 'POST', headers, body })).status
  }
  const asForm = (form: URLSearchParams) => `${form}`
  const form = 'application/x-www-form-urlencoded'
  expect(
    await send((values) => JSON.stringify(Object.fromEntries(values)), { 'content-type': 'application/json' }),
  ).toBe(200)
  expect(await send(asForm, {})).toBe(200)
  expect(await send(asForm, { 'content-type': form, authorization: 'Bearer expired' })).toBe(200)
  expect(await send(() => '{"grant_type":', { 'content-type': 'application/json' })).toBe(400)
  expect(await send(asForm, { 'content-type': form, authorization: 'Digest x' })).toBe(401)
})

test('the metadata tell all that a client needs', async () => {
  const read = async (path: string) => (await stage.send('GET', `/.well-known/${path}`, {})).body
  const base = stage.url
  const ids = (await loadRegistry()).map(({ provider }) => provider.id)
  const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']
  const algorithms = expect.arrayContaining(['RS256', 'ES256', 'EdDSA'])
  const scopes_supported = ['*', ...ids].flatMap((id) => [`${id}:read`, `${id}:write`])
  const shared = {
    scopes_supported,
    authorization_servers: [base],
    bearer_methods_supported: ['header'],
    resource_name: 'Patchbay',
  }
  expect(await read('oauth-protected-resource')).toEqual({ resource: base, ...shared })
  const ofEndpoint = { resource: `${base}/mcp`, ...shared }
  expect(await read('oauth-protected-resource/mcp')).toEqual(ofEndpoint)
  expect((await stage.send('GET', '/mcp/.well-known/oauth-protected-resource', {})).body).toEqual(ofEndpoint)
  expect(await read('oauth-authorization-server')).toEqual({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})
