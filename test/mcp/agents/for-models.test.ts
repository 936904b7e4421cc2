import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { fixture, variant } from '../../call-path/fixture-provider.ts'
import { tokenOf } from '../../client.ts'
import { answer } from '../../providers/scripted.ts'
import { type Era, request, toolCall } from '../messages.ts'
import { startMcp } from '../start-mcp.ts'

const ids = ['fixture', 'two', 'three', 'four', 'five', 'six']
const providers = ids.map((id) => (id === 'fixture' ? fixture : variant(id, {})))
const { gateway, send, callTool, upstream } = await startMcp({ providers })

const putTenant = (tenant: string, domains: readonly string[], options?: object) =>
  gateway.admin('PUT', `/admin/tenants/${tenant}`, {
    name: tenant,
    status: 'active',
    providers: Object.fromEntries(domains.map((id) => [id, { accounts: [{ id: 'main', label: 'Main' }] }])),
    ...(options && { options }),
  })

const newTenant = async (tenant: string, domains: readonly string[], options?: object) => {
  await gateway.seed(tenant, Object.fromEntries(domains.map((id) => [id, 'secret'])))
  await gateway.admin('DELETE', `/admin/tenants/${tenant}`)
  await putTenant(tenant, domains, options)
  await gateway.admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant) })
  for (const id of domains)
    await gateway.admin('PUT', `/admin/tokens/${tenant}/${id}/main`, { access_token: 'secret', token_type: 'Bearer' })
}

const toolNames = async (tenant: string, query = ''): Promise<string[]> => {
  const { body } = await send(request('modern', 'tools/list'), { query, token: tokenOf(tenant) })
  return body.result.tools.map(({ name }: { name: string }) => name)
}
const general = ['find_actions', 'describe_action', 'call_read', 'call_write', 'read_file']

describe('the surface auto', () => {
  it('is what new tenants have: a tool a provider up to five of them, five tools beyond', async () => {
    await newTenant('few', ids.slice(0, 5))
    await newTenant('many', ids)
    expect(await toolNames('few')).toEqual(ids.slice(0, 5))
    expect(await toolNames('many')).toEqual(general)
    expect(await toolNames('few', '?tools=search')).toEqual(general)
    expect(await toolNames('many', '?tools=domains')).toEqual(ids)
    expect((await gateway.admin('GET', '/admin/tenants/few')).body.options.tools).toBe('auto')
  })

  it('is told with what the list costs, which may be put back', async () => {
    await newTenant('cost', ids.slice(0, 2))
    const { body } = await gateway.admin('GET', '/admin/tenants/cost')
    expect(body.tool_list).toEqual({ surface: 'domains', tools: 2, tokens: expect.any(Number) })
    expect(body.tool_list.tokens).toBeGreaterThan(500)
    const put = await gateway.admin('PUT', '/admin/tenants/cost', body)
    expect([put.status, put.body.tool_list]).toEqual([200, body.tool_list])
  })

  it('is not put on a tenant that stands, unless it is named', async () => {
    await newTenant('stands', ['fixture'], { tools: 'effects' })
    expect((await putTenant('stands', ['fixture', 'two'])).body.options.tools).toBe('effects')
    expect((await putTenant('stands', ['fixture'], { allow_raw: true })).body.options.tools).toBe('effects')
    expect((await putTenant('stands', ['fixture'], { tools: 'auto' })).body.options.tools).toBe('auto')
  })

  it('can be asked for by a client', async () => {
    expect(await toolNames('acme', '?tools=auto')).toEqual(general)
    const { status, body } = await send(request('modern', 'tools/list'), { query: '?tools=best' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('auto, domains, effects, actions, search')])
  })
})

