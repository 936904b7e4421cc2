import { describe, expect, it } from 'vitest'
import { fixture, variant } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { answer, type Behaviour } from '../providers/scripted.ts'
import { request } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, send, callTool } = await startMcp({ providers: [fixture, variant('twin', {})] })

const accounts = [
  { id: 'main', label: 'Main' },
  { id: 'second', label: 'Second' },
]
await gateway.admin('PUT', '/admin/tenants/acme', {
  name: 'Acme',
  status: 'active',
  options: { allow_raw: true, max_result_bytes: 2048 },
  providers: { fixture: { accounts, default: 'main' }, twin: { accounts: accounts.slice(0, 1) } },
})
await gateway.admin('PUT', '/admin/tokens/acme/fixture/second', { access_token: 'second-secret' })

const listOf = async (query: string, tenant = 'acme') =>
  (await send(request('modern', 'tools/list'), { query, token: tokenOf(tenant) })).body.result.tools

/** The structured content of a tool's result, and what the upstream got. */
const call = async (name: string, args: Record<string, unknown>, behaviours?: readonly Behaviour[]) => {
  const { result, sent } = await callTool(args, behaviours, { name })
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
  return { ...result.structuredContent, isError: result.isError ?? false, sent }
}

const thing = { provider: 'fixture', action: 'get', account_id: 'main', parameters: { id: '1' } }
const { account_id: _, ...anywhere } = thing

describe('the surface "effects"', () => {
  it('has a tool for the reads and one for the writes of each domain, with hints that fit', async () => {
    const tools = await listOf('?tools=effects')
    expect(tools.map(({ name, title }: { name: string; title: string }) => [name, title])).toEqual([
      ['fixture_read', 'Fixture: read'],
      ['fixture_write', 'Fixture: write'],
      ['twin_read', 'Fixture: read'],
      ['twin_write', 'Fixture: write'],
    ])
    expect(tools[0].annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
    expect(tools[1].annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
    expect(tools[1].inputSchema.properties.action.enum).toEqual(['create', 'book', 'rename', 'annotate', 'pay'])
    expect(tools[0].inputSchema.properties.action.enum).not.toContain('create')
  })

  it('calls what a tool is for, and says which tool is for the rest', async () => {
    expect(await call('fixture_read', { action: 'get', id: '1', account_id: 'main' })).toMatchObject({ success: true })
    const written = await call('fixture_read', { action: 'create', name: 'x', account_id: 'main' })
    expect([written.details, written.sent]).toEqual([
      [{ path: '/action', message: 'create changes something: call it with fixture_write' }],
      [],
    ])
    // Whoever may write may read.
    expect(await call('fixture_write', { action: 'get', id: '1', account_id: 'main' })).toMatchObject({ success: true })
  })

  it('takes a raw request for what its method does', async () => {
    const raw = (method: string) => ({ action: 'raw', method, path: '/things', account_id: 'main' })
    expect((await call('fixture_read', raw('GET'))).success).toBe(true)
    expect((await call('fixture_read', raw('DELETE'))).sent).toEqual([])
    expect((await call('fixture_write', raw('DELETE'))).success).toBe(true)
  })

  it('lists no tool without actions', async () => {
    await gateway.admin('PUT', '/admin/tenants/reader', {
      name: 'Reader',
      status: 'active',
      providers: { twin: { accounts: accounts.slice(0, 1) } },
      options: { tools: 'effects', deny: ['*:write'] },
    })
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'reader', token: tokenOf('reader') })
    expect((await listOf('', 'reader')).map(({ name }: { name: string }) => name)).toEqual(['twin_read'])
    const search = await listOf('?tools=search', 'reader')
    expect(search.map(({ name }: { name: string }) => name)).toEqual([
      'find_actions',
      'describe_action',
      'call_read',
      'read_file',
    ])
  })
})

