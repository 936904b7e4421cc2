// Test lanes: slow

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createMcp, type Mcp } from '../../server/mcp/create-mcp.ts'
import { mcpRoute } from '../../server/mcp/mcp-route.ts'
import { fixture } from '../call-path/fixture-provider.ts'
import { answered } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Era, envelope, type McpMessage, request, toolCall } from './messages.ts'
import { mountMcp } from './mount-mcp.ts'

const maxBodyBytes = 1_048_576
let taken = 0
let mcp: Mcp
let gateway: Awaited<ReturnType<typeof mountMcp>>
const upstream = await startScripted(answer(200, { id: 1, text: 'é "quoted" \u2028', nothing: null }))

beforeAll(async () => {
  gateway = await mountMcp(
    ({ calls, auditLog, deadlines, store, vault, fileShelf, fileAccess, domains, baseUrl }) => {
      mcp = createMcp({
        calls,
        domains,
        store,
        membership: { id: () => 'test' },
        vault,
        fileShelf,
        fileAccess,
        auditLog,
        deadlines,
        docsUrl: () => undefined,
        log: createLog('silent'),
      })
      const counted: Mcp['fastPath'] = async (...args) => {
        const answer = await mcp.fastPath(...args)
        if (answer) taken++
        return answer
      }
      const common = { calls, deadlines, transport: mcp.transport, baseUrl, docsUrl: () => undefined, maxBodyBytes }
      return [mcpRoute({ ...common, fastPath: counted }), { ...mcpRoute(common), path: '/by-sdk-alone' }]
    },
    [domainOf(fixture)],
    { fixture: upstream.origin },
  )
})
afterAll(async () => {
  await gateway.stop()
  await mcp.close()
  await upstream.stop()
})

