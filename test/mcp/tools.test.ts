import { describe, expect, it } from 'vitest'
import { fixture, regional } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { request } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, send, callTool } = await startMcp({ providers: [fixture, regional] })

const accounts = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'United States' },
]

const putTenant = (tenant: string, providers: object, options = {}) =>
  gateway.admin('PUT', `/admin/tenants/${tenant}`, { name: tenant, status: 'active', providers, options })

const listOf = async (tenant: string, query = '') =>
  (await send(request('modern', 'tools/list'), { query, token: tokenOf(tenant) })).body.result.tools

describe('the tools of a tenant', () => {
  it('are one for each domain that it has configured', async () => {
    expect((await listOf('acme')).map(({ name }: { name: string }) => name)).toEqual(['fixture'])
  })

  it('say what they do, and that the most careful of their actions decides', async () => {
    const [tool] = await listOf('acme')
    expect(tool).toMatchObject({
      title: 'Fixture',
      description: expect.stringContaining('- get: Get a thing'),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    })
    // Each tool would repeat what no client shows to a model.
    expect(tool.outputSchema).toBeUndefined()
    expect(tool.inputSchema.required).toEqual(['action'])
  })

  it('offer the only account as the only choice', async () => {
    const [tool] = await listOf('acme')
    expect(tool.inputSchema.properties.account_id).toEqual({
      type: 'string',
      enum: ['main'],
      description: 'The account: main (Main; the default one)',
    })
  })

  it('offer several accounts by their labels, one of which must be named', async () => {
    await gateway.seed('duo', { fixture: 'x' })
    await putTenant('duo', { fixture: { accounts: [...accounts, { id: 'main', label: 'Main' }], default: 'us' } })
    const [{ inputSchema }] = await listOf('duo')
    expect(inputSchema.required).toEqual(['action', 'account_id'])
    expect(inputSchema.properties.account_id).toEqual({
      type: 'string',
      enum: ['eu', 'us', 'main'],
      description: 'Which account: eu (Europe), us (United States; the default one), main (Main)',
    })
  })

  it('follow its configuration at once', async () => {
    await gateway.seed('mover', { fixture: 'x' })
    expect(await listOf('mover')).toHaveLength(1)
    await gateway.admin('PUT', '/admin/tenants/mover?prune=true', { name: 'mover', status: 'active', providers: {} })
    expect(await listOf('mover')).toEqual([])
  })

  it('are those of the token’s tenant only', async () => {
    await gateway.seed('other', { fixture: 'x' })
    await putTenant('other', { fixture: { accounts: [{ id: 'main', label: 'Theirs' }] } })
    expect(JSON.stringify(await listOf('acme'))).not.toContain('Theirs')
  })

  const actions = Object.keys(fixture.actions).map((name) => `fixture_${name}`)

  it('are one for each action with ?tools=actions', async () => {
    const tools = await listOf('acme', '?tools=actions')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(actions)
    expect(tools.find(({ name }: { name: string }) => name === 'fixture_rename')).toMatchObject({
      title: 'Fixture: rename',
      description: 'Fixture. Rename a thing: idempotent by nature.',
      inputSchema: { required: ['id', 'name'], properties: { id: {}, name: {}, account_id: {}, continuation: {} } },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    })
    expect(tools[0].annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
  })

  it('are one for each action where the tenant’s option says so, and ?tools=domains wins over it', async () => {
    await gateway.seed('fine', { fixture: 'x' })
    const providers = { fixture: { accounts: [{ id: 'main', label: 'Main' }] } }
    await putTenant('fine', providers, { tools: 'actions' })
    expect(await listOf('fine')).toHaveLength(actions.length)
    expect(await listOf('fine', '?tools=domains')).toHaveLength(1)
  })

  it('can be called by both kinds of name, whichever are listed', async () => {
    const byDomain = await callTool({ action: 'get', id: '1' })
    const byAction = await callTool({ id: '1' }, undefined, { name: 'fixture_get' })
    expect(byAction.result.structuredContent).toEqual(byDomain.result.structuredContent)
  })

  it('of one action take no other action', async () => {
    const { result } = await callTool({ id: '1', action: 'create' }, undefined, { name: 'fixture_get' })
    expect(result).toMatchObject({ isError: true, structuredContent: { details: [{ path: '/action' }] } })
  })
})
