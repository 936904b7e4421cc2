// Test lanes: slow

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestGateway } from '../gateway.ts'
import { runPatchbay } from './patchbay.ts'

const gateway = await startTestGateway()
afterAll(gateway.stop)
await gateway.seed('acme', { hubspot: 'a-credential' })

/** An operator's agent that starts the program. */
const connect = async (...options: readonly string[]) => {
  const client = new Client({ name: 'agent', version: '1' })
  const program = join(import.meta.dirname, '../../server/commands/main.ts')
  const env = { PATH: process.env.PATH ?? '', PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...options], env, stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [{ text = '' } = {}] = content as { text?: string }[]
    return { isError, text }
  }
  return { client, call, names: async () => (await client.listTools()).tools }
}

describe('patchbay mcp', () => {
  it('serves reads and dry runs, and nothing that changes something', async () => {
    const { names, call } = await connect()
    const tools = await names()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const listed = tools.map(({ name }) => name)
    expect(listed).toContain('get_tenants_by_tenant')
    expect(listed).toContain('post_calls')
    expect(listed.filter((name) => !name.startsWith('get_'))).toEqual(['post_policies_by_tenant_check', 'post_calls'])
    expect(new Set(listed).size).toBe(listed.length)
    for (const name of listed) expect(name).toMatch(/^[a-z_]{1,64}$/)
    expect(JSON.parse((await call('get_tenants_by_tenant', { tenant: 'acme' })).text)).toMatchObject({ id: 'acme' })
    expect(JSON.parse((await call('get_tenants', { q: 'acm', limit: 1 })).text).tenants).toHaveLength(1)
    const shown = await call('post_calls', {
      body: {
        tenant_id: 'acme',
        provider: 'hubspot',
        action: 'list',
        params: { object_type: 'contacts' },
        dry_run: false,
      },
    })
    expect(shown.text).toContain('"sends":false')
    await expect(call('put_tenants_by_tenant', { tenant: 'acme' })).rejects.toThrow(/Unknown tool/)
  })

  it('tells the agent what is wrong', async () => {
    const { call } = await connect()
    expect(await call('get_tenants_by_tenant', { tenant: 'nobody' })).toEqual({
      isError: true,
      text: expect.stringContaining('TENANT_NOT_FOUND'),
    })
    expect((await call('get_tenants_by_tenant', { id: 'acme' })).text).toContain('unknown: id')
    expect((await call('get_tenants_by_tenant')).text).toContain('tenant: required')
  })

  it('changes things with --allow-writes', async () => {
    const { call, names } = await connect('--allow-writes')
    const tools = await names()
    const tool = tools.find(({ name }) => name === 'patch_tenants_by_tenant')
    expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    const patched = await call('patch_tenants_by_tenant', { tenant: 'acme', body: { name: 'Acme Ltd' } })
    expect([patched.isError, JSON.parse(patched.text).name]).toEqual([undefined, 'Acme Ltd'])
    expect((await gateway.admin('GET', '/admin/tenants/acme')).body.name).toBe('Acme Ltd')
    // An agent can read the calls that wait for approval.
    const ofApprovals = tools.filter(({ name }) => name.includes('approvals')).map(({ name }) => name)
    expect(ofApprovals).toEqual([
      'get_approvals',
      'get_approvals_standing',
      'get_approvals_runs_by_run_id',
      'get_approvals_by_approval_id',
      'get_approvals_by_approval_id_now',
    ])
  })

  it('starts with a key only', async () => {
    const { code, stderr } = await runPatchbay(['mcp'], { PATCHBAY_URL: gateway.url })
    expect([code, stderr]).toEqual([3, expect.stringContaining('PATCHBAY_ADMIN_KEY')])
  })
})