const post = async (path: string, { headers, body }: McpMessage) => {
  const own = { authorization: `Bearer ${gateway.token}`, 'x-request-id': 'the-same' }
  const {
    status,
    body: json,
    text,
  } = await answered(
    await fetch(gateway.url + path, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  // Only the order of the members differs.
  const events = [...text.matchAll(/^data: ([^\n]*)$/gm)].map(([, data = '']) => JSON.parse(data))
  return { status, answer: json ?? (events.length > 0 ? events : text) }
}

type Rows = [what: string, message: McpMessage][]

const withHeaders = (message: McpMessage, changes: Record<string, string | undefined>): McpMessage => ({
  ...message,
  headers: Object.fromEntries(
    Object.entries({ ...message.headers, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
})
const withBody = (message: McpMessage, changes: object): McpMessage => ({
  ...message,
  body: { ...Object(message.body), ...changes },
})
const withParams = (message: McpMessage, changes: object): McpMessage =>
  withBody(message, { params: { ...Object(message.body).params, ...changes } })
const withMeta = (message: McpMessage, changes: object): McpMessage =>
  withParams(message, { _meta: { ...Object(message.body).params?._meta, ...changes } })

const get = { action: 'get', id: '1' }

const ids: unknown[] = [0, -1, 7, 2 ** 53, 1.5, 1e300, '', 'abc', 'é"', null, true, [], {}]
const argumentValues: unknown[] = [
  get,
  {},
  { action: 'gte' },
  { action: 'get' },
  { action: 'get', id: 5 },
  { ...get, filter: '{"a":1}' },
  { ...get, result_fields: ['id'] },
  { ...get, account_id: 'nobody' },
  { ...get, continuation: 'x' },
  { action: 'pay', amount: '5', repeat: true },
  { ['__proto__']: 1, ...get },
  { constructor: 1 },
  'text',
  5,
  [get],
]
const names: unknown[] = [
  'fixture',
  'fixture_get',
  'fixture_',
  'unknown',
  '',
  'fix ture',
  '__proto__',
  'é',
  5,
  null,
  {},
]

const variations = (era: Era): Rows => {
  const call = toolCall(era, 'fixture', get)
  const list = request(era, 'tools/list')
  const each = <T>(what: string, values: readonly T[], make: (value: T) => McpMessage): Rows =>
    values.map((value) => [`${what} ${JSON.stringify(value)}`, make(value)])

  return [
    ['a call', call],
    ['a list', list],
    ...each('the id', ids, (id) => withBody(call, { id })),
    ...each('a list with the id', ids, (id) => withBody(list, { id })),
    ...each('arguments', argumentValues, (args) => withParams(call, { arguments: args })),
    ...each('the tool', names, (name) =>
      withHeaders(
        withParams(call, { name }),
        typeof name === 'string' && era === 'modern' ? { 'mcp-name': encodeName(name) } : {},
      ),
    ),
    ...each('jsonrpc', ['1.0', 2, null, undefined], (jsonrpc) => withBody(call, { jsonrpc })),
    ...each(
      'the method',
      ['tools/calls', 'ping', 'Tools/Call', '', 5, 'tools/list', 'resources/list', 'server/discover'],
      (method) => withHeaders(withBody(call, { method }), era === 'modern' ? { 'mcp-method': String(method) } : {}),
    ),
    ...each('params', [null, [], 'x', 5, {}], (params) => withBody(call, { params })),
    ...each('params of a list', [null, [], {}, { cursor: 'x' }, { cursor: 5 }, { extra: 1 }], (params) =>
      withBody(list, { params: era === 'modern' && isObject(params) ? { _meta: envelope, ...params } : params }),
    ),
    ...each('another member', ['result', 'error', 'extra'], (name) => withBody(call, { [name]: 1 })),
    ...each('another parameter', ['task', 'inputResponses', 'requestState', 'extra'], (name) =>
      withParams(call, { [name]: name === 'requestState' ? 'x' : {} }),
    ),
    ...each('Accept', ['application/json', 'text/event-stream', '*/*', 'text/html', undefined], (accept) =>
      withHeaders(call, { accept }),
    ),
    ...each(
      'MCP-Protocol-Version',
      ['2025-11-25', '2025-03-26', '2026-07-28', '2099-01-01', 'x', '', ' 2026-07-28 ', undefined],
      (version) => withHeaders(call, { 'mcp-protocol-version': version }),
    ),
    ...each('Mcp-Method', ['tools/call', 'tools/list', 'TOOLS/CALL', '', undefined], (method) =>
      withHeaders(call, { 'mcp-method': method }),
    ),
    ...each(
      'Mcp-Name',
      ['fixture', 'Fixture', 'other', '', '=?base64?Zml4dHVyZQ==?=', '=?base64?!?=', undefined],
      (name) => withHeaders(call, { 'mcp-name': name }),
    ),
    ...each('_meta', [null, [], 'x', {}, { extra: 1 }, { progressToken: {} }], (_meta) => withParams(call, { _meta })),
    ...each('a member of the envelope', Object.keys(envelope), (key) => withMeta(call, { [key]: undefined })),
    ...each('a wrong member of the envelope', Object.keys(envelope), (key) => withMeta(call, { [key]: 5 })),
    ...each('the version in the envelope', ['2025-11-25', '2099-01-01', '', 'x'], (version) =>
      withMeta(call, { 'io.modelcontextprotocol/protocolVersion': version }),
    ),
    [
      'a client that tells more of itself',
      withMeta(call, { 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1', title: 'C' } }),
    ],
    ['a client without a name', withMeta(call, { 'io.modelcontextprotocol/clientInfo': { version: '1' } })],
    ['a trace', withMeta(call, { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })],
    ['no message', { ...call, body: {} }],
    ['a notification', { ...call, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }],
    ['a response', { ...call, body: { jsonrpc: '2.0', id: 1, result: {} } }],
    ['a batch', { ...call, body: [call.body] }],
    ['broken JSON', { ...call, body: '{"jsonrpc"' }],
  ]
}

/** Other characters don't travel in a header. */
const encodeName = (name: string): string => (/^[\x20-\x7e]*$/.test(name) ? name : 'x')
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const surfaces = ['auto', 'domains', 'effects', 'actions', 'search', 'code']

/** A call by each kind of tool, right and wrong. */
const surfaceCalls: [tool: string, args: Record<string, unknown>][] = [
  ['fixture_read', get],
  ['fixture_read', { action: 'create', name: 'x' }],
  ['fixture_write', get],
  ['fixture_get', { id: '1' }],
  ['find_actions', { query: 'get a thing' }],
  ['find_actions', { query: '', limit: 'many' }],
  ['describe_action', { provider: 'fixture', action: 'get' }],
  ['describe_action', { provider: 'fixture', action: 'gte' }],
  ['call_read', { provider: 'fixture', action: 'get', parameters: { id: '1' } }],
  ['call_read', { provider: 'fixture', action: 'get', parameters: '{"id": "1"}' }],
  ['call_read', { provider: 'fixture', action: 'get', parameters: {} }],
  ['call_read', {}],
  ['call_write', { provider: 'fixture', action: 'get', parameters: { id: '1' } }],
  ['run_read', {}],
  ['run_read', { code: 'return 1 +' }],
  ['run_code', { code: "return call('fixture', 'get', { id: '1' })" }],
  ['find_', {}],
  ['call', {}],
]

describe.each(['modern', 'legacy'] as const)('the lane answers as the SDK alone does (%s)', (era) => {
  const same = async (message: McpMessage, query = ''): Promise<void> => {
    const [lane, sdk] = [await post(`/mcp${query}`, message), await post(`/by-sdk-alone${query}`, message)]
    expect(lane).toEqual(sdk)
  }

  it.each(variations(era))('%s', (_what, message) => same(message))

  it.each(surfaces)('a list of the surface %s', (surface) => same(request(era, 'tools/list'), `?tools=${surface}`))

  it.each(surfaceCalls)('a call of %s with %j', (name, args) => same(toolCall(era, name, args)))

  it('and takes every plain call and list', async () => {
    const before = taken
    for (const message of [toolCall(era, 'fixture', get), request(era, 'tools/list')]) await post('/mcp', message)
    expect(taken).toBe(before + 2)
  })
})
