import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer } from '../../providers/scripted.ts'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })
})
afterAll(() => stage.stop())

const clientInfo = { name: 'test', version: '1.0.0' }
const target = () => new URL(`${stage.url}/mcp`)
const options = (token = tokenOf('acme')) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

/** A test's view of a client, whichever it is. */
interface Connected {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    onProgress?: (progress: number) => void,
  ): Promise<{ structuredContent?: unknown; isError?: boolean | undefined }>
  close(): Promise<void>
}

const clients: Record<string, (token?: string) => Promise<Connected>> = {
  'the v1 client (@modelcontextprotocol/sdk)': async (token) => {
    const client = new OlderClient(clientInfo)
    await client.connect(new OlderTransport(target(), options(token)))
    return {
      listTools: () => client.listTools(),
      callTool: async (params, onProgress) =>
        (await client.callTool(params, undefined, {
          ...(onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
        })) as Awaited<ReturnType<Connected['callTool']>>,
      close: () => client.close(),
    }
  },
  'the v2 client (@modelcontextprotocol/client)': async (token) => {
    const client = new CurrentClient(clientInfo, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new CurrentTransport(target(), options(token)))
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    return {
      listTools: () => client.listTools(),
      callTool: async (params, onProgress) =>
        (await client.callTool(params, {
          ...(onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
        })) as Awaited<ReturnType<Connected['callTool']>>,
      close: () => client.close(),
    }
  },
}

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  test('lists the tenant’s domains as tools and searches HubSpot with one of them [4.1-mcp]', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(['hubspot', 'stripe'])
    const answered = await client.callTool({ name: 'hubspot', arguments: searchFor('ada@example.com') })
    expect(answered.structuredContent).toMatchObject({ success: true, status: 200, data: { total: 1 } })
    expect(stage.hubspot.requests.at(-1)?.headers.authorization).toBe('Bearer hubspot-access-token')
    await client.close()
  })

  test('takes the envelope of a failed call, which it checks by the output schema', async () => {
    stage.stripe.play(answer(404, { error: { message: 'No such customer' } }))
    const client = await connect()
    await client.listTools()
    const answered = await client.callTool({
      name: 'stripe',
      arguments: { action: 'get_customer', customer: 'cus_none' },
    })
    expect(answered).toMatchObject({ isError: true, structuredContent: { code: 'UPSTREAM_ERROR', status: 404 } })
    await client.close()
  })

  test('is told the progress that it asks for', async () => {
    const client = await connect()
    stage.stripe.play(answer(200, { object: 'balance', available: [], pending: [] }))
    const told: number[] = []
    const args = { action: 'get_balance' }
    const answered = await client.callTool({ name: 'stripe', arguments: args }, (progress) => told.push(progress))
    expect(answered.structuredContent).toMatchObject({ success: true })
    expect(told).toEqual([0, 1])
    await client.close()
  })

  test('gets nowhere with a token that nobody has', async () => {
    await expect(connect('a-token-that-nobody-has')).rejects.toThrow()
  })
})
