// Test lanes: both-stores, long-on-mongodb

import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { callback } from '../../oauth/agent.ts'
import { consent } from '../../oauth/user.ts'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com' })
})
afterAll(() => stage.stop())

/** A client's data about its user, and the address that it opens for them. */
const createUser = () => {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    sentTo?: URL
    found?: OAuthDiscoveryState
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'Test', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.sentTo = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (found) => {
      kept.found = found
    },
    discoveryState: () => kept.found,
  }
  return { kept, provider }
}

type User = ReturnType<typeof createUser>
const clientInfo = { name: 'test', version: '1.0.0' }
const target = () => new URL(`${stage.url}/mcp`)

/** Connection of each client, before and after its user's sign-in. */
const clients = {
  'the v1 client': ({ provider }: User) => {
    const client = new OlderClient(clientInfo)
    const transport = new OlderTransport(target(), { authProvider: provider as never })
    return {
      connect: () => client.connect(transport),
      finish: ({ searchParams }: URL) => transport.finishAuth(searchParams.get('code') ?? ''),
      client,
    }
  },
  'the v2 client': ({ provider }: User) => {
    const client = new CurrentClient(clientInfo, { versionNegotiation: { mode: 'auto' } })
    const transport = new CurrentTransport(target(), { authProvider: provider })
    return {
      connect: () => client.connect(transport),
      finish: ({ searchParams }: URL) => transport.finishAuth(searchParams),
      client,
    }
  },
}

const revoke = (token: string, client: string) =>
  fetch(`${stage.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: client }),
  })

describe.each(Object.entries(clients))('%s', (_name, create) => {
  test('goes from a 401 to a call, renews its token and gives it back [4.1-mcp-transport] [9-mcp]', async () => {
    const user = createUser()
    const first = create(user)
    await expect(first.connect()).rejects.toThrow()
    expect(user.kept.sentTo?.searchParams.get('code_challenge_method')).toBe('S256')
    expect(user.kept.sentTo?.searchParams.get('resource')).toBe(`${stage.url}/mcp`)
    await first.finish(await consent(stage.url, user.kept.sentTo ?? '', tokenOf('acme')))

    const { client, connect } = create(user)
    await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(['hubspot', 'stripe'])
    const call = () => client.callTool({ name: 'hubspot', arguments: searchFor('ada@example.com') })
    expect(await call()).toMatchObject({ structuredContent: { success: true, data: { total: 1 } } })

    const { kept } = user
    const before = kept.tokens
    if (before) kept.tokens = { ...before, access_token: 'one-that-has-expired' }
    expect(await call()).toMatchObject({ structuredContent: { success: true } })
    expect(kept.tokens?.access_token).not.toBe(before?.access_token)
    expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token)

    const { access_token = '', refresh_token = '' } = kept.tokens ?? {}
    const { status } = await revoke(refresh_token, kept.client?.client_id ?? '')
    expect(status).toBe(200)
    const after = await stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token: access_token })
    expect(after.status).toBe(401)
    await client.close()
  })

  test('asks its user for more where the scope is too small, and then calls', async () => {
    const user = createUser()
    const first = create(user)
    await expect(first.connect()).rejects.toThrow()
    await first.finish(await consent(stage.url, user.kept.sentTo ?? '', tokenOf('acme'), ['hubspot:read']))
    expect(user.kept.tokens?.scope).toBe('hubspot:read')

    const reading = create(user)
    await reading.connect()
    const properties = { email: `${crypto.randomUUID()}@example.com` }
    const write = { name: 'hubspot', arguments: { action: 'create', object_type: 'contacts', properties } }
    await expect(reading.client.callTool(write)).rejects.toThrow()
    expect(user.kept.sentTo?.searchParams.get('scope')?.split(' ')).toContain('hubspot:write')
    await reading.finish(await consent(stage.url, user.kept.sentTo ?? '', tokenOf('acme')))
    expect(await reading.client.callTool(write)).toMatchObject({ structuredContent: { success: true } })
    await reading.client.close()
  })
})
