import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { decide, openConsent } from '../oauth/user.ts'
import { answer } from '../providers/scripted.ts'
import { request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { callTool, send, gateway, upstream } = await startMcp()
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })

const create = () => ({ action: 'create', name: crypto.randomUUID() })

const approve = async (id: string): Promise<void> => {
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
  await gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest })
}

it('a call that waits is a result that says so and how to go on, and the same tool gives its state and its result', async () => {
  const { result, sent } = await callTool(create())
  expect([result.isError, sent]).toEqual([undefined, []])
  const { data, note } = result.structuredContent
  expect(data).toMatchObject({ state: 'waiting', approval_id: expect.any(String) })
  expect(note).toContain(`"approval_id": "${data.approval_id}"`)
  const made = [answer(201, { id: 7 })]
  const look = async () => (await callTool({ action: 'create', approval_id: data.approval_id }, made)).result
  expect((await look()).structuredContent.data.state).toBe('waiting')
  await approve(data.approval_id)
  await expect
    .poll(async () => (await look()).structuredContent.data)
    .toMatchObject({
      state: 'done',
      result: { success: true, status: 201, data: { id: 7 } },
    })
})

it('says who decides, where, and when to look; a refusal is an error with its reason, and the same call is told of it', async () => {
  const minted = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] })).body
  const call = create()
  const { data, note } = (await callTool(call)).result.structuredContent
  expect(data).toMatchObject({ decided_by: expect.stringContaining('somebody of acme'), retry_after: 60 })
  expect(data.approve_url).toMatch(new RegExp(`^${gateway.url}/approve/`))
  for (const words of [
    data.decided_by,
    data.approve_url,
    'Look again in a minute',
    'Do not send the call itself again',
  ])
    expect(note).toContain(words)
  const look = async () => (await callTool({ action: 'create', approval_id: data.approval_id })).result
  expect((await look()).structuredContent.data).toMatchObject({ approve_url: data.approve_url, retry_after: 60 })
  const decision = { decision: 'refuse', reason: 'not this week' }
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${data.approval_id}`)).body
  await gateway.admin('POST', `/admin/approvals/${data.approval_id}/decision`, { ...decision, digest })
  const { isError, structuredContent: refused } = await look()
  expect([isError, refused.code]).toEqual([true, 'FORBIDDEN'])
  expect(refused.details).toEqual([{ path: '/state', message: 'refused' }])
  expect(refused.error).toMatch(/not this week.*Don't ask again/)
  const again = (await callTool(call)).result.structuredContent
  expect(again.note).toMatch(/A person refused the same call \d+ seconds? ago \(not this week\)/)
  const { refused_before } = (await gateway.admin('GET', `/admin/approvals/${again.data.approval_id}`)).body
  expect(refused_before).toMatchObject({ approval_id: data.approval_id, reason: 'not this week' })
  await gateway.admin('DELETE', `/admin/auth/acme/${minted.token_id}`)
})

it('an approval of somebody else is not found', async () => {
  const { result } = await callTool({ action: 'create', approval_id: '01930000-0000-7000-8000-000000000000' })
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND' } })
})

it('code is stopped at a call that waits: what was begun before it is done, what comes after is not', async () => {
  const runTool = async (args: object) => {
    const { body } = await send(toolCall('modern', 'run_code', { ...args }), { query: '?tools=code' })
    return { isError: body.result.isError, ...JSON.parse(body.result.content[0].text) }
  }
  upstream.play(answer(200, { id: 'beside' }))
  const from = upstream.requests.length
  const code = `
    await Promise.all([call('fixture', 'rename', { id: '1', name: 'b' }), call('fixture', 'create', { name: parameters.name })])
    await call('fixture', 'rename', { id: '2', name: 'after' })`
  const ran = await runTool({ code, parameters: { name: crypto.randomUUID() } })
  expect(ran).toMatchObject({ success: true, status: 202, data: { state: 'waiting' }, note: expect.any(String) })
  expect(ran.isError).toBeUndefined()
  expect(upstream.requests.slice(from).map(({ url }) => url)).toEqual(['/things/1'])
  const [{ approval_id }] = ran.data.approvals
  upstream.play(answer(201, { id: 8 }))
  await approve(approval_id)
  await expect
    .poll(async () => (await runTool({ approval_id })).data)
    .toMatchObject({ state: 'done', result: { status: 201, data: { id: 8 } } })
  const { entries } = (await gateway.admin('GET', '/admin/audit?action=run_code')).body
  expect(entries[0]).toMatchObject({
    outcome: 'ok',
    status: 202,
    reason: expect.stringContaining('waits for approval'),
  })
})

describe('a client of the current revision that opens addresses', () => {
  const connect = async (decide: (url: string) => Promise<void>) => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    const asked: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode !== 'url') throw new TypeError('no address')
      asked.push(params.url)
      await decide(params.url)
      return { action: 'accept' }
    })
    const requestInit = { headers: { authorization: `Bearer ${tokenOf('acme')}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }))
    return { client, asked }
  }
  const call = () => ({ name: 'fixture', arguments: create() })
  const dataOf = (result: object) => Object((result as { structuredContent?: unknown }).structuredContent).data

  it('gets a plain result where only administrators decide', async () => {
    const { client, asked } = await connect(async () => {})
    expect(dataOf(await client.callTool(call()))).toMatchObject({ state: 'waiting' })
    expect(asked).toEqual([])
    await client.close()
  })

  it('has its user decide on the page, and gets the result of the call, which is sent once', async () => {
    const decider = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] }))
      .body
    const { client, asked } = await connect(async (url) => {
      const { pathname } = new URL(url)
      const page = await openConsent(gateway.url + pathname)
      const shown = await decide(gateway.url, page, { decision: 'continue', token: decider.token }, pathname)
      const wrong = await decide(gateway.url, shown, { decision: 'approve', for: '999h' }, pathname)
      expect(wrong.status).toBe(403)
      await decide(gateway.url, shown, { decision: 'approve', for: '1h' }, pathname)
    })
    upstream.play(answer(201, { id: 9 }))
    const from = upstream.requests.length
    const result = await client.callTool(call())
    expect(dataOf(result)).toMatchObject({ state: 'done', result: { status: 201, data: { id: 9 } } })
    expect([asked.length, upstream.requests.length - from]).toEqual([1, 1])
    // The page can say yes to others like it, too.
    const { standing } = (await gateway.admin('GET', '/admin/approvals/standing')).body
    expect(standing).toMatchObject([{ action: 'create', given_by: [{ by: 'token', id: decider.token_id }] }])
    await gateway.admin('DELETE', `/admin/approvals/${standing[0].approval_id}/standing`)
    await client.close()
    await gateway.admin('DELETE', `/admin/auth/acme/${decider.token_id}`)
  })
})

const surfaces = [
  ['domains', ['fixture']],
  ['effects', ['fixture_read', 'fixture_write']],
  ['search', ['call_read', 'call_write']],
  ['code', ['run_read', 'run_code']],
] as const

it.each(surfaces)(
  'the tools of a caller who may be asked take an approval_id, and those of others do not: %s',
  async (surface, tools) => {
    const takeId = async () => {
      const listed = (await send(request('modern', 'tools/list'), { query: `?tools=${surface}` })).body.result.tools
      const taking = listed.filter(({ inputSchema }: { inputSchema: { properties: object } }) =>
        Object.hasOwn(inputSchema.properties, 'approval_id'),
      )
      return taking.map(({ name }: { name: string }) => name)
    }
    expect(await takeId()).toEqual(tools)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: null } })
    expect(await takeId()).toEqual([])
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })
  },
)
