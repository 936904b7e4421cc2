// Test lanes: slow

import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { ActionEffect } from '@patchbay/core/provider'
import type { Source } from '@patchbay/core/schema'
import { afterAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { startWithProviders } from '../start-with-providers.ts'
import { request } from './messages.ts'
import { placesOf, type Tool } from './schema-places.ts'
import { type Annotations, type SimulatedClient, simulatedClients } from './simulated-clients.ts'
import { registry, surfaces } from './surface-sizes.ts'

const upstream = await startScripted(
  answer(200, {
    id: 1,
    full_name: 'octo/hello',
    items: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `number ${id}` })),
  }),
)
const page = await Bun.file(new URL('../../docs/mcp-tools.md', import.meta.url)).text()
const gateway = await startWithProviders(registry, upstream.origin)
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

interface ListedTool extends Tool {
  readonly title: string
  readonly description: string
  readonly annotations: Annotations
}

/** The id of a run that still runs. */
const readRunning = (result: { readonly content: readonly { readonly text: string }[] }): string | undefined => {
  const { data } = Object(JSON.parse(result.content[0]?.text ?? '{}'))
  return data?.state === 'running' ? data.run_id : undefined
}

/** A session of a client: it connects, then lists and calls. */
const connect = async ({ name, era, keepsSession }: SimulatedClient, surface: string) => {
  const clientInfo = { name, version: '1.0.0' }
  let session: string | undefined
  const post = async (method: string, params: Record<string, unknown> = {}) => {
    const meta = era === 'modern' ? { _meta: { [CLIENT_INFO_META_KEY]: clientInfo } } : {}
    const { headers, body } = request(era, method, { ...params, ...meta })
    const own = {
      authorization: `Bearer ${tokenOf('acme')}`,
      ...headers,
      ...(session && { 'mcp-session-id': session }),
    }
    const answered = await gateway.send('POST', `/mcp?tools=${surface}`, own, body)
    expect([answered.status, answered.body.error]).toEqual([200, undefined])
    return answered
  }
  const first = era === 'modern' ? 'server/discover' : 'initialize'
  const hello = await post(
    first,
    era === 'modern' ? {} : { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  )
  expect(hello.body.result.instructions.length).toBeLessThanOrEqual(512)
  if (keepsSession) session = hello.headers.get('mcp-session-id') ?? undefined
  return {
    tools: async (): Promise<ListedTool[]> => (await post('tools/list')).body.result.tools,
    async call(tool: string, args: object) {
      const ask = async (given: object) => (await post('tools/call', { name: tool, arguments: given })).body.result
      let result = await ask(args)
      // On a busy machine code may run for longer than a request: its answer says how to look again.
      for (let id = readRunning(result); id !== undefined; id = readRunning(result)) result = await ask({ run_id: id })
      return result
    },
  }
}

const repository = { owner: 'octo', repo: 'hello' }

/** A read and a mistaken write by the tools of each surface. */
const calls = {
  domains: { read: ['github', { action: 'get_repository', ...repository }], write: ['hubspot', { action: 'create' }] },
  effects: {
    read: ['github_read', { action: 'get_repository', ...repository }],
    write: ['hubspot_write', { action: 'create' }],
  },
  actions: { read: ['github_get_repository', repository], write: ['hubspot_create', {}] },
  code: {
    read: ['run_read', { code: `return call('github', 'get_repository', ${JSON.stringify(repository)})` }],
    write: ['run_code', {}],
  },
  search: {
    read: ['call_read', { provider: 'github', action: 'get_repository', parameters: repository }],
    write: ['call_write', { provider: 'hubspot', action: 'create' }],
  },
} as const

/** The effects that a tool can have. */
const effectsOf = ({ name, inputSchema }: ListedTool): ActionEffect['kind'][] => {
  if (/^(call|run)_/.test(name)) return [name === 'call_write' || name === 'run_code' ? 'write' : 'read']
  const [id, ...rest] = name.split('_')
  const source = registry.find(({ provider }) => provider.id === id)?.source
  const given = (inputSchema.properties as Record<string, { enum?: string[] }>).action
  // A domain with a document names its actions in the description only: there may be thousands.
  const kind = rest[0] === 'read' || rest[0] === 'write' ? rest[0] : undefined
  const actions = given ? (given.enum ?? source?.names(kind) ?? []) : [rest.join('_')]
  return actions.flatMap((action) => source?.action(action)?.effect.kind ?? [])
}

describe.each(simulatedClients.map((client) => [client.client, client] as const))('%s', (_name, client) => {
  it('names the public pages that it is simulated by', () => {
    expect(client.sources.length).toBeGreaterThan(0)
    for (const source of client.sources) expect(source).toMatch(/^https:\/\//)
  })

  it('has the surfaces that the page for users recommends', () => {
    const rows = page.split('\n').flatMap((line) => {
      const [, clients = '', recommended = ''] = line.split('|').map((cell) => cell.trim())
      return clients.split(', ').includes(client.client) && recommended.startsWith('`') ? [recommended] : []
    })
    expect(rows).toEqual([client.surfaces.map((surface) => `\`${surface}\``).join(' or ')])
  })

  it.each(client.surfaces)(
    'keeps every description in the schemas of the surface "%s", which is recommended',
    async (surface) => {
      const { largestSchema = Number.POSITIVE_INFINITY } = client
      const large = (await (await connect(client, surface)).tools()).filter(
        ({ inputSchema }) => Buffer.byteLength(JSON.stringify(inputSchema)) > largestSchema,
      )
      expect(large.map(({ name }) => name)).toEqual([])
    },
  )

  describe.each(surfaces)('with the surface "%s"', (surface) => {
    it('connects, lists tools of which it cuts nothing, and calls one', async () => {
      const { tools, call } = await connect(client, surface)
      const listed = await tools()
      const { toolName, longestDescription = Number.POSITIVE_INFINITY } = client
      for (const { name, title, description, inputSchema } of listed) {
        if (toolName) expect(`${toolName.before}${name}`.length).toBeLessThanOrEqual(toolName.most)
        const texts = placesOf(inputSchema).map(({ schema }) => String(schema.description ?? ''))
        expect(Math.max(...[description, ...texts].map(({ length }) => length))).toBeLessThanOrEqual(longestDescription)
        expect(title.length).toBeLessThanOrEqual(64)
      }
      const [tool, args] = calls[surface].read
      const result = await call(tool, args)
      expect(result.isError).toBeUndefined()
      const { structuredContent } = result
      const seen =
        client.reads === 'content' || !structuredContent ? result.content[0].text : JSON.stringify(structuredContent)
      expect(Buffer.byteLength(seen)).toBeLessThanOrEqual(client.resultBytes ?? 65_536)
      expect(JSON.parse(seen).truncated.continuation).toMatch(/^[0-9a-f]{32}/)
    })

    it('is told of a mistake as a result that its model can read', async () => {
      const { call } = await connect(client, surface)
      const [tool, args] = calls[surface].write
      const result = await call(tool, args)
      const seen = client.reads === 'content' ? JSON.parse(result.content[0].text) : result.structuredContent
      expect([result.isError, seen.code]).toEqual([true, 'VALIDATION_ERROR'])
    })

    it('asks before whatever may change something, and never before a tool that only reads', async () => {
      const { tools } = await connect(client, surface)
      for (const { name, annotations, ...tool } of await tools()) {
        const mayWrite = effectsOf({ name, annotations, ...tool }).includes('write')
        expect([name, annotations.readOnlyHint]).toEqual([name, !mayWrite])
        if (client.asks) expect([name, client.asks(annotations)]).toEqual([name, mayWrite])
      }
    })
  })
})

it('no read is behind a tool that asks, but in the surface "domains"', async () => {
  const count = (names: (source: Source) => readonly string[]) =>
    registry.reduce((sum, { source }) => sum + names(source).length, 0)
  const reads = count((source) => source.names('read'))
  // The others are found by the surface "search".
  const listed = count((source) => source.names('read').filter((name) => source.listed?.includes(name) ?? true))
  const [client] = simulatedClients.filter(({ client }) => client === 'Codex')
  if (!client) throw new Error('Codex is not simulated')
  const unprompted = await Promise.all(
    surfaces.map(async (surface) => {
      const tools = await (await connect(client, surface)).tools()
      const free = tools.filter(({ annotations }) => !client.asks?.(annotations))
      return [surface, free.flatMap(effectsOf).filter((kind) => kind === 'read').length]
    }),
  )
  // `call_read` is one tool for all of them.
  expect(unprompted).toEqual([
    ['domains', 0],
    ['effects', reads],
    ['actions', listed],
    ['search', 1],
    ['code', 1],
  ])
})
