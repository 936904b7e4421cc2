import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js'
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { apiKey } from '@patchbay/core/provider'
import { afterAll, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { type McpMessage, toolCall } from '../mcp/messages.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const vendor = startVendor()
vendor.tokens.set('a-good-key', 'grace@example.com')
const auth = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const keyed = variant('keyed', { auth, probe: { action: 'get', params: { id: '1' }, identity: '/email' } })
const gateway = await startTestGateway({
  domains: [domainOf(keyed)],
  env: { PROVIDER_ORIGINS: JSON.stringify({ keyed: vendor.origin }), ALLOWED_PRIVATE_HOSTS: vendor.host },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
const token = 'acme-secret-token-1234'
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })
const accounts = ['first', 'second', 'third', 'never'].map((id) => ({ id, label: id }))
await gateway.admin('PUT', '/admin/tenants/acme', {
  name: 'Acme',
  status: 'active',
  options: { self_connect: true },
  providers: { keyed: { accounts, default: 'never' } },
})

const target = new URL(`${gateway.url}/mcp`)
const transportOptions = { requestInit: { headers: { authorization: `Bearer ${token}` } } }
const clientInfo = { name: 'test', version: '1.0.0' }
const callOf = (account_id: string) => ({ name: 'keyed', arguments: { action: 'get', id: '1', account_id } })

/** Opens the address and connects, as a person would. */
const connect = async (url: string): Promise<void> => {
  const browser = createBrowser()
  const page = await browser.visit(url)
  const asking = await browser.visit(url, { ...page.hidden, secret: 'a-good-key' })
  await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
}

const current = async (
  elicitation: { url?: Record<string, never>; form?: Record<string, never> },
  answer: (url: string) => Promise<'accept' | 'decline'>,
) => {
  const client = new CurrentClient(clientInfo, {
    capabilities: { elicitation },
    versionNegotiation: { mode: 'auto' },
  })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (params.mode !== 'url') throw new TypeError('no address')
    asked.push(params.url)
    return { action: await answer(params.url) }
  })
  await client.connect(new CurrentTransport(target, transportOptions))
  return { client, asked }
}
const dataOf = (result: object) => Object((result as { structuredContent?: unknown }).structuredContent)

describe('a client of the current revision that opens addresses', () => {
  it('has its user connect the account, and the same call goes on', async () => {
    const { client, asked } = await current({ url: {} }, async (url) => {
      await connect(url)
      return 'accept'
    })
    const result = await client.callTool(callOf('first'))
    expect([dataOf(result).data, asked.length]).toEqual([{ email: 'grace@example.com' }, 1])
    await client.close()
  })

  it.each(['accept', 'decline'] as const)('is asked once, and then gets the tool’s own error: %s', async (action) => {
    const { client, asked } = await current({ url: {} }, async () => action)
    const result = await client.callTool(callOf('never'))
    expect([result.isError, dataOf(result).code, dataOf(result).connect_url]).toEqual([true, 'TOKEN_MISSING', asked[0]])
    expect(asked).toHaveLength(1)
    await client.close()
  })
})

it('a client of revision 2025-11-25 that opens addresses gets the error for it, and can call again', async () => {
  const client = new OlderClient(clientInfo, { capabilities: { elicitation: { url: {} } } })
  await client.connect(new OlderTransport(target, transportOptions))
  const error = await client.callTool(callOf('second')).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UrlElicitationRequiredError)) throw error
  const [elicitation] = error.elicitations
  expect([error.elicitations.length, elicitation?.mode, typeof elicitation?.elicitationId]).toEqual([
    1,
    'url',
    'string',
  ])
  await connect(elicitation?.url ?? '')
  expect(dataOf(await client.callTool(callOf('second'))).data).toEqual({ email: 'grace@example.com' })
  await client.close()
})

it.each([
  ['of the current revision', async () => (await current({ form: {} }, async () => 'decline')).client],
  [
    'of revision 2025-11-25',
    async () => {
      const client = new OlderClient(clientInfo, { capabilities: { elicitation: {} } })
      await client.connect(new OlderTransport(target, transportOptions))
      return client
    },
  ],
])('a client %s that does not gets the address in the tool’s error', async (_what, open) => {
  const client = await open()
  const result = await client.callTool(callOf('never'))
  const { code, connect_url } = dataOf(result)
  expect([result.isError, code, new URL(connect_url).origin]).toEqual([true, 'TOKEN_MISSING', gateway.url])
  await client.close()
})

const post = async ({ headers, body }: McpMessage, more: Record<string, string> = {}) => {
  const own = { authorization: `Bearer ${token}`, ...more }
  const response = await fetch(target, {
    method: 'POST',
    headers: { ...own, ...headers },
    body: JSON.stringify(body),
  })
  const { error, ...rest } = (await response.json()) as { error?: { data: { elicitations: object[] } } }
  const [elicitation] = error?.data.elicitations ?? []
  const { elicitationId: _, ...asked } = Object(elicitation)
  return { status: response.status, ...rest, error: error && { ...error, data: asked } }
}
/** The member that makes the SDK answer: the fast path takes no message with one that it doesn't know. */
const bySdk = { unknown: 1 }

it.each([
  ['current', 'modern', { _meta: { [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { url: {} } } } }, {}],
  ['older', 'legacy', {}, { 'mcp-session-id': `${crypto.randomUUID()}..url` }],
] as const)('the fast path answers as the SDK does, in the %s era', async (_what, era, params, headers) => {
  const { name, arguments: args } = callOf('third')
  const fast = await post(toolCall(era, name, args, params), headers)
  const slow = await post(toolCall(era, name, args, { ...params, ...bySdk }), headers)
  expect(JSON.stringify(fast)).toContain('/connect/')
  expect(fast).toEqual(slow)
})
