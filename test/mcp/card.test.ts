import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { send, gateway } = await startMcp()
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })

const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
const shows = { _meta: { [CLIENT_CAPABILITIES_META_KEY]: { extensions } } }
const uri = 'ui://patchbay/approval.html'
const card = { ui: { resourceUri: uri } }

const withCards = (tools: readonly { name: string; _meta?: object }[]) =>
  tools.filter(({ _meta }) => _meta !== undefined).map(({ name, _meta }) => [name, _meta])

const list = async (more: object, surface: string) =>
  withCards(
    (await send(request('modern', 'tools/list', { ...more }), { query: `?tools=${surface}` })).body.result.tools,
  )

it('tools that write name the card, for clients that show it and callers who may be asked', async () => {
  expect(await list(shows, 'effects')).toEqual([['fixture_write', card]])
  expect(await list(shows, 'search')).toEqual([['call_write', card]])
  expect(await list(shows, 'domains')).toEqual([])
  expect(await list({}, 'effects')).toEqual([])
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: null } })
  expect(await list(shows, 'effects')).toEqual([])
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })
})

it('the card is read by those clients alone, and there is no other resource', async () => {
  const read = async (name: string, more: object) => {
    const { headers, body } = request('modern', 'resources/read', { uri: name, ...more })
    return (await send({ headers: { ...headers, 'mcp-name': name }, body })).body
  }
  const { contents } = (await read(uri, shows)).result
  expect(contents).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app', _meta: { ui: { csp: {} } } }])
  expect((await read('ui://patchbay/other', shows)).error).toBeDefined()
  expect((await read(uri, {})).error).toMatchObject({ code: -32_601 })
  const { headers, body } = request('modern', 'resources/read', { uri, ...shows })
  const stranger = await send({ headers: { ...headers, 'mcp-name': uri }, body }, { token: 'pb_nobody' })
  expect(stranger.status).toBe(401)
})

it('in the older era the session says that the client shows it', async () => {
  const initialize = (capabilities: object) =>
    request('legacy', 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'old', version: '1' },
    })
  const begun = await send(initialize({ extensions }))
  expect(begun.body.result.capabilities).toEqual({ tools: {}, resources: {} })
  const session = begun.headers.get('mcp-session-id') ?? ''
  const { headers, body } = request('legacy', 'tools/list')
  const listed = await send({ headers: { ...headers, 'mcp-session-id': session }, body }, { query: '?tools=effects' })
  expect(withCards(listed.body.result.tools)).toEqual([['fixture_write', card]])
  expect((await send(initialize({}))).body.result.capabilities).toEqual({ tools: {} })
})

it('the page that decides is told beside the result, to a client that shows the card', async () => {
  const decider = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] })).body
  const create = async (more: object) => {
    const args = { action: 'create', name: crypto.randomUUID() }
    return (await send(toolCall('modern', 'fixture', args, more), { token: tokenOf('acme') })).body.result
  }
  const result = await create(shows)
  expect(result).toMatchObject({ resultType: 'complete', structuredContent: { data: { state: 'waiting' } } })
  expect(result._meta['patchbay/approval_url']).toMatch(/\/approve\/[\w-]{43}$/)
  expect(JSON.stringify(result.content)).not.toContain('/approve/')
  expect((await create({}))._meta).not.toHaveProperty('patchbay/approval_url')
  await gateway.admin('DELETE', `/admin/auth/acme/${decider.token_id}`)
})
