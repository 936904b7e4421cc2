import { describe, expect, it } from 'vitest'
import { fixture } from '../call-path/fixture-provider.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, callTool } = await startMcp({ providers: [fixture] })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { max_result_bytes: 2048 } })

const billing = { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1', hard_limit: false }
await gateway.admin('PUT', '/admin/billing/acme', billing)
const billed = async (): Promise<number> => (await gateway.admin('GET', '/admin/usage/acme')).body.cost.billable_calls

const shows = { success: true, cache: 'BYPASS', data: { request: { method: 'POST' }, sends: false } }

describe('a dry run over MCP shows the request and sends nothing', () => {
  it.each([
    ['fixture', { action: 'create', name: 'x', dry_run: true }],
    ['fixture_write', { action: 'create', name: 'x', dry_run: true }],
    ['fixture_create', { name: 'x', dry_run: true }],
    ['call_write', { provider: 'fixture', action: 'create', parameters: { name: 'x' }, dry_run: true }],
    ['call_write', { provider: 'fixture', action: 'create', parameters: { name: 'x' }, dry_run: 'true' }],
  ])('with the tool %s and %j', async (name, args) => {
    const { result, sent } = await callTool(args, undefined, { name })
    expect(sent).toEqual([])
    expect(result.structuredContent).toMatchObject(shows)
    expect(result.structuredContent.data.request.body).toBe('{"name":"x"}')
  })

  it('where it stands among the parameters too, which the result says', async () => {
    const args = { provider: 'fixture', action: 'create', parameters: { name: 'x', dry_run: true } }
    const { result, sent } = await callTool(args, undefined, { name: 'call_write' })
    expect([result.isError ?? false, sent]).toEqual([false, []])
    expect(result.structuredContent).toMatchObject(shows)
    expect(result.structuredContent.coerced[0].path).toBe('/parameters/dry_run')
  })

  it('and where it is both true and false it is refused', async () => {
    const args = { provider: 'fixture', action: 'create', parameters: { name: 'x', dry_run: true }, dry_run: false }
    const { result, sent } = await callTool(args, undefined, { name: 'call_write' })
    expect([result.isError, sent]).toEqual([true, []])
    expect(result.structuredContent.details[0].path).toBe('/dry_run')
  })

  it('in parts where the request is large, none of which is billed', async () => {
    const name = Array.from({ length: 400 }, (_, n) => `line ${n}`).join('\n')
    const { result } = await callTool({ action: 'create', name, dry_run: true })
    const { truncated, data } = result.structuredContent
    expect(data.request.body.length).toBeLessThan(name.length)
    const { result: next, sent } = await callTool({ continuation: truncated.continuation })
    expect([next.isError ?? false, sent]).toEqual([false, []])
    expect(await billed()).toBe(0)
    await callTool({ action: 'create', name: 'x' })
    expect(await billed()).toBe(1)
  })
})