describe('the surface "search"', () => {
  it('is the tenant’s, if its option says so', async () => {
    await gateway.admin('PUT', '/admin/tenants/searcher', {
      name: 'Searcher',
      status: 'active',
      providers: { twin: { accounts: accounts.slice(0, 1) } },
      options: { tools: 'search' },
    })
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'searcher', token: tokenOf('searcher') })
    const tools = await listOf('', 'searcher')
    expect(tools).toHaveLength(5)
    expect(tools[0].description).toContain('Providers: twin')
    expect(await listOf('?tools=domains', 'searcher')).toHaveLength(1)
  })

  it('finds an action, describes it and calls it', async () => {
    const { data } = await call('find_actions', { query: 'rename a thing', provider: 'fixture' })
    expect(data.actions[0]).toEqual({
      provider: 'fixture',
      action: 'rename',
      effect: 'write',
      required: ['id', 'name'],
      description: 'Rename a thing: idempotent by nature',
    })
    const described = await call('describe_action', { provider: 'fixture', action: 'rename' })
    expect(described.data).toEqual({
      provider: 'fixture',
      action: 'rename',
      description: 'Rename a thing: idempotent by nature',
      call_with: 'call_write',
      accounts,
      parameters: {
        type: 'object',
        properties: { id: { type: 'string', maxLength: 10_000 }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    })
    const parameters = { id: '7', name: 'new' }
    const { success, sent } = await call('call_write', {
      ...anywhere,
      action: 'rename',
      account_id: 'second',
      parameters,
    })
    expect([success, sent.map(({ method, url }: { method: string; url: string }) => `${method} ${url}`)]).toEqual([
      true,
      ['PUT /things/7'],
    ])
  })

  it('tells the classes of a write and the roles of its parameters, over MCP as in the admin API', async () => {
    const told = { classes: ['sends', 'pays'] }
    const roles = { amount: { at: ['/amount'], unit: 'minor' } }
    const { data } = await call('find_actions', { query: 'pay', provider: 'fixture' })
    expect(data.actions[0]).toMatchObject({ action: 'pay', ...told })
    const described = await call('describe_action', { provider: 'fixture', action: 'pay' })
    expect(described.data).toMatchObject({ ...told, roles })
    const { body } = await gateway.admin('GET', '/admin/providers/fixture/pay')
    expect(body).toMatchObject({ ...told, roles })
    const { actions } = (await gateway.admin('GET', '/admin/providers/fixture')).body
    const classesOf = (name: string) => actions.find((one: { name: string }) => one.name === name)?.classes
    expect(['pay', 'book', 'rename', 'get'].map(classesOf)).toEqual([
      ['sends', 'pays'],
      ['unclassed'],
      undefined,
      undefined,
    ])
  })

  it('describes what lies at a pointer', async () => {
    const at = { provider: 'fixture', action: 'get', pointer: '/properties/filter' }
    expect((await call('describe_action', at)).data).toMatchObject({ pointer: at.pointer, schema: { type: 'object' } })
    expect((await call('describe_action', { ...at, pointer: '/nothing' })).details[0].path).toBe('/pointer')
  })

  it('asks no provider and counts no call to find and describe', async () => {
    const before = (await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=1')).body.entries[0]
    const { sent } = await call('find_actions', { query: 'thing', limit: '3' })
    expect(sent).toEqual([])
    await call('describe_action', { provider: 'fixture', action: 'get' })
    const after = (await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=1')).body.entries[0]
    expect(after).toEqual(before)
  })

  it.each([
    ['find_actions', {}, '/query', 'is required'],
    [
      'find_actions',
      { query: 'x', provider: 'fixtur' },
      '/provider',
      'is not a provider that you may use; the providers are fixture, twin',
    ],
    ['find_actions', { query: 'x', limit: 21 }, '/limit', 'must be at most 20'],
    ['find_actions', { query: 'x', words: 'y' }, '/words', 'unknown parameter'],
    [
      'describe_action',
      { provider: 'fixture', action: 'gett' },
      '/action',
      'did you mean `get`?; find_actions finds the actions',
    ],
    ['describe_action', { provider: 'none', action: 'get' }, '/action', 'is not an action of none that you may use'],
    ['call_read', { ...thing, action: 'create' }, '/action', 'create changes something: call it with call_write'],
    ['call_read', { ...thing, action: 'gte' }, '/action', 'unknown action; the actions are get, look'],
    ['call_read', { ...thing, parameters: { id: [5] } }, '/parameters/id', 'must be a string'],
    ['call_read', { ...thing, parameters: {} }, '/parameters/id', 'is required'],
    ['call_read', { ...thing, parameters: { id: '1', nmae: 'x' } }, '/parameters/nmae', 'unknown parameter'],
    ['call_read', { ...thing, parameters: 5 }, '/parameters', 'must be an object'],
    ['call_read', { ...thing, id: '2' }, '/id', 'is given twice, beside `parameters` and in it'],
    ['call_read', { ...thing, parameters: { account_id: 'second' } }, '/account_id', 'is given twice'],
    ['call_read', { ...anywhere, parameters: { account_id: 'none', id: '1' } }, '/account_id', 'is not an account'],
    ['call_read', anywhere, '/account_id', 'is required here; one of: main, second'],
    ['call_read', { ...thing, account_id: 'none' }, '/account_id', 'is not an account of fixture'],
    ['call_read', { ...thing, continuation: 'x' }, '/continuation', 'is unknown or older than ten minutes'],
    ['call_read', { ...thing, result_fields: ['a b'] }, '/result_fields/0', 'e.g. properties.email'],
  ])('%s with %j is refused at %s', async (name, args, path, message) => {
    const { isError, code, error, details, sent } = await call(name, args)
    expect([isError, code, sent]).toEqual([true, 'VALIDATION_ERROR', []])
    expect(details[0].path).toBe(path)
    expect(details[0].message).toContain(message)
    expect(error).not.toContain(': /')
  })

  it('names the configured providers where none or another is named', async () => {
    for (const provider of [undefined, 5, 'none']) {
      const { code, error } = await call('call_read', { ...thing, provider })
      expect([code, error]).toEqual(['CONFIG_MISSING', expect.stringContaining('configured: fixture, twin')])
    }
  })

  it('takes what stands beside the parameters and belongs in them, and the reverse', async () => {
    const { provider, action } = thing
    for (const args of [
      { provider, action, id: '1', account_id: 'main' },
      { ...anywhere, parameters: { id: '1', account_id: 'main' } },
      { ...thing, id: '1' },
      { provider, parameters: { ...thing.parameters, action, account_id: 'main' } },
    ]) {
      const { success, coerced, sent } = await call('call_write', args)
      expect([success, coerced.length, sent[0]?.url]).toEqual([true, expect.any(Number), '/things/1'])
    }
  })

  it('converts parameters that came as strings, and says so', async () => {
    const parameters = JSON.stringify({ id: '1', filter: '{"a": 1}' })
    const { success, coerced } = await call('call_read', { ...thing, parameters, result_fields: '["ok"]' })
    expect(success).toBe(true)
    expect(coerced.map(({ path }: { path: string }) => path)).toEqual([
      '/parameters',
      '/result_fields',
      '/parameters/filter',
    ])
  })

  it('passes result_fields on, and reads from the same cache as every other way', async () => {
    const look = { ...thing, action: 'look', parameters: { id: 'cached' } }
    const fresh = answer(200, { a: 1, b: 2 })
    expect((await call('call_read', look, [fresh])).cache).toBe('MISS')
    expect((await call('call_read', look)).cache).toBe('HIT')
    expect((await call('fixture_look', { id: 'cached', account_id: 'main' })).cache).toBe('HIT')
    expect((await call('call_read', { ...look, result_fields: ['b'] }, [fresh])).data).toEqual({ b: 2 })
  })

  it('hands a large result over in parts', async () => {
    const things = Array.from({ length: 600 }, (_, id) => ({ id }))
    const parts = [await call('call_read', thing, [answer(200, things)])]
    while (parts.at(-1)?.truncated) {
      const { continuation } = parts.at(-1)?.truncated ?? {}
      parts.push(await call('call_read', { provider: 'fixture', action: 'get', continuation }, [answer(500)]))
    }
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flatMap(({ data }) => data)).toEqual(things)
    const { continuation } = parts[0]?.truncated ?? {}
    const other = await call('call_read', { provider: 'twin', action: 'get', continuation })
    expect(other.details[0].message).toBe('belongs to the tool of fixture')
  })

  it('tells a provider’s error as every other tool does', async () => {
    const { isError, code, status } = await call('call_read', thing, [answer(404, { fault: { words: 'not here' } })])
    expect([isError, code, status]).toEqual([true, 'UPSTREAM_ERROR', 404])
  })
})

it.each(['', 'tools', 'constructor', 'Search'])('?tools=%s is refused with those that there are', async (asked) => {
  const { status, body } = await send(request('modern', 'tools/list'), { query: `?tools=${asked}` })
  expect([status, body.details[0].message]).toEqual([
    400,
    'this query parameter must be one of auto, domains, effects, actions, search, code',
  ])
})

it.each(['domains', 'search'])('the surface %s is closed to callers without a token', async (surface) => {
  const { headers, body } = request('modern', 'tools/list')
  expect((await gateway.send('POST', `/mcp?tools=${surface}`, headers, body)).status).toBe(401)
})