describe.each<Era>(['modern', 'legacy'])('structured content in the %s era', (era) => {
  const large = { text: 'Ådå '.repeat(600) }
  const call = async (query: string, behaviour: unknown, more: object = {}) => {
    upstream.play(answer(200, behaviour))
    const { body } = await send(toolCall(era, 'fixture', { action: 'get', id: '1' }, more), { query })
    return body.result
  }

  it.each(['?tools=search', '?tools=auto', '?tools=code'])(
    'is left out of a large result of %s, whose text says the same',
    async (query) => {
      const result = await call(query, large)
      expect(Object.keys(result)).not.toContain('structuredContent')
      expect(JSON.parse(result.content[0].text).data).toEqual(large)
      expect((await call(query, { ok: true })).structuredContent.data).toEqual({ ok: true })
      const asked = await call(query, large, { _meta: { 'patchbay/structured': true } })
      expect(asked.structuredContent.data).toEqual(large)
      const progress = await call(query, large, { _meta: { 'example.com/unusual': 1 } })
      expect(Object.keys(progress)).not.toContain('structuredContent')
    },
  )

  it('is there on the other surfaces', async () => {
    expect((await call('', large)).structuredContent.data).toEqual(large)
    expect((await call('?tools=effects', large)).structuredContent.data).toEqual(large)
  })
})

it('a large result without structured content is one that the official client takes', async () => {
  upstream.play(answer(200, { text: 'x'.repeat(5000) }))
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${tokenOf('acme')}` } }
  const url = new URL(`${gateway.url}/mcp?tools=search`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  await client.listTools()
  const parameters = { id: '1' }
  const result = await client.callTool({
    name: 'call_read',
    arguments: { provider: 'fixture', action: 'get', parameters },
  })
  expect([result.isError, result.structuredContent]).toEqual([undefined, undefined])
  await client.close()
})

describe('fresh', () => {
  const look = (id: string, more: object = {}) => ({ action: 'look', id, ...more })
  const cacheOf = async (...given: Parameters<typeof callTool>): Promise<string> =>
    (await callTool(...given)).result.structuredContent.cache

  it('asks the provider although an answer is cached, on every surface', async () => {
    expect([await cacheOf(look('a')), await cacheOf(look('a'))]).toEqual(['MISS', 'HIT'])
    const fresh = await callTool(look('a', { fresh: true }), [answer(200, { n: 2 })])
    expect([fresh.sent.length, fresh.result.structuredContent]).toMatchObject([1, { cache: 'BYPASS', data: { n: 2 } }])
    expect(await cacheOf(look('a', { fresh: 'true' }))).toBe('BYPASS')
    expect(await cacheOf(look('a', { fresh: false }))).toBe('HIT')
    const nested = { provider: 'fixture', action: 'look', parameters: { id: 'a' }, fresh: true }
    expect(await cacheOf(nested, undefined, { name: 'call_read' })).toBe('BYPASS')
    const inside = { provider: 'fixture', action: 'look', parameters: { id: 'a', fresh: true } }
    expect(await cacheOf(inside, undefined, { name: 'call_read' })).toBe('BYPASS')
  })

  it('is a parameter of tools whose reads are cached', async () => {
    const { body } = await send(request('modern', 'tools/list'), { query: '?tools=actions' })
    const takes = (name: string) =>
      Object.keys(body.result.tools.find((tool: { name: string }) => tool.name === name).inputSchema.properties)
    expect(takes('fixture_look')).toContain('fresh')
    expect(takes('fixture_get')).not.toContain('fresh')
    expect(takes('fixture_create')).not.toContain('fresh')
  })

  it('is refused where it is neither true nor false', async () => {
    const { result, sent } = await callTool(look('a', { fresh: 'yes' }))
    expect([result.structuredContent.details, sent.length]).toEqual([
      [{ path: '/fresh', message: 'must be true or false' }],
      0,
    ])
  })
})

it.each([
  ['call_write', { provider: 'fixture', action: 'get', parameters: { id: '1' } }],
  ['fixture_write', { action: 'get', id: '1' }],
] as const)('%s takes a read and does it', async (name, args) => {
  const { result, sent } = await callTool(args, undefined, { name })
  expect([result.isError, result.structuredContent.success, sent.length]).toEqual([undefined, true, 1])
})
