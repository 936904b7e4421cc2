// Test lanes: slow

/** An agent's view of a rate limit, by the two clients of the MCP project. */
import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, startStage } from '../e2e/stage.ts'

let stage: Stage
let contact: string
/**
 * The gateway's clock minus the real one, in ms. Its windows are objects of lru-cache, which kept the real `performance`: so its method
 * is replaced.
 */
let ahead: number
const realNow = performance.now
beforeEach(async () => {
  ahead = 0
  performance.now = () => realNow.call(performance) + ahead
  stage = await startStage({ env: { CALLS_PER_MINUTE: '' } })
  await stage.ready('acme')
  contact = stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })[0]?.id ?? ''
})
afterEach(async () => {
  performance.now = realNow
  await stage.stop()
})

interface Result {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly text?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
  readonly structuredContent?: any
}

interface Agent {
  listTools(): Promise<unknown>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

const info = { name: 'test', version: '1.0.0' }
const options = { requestInit: { headers: { authorization: `Bearer ${tokenOf('acme')}` } } }
const clients: Record<string, (url: URL) => Promise<Agent>> = {
  'the v1 client': async (url) => {
    const client = new OlderClient(info)
    await client.connect(new OlderTransport(url, options))
    return client
  },
  'the v2 client': async (url) => {
    const client = new CurrentClient(info, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new CurrentTransport(url, options))
    return client
  },
}

const updateOf = (n: number) => ({ object_type: 'contacts', object_id: contact, properties: { firstname: `Ada ${n}` } })
const surfaces: Record<string, (n: number) => { name: string; arguments: Record<string, unknown> }> = {
  domains: (n) => ({ name: 'hubspot', arguments: { action: 'update', ...updateOf(n) } }),
  effects: (n) => ({ name: 'hubspot_write', arguments: { action: 'update', ...updateOf(n) } }),
  actions: (n) => ({ name: 'hubspot_update', arguments: updateOf(n) }),
  search: (n) => ({
    name: 'call_write',
    arguments: { provider: 'hubspot', action: 'update', parameters: updateOf(n) },
  }),
}

describe.each(Object.entries(clients))('%s', (_client, connect) => {
  test.each(Object.entries(surfaces))(
    'with 33 updates to do is told of the limit as by a tool, and goes on when the wait is over (%s)',
    async (surface, update) => {
      const agent = await connect(new URL(`${stage.url}/mcp?tools=${surface}`))
      await agent.listTools()
      const done: number[] = []
      let refused: Result | undefined
      for (let n = 1; n <= 33; n++) {
        const result = (await agent.callTool(update(n))) as Result
        if (!result.isError) done.push(n)
        else refused ??= result
      }
      expect(done).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
      const { code, error, retry_after } = refused?.structuredContent ?? {}
      expect([code, refused?.content[0]?.text]).toEqual(['RATE_LIMITED', expect.stringContaining(error)])
      expect(error).toContain(`try again in ${retry_after} s`)

      ahead = retry_after * 1000
      await agent.listTools()
      for (const n of [31, 32, 33])
        expect((await agent.callTool(update(n))) as Result).not.toMatchObject({ isError: true })
      await agent.close()
    },
  )
})
