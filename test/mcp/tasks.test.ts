import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer } from '../providers/scripted.ts'
import { request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { send, gateway, upstream } = await startMcp()
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })

const extension = 'io.modelcontextprotocol/tasks'
const declared = { _meta: { [CLIENT_CAPABILITIES_META_KEY]: { extensions: { [extension]: {} } } } }

const ask = async (more: object = declared, token = tokenOf('acme')) => {
  const call = toolCall('modern', 'fixture', { action: 'create', name: crypto.randomUUID() }, more)
  return (await send(call, { token })).body.result
}

const tasks = async (
  method: 'get' | 'update' | 'cancel',
  taskId: string,
  { more = declared as object, token = tokenOf('acme') } = {},
) => {
  const { headers, body } = request('modern', `tasks/${method}`, { taskId, ...more })
  return (await send({ headers: { ...headers, 'mcp-name': taskId }, body }, { token })).body
}

const look = async (taskId: string) => (await tasks('get', taskId)).result

const decide = async (id: string, decision: 'approve' | 'refuse', reason?: string) => {
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
  await gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision, digest, reason })
}

describe('a client that declares the Tasks extension', () => {
  it('gets a task for a call that waits, and its result once somebody said yes', async () => {
    const from = upstream.requests.length
    const made = await ask()
    expect(made).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.any(String),
      ttlMs: expect.any(Number),
    })
    expect(made).not.toHaveProperty('content')
    expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['result']))
    const waiting = await look(made.taskId)
    expect(waiting).toMatchObject({
      resultType: 'complete',
      status: 'working',
      statusMessage: expect.stringContaining('approval'),
    })
    expect(upstream.requests.length).toBe(from)
    upstream.play(answer(201, { id: 7 }))
    await decide(made.taskId, 'approve')
    await expect.poll(async () => (await look(made.taskId)).status).toBe('completed')
    const { result, createdAt, ttlMs } = await look(made.taskId)
    expect(result).toMatchObject({ structuredContent: { success: true, status: 201, data: { id: 7 } } })
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
    expect(Date.parse(createdAt) + ttlMs).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(upstream.requests.length).toBe(from + 1)
  })

  it.each([
    [
      'refused',
      async (id: string) => decide(id, 'refuse', 'not today'),
      { code: 'FORBIDDEN', error: expect.stringContaining('not today') },
    ],
    [
      'failed',
      async (id: string) => {
        upstream.play(answer(422, { message: 'no such list' }))
        await decide(id, 'approve')
      },
      { code: 'UPSTREAM_ERROR', status: 422 },
    ],
  ])('a call that was %s is a completed task whose result is an error that the model reads', async (_, end, error) => {
    const { taskId } = await ask()
    await end(taskId)
    await expect
      .poll(() => look(taskId))
      .toMatchObject({ status: 'completed', result: { isError: true, structuredContent: error } })
  })

  it('withdraws the call by tasks/cancel, again and after a decision without effect', async () => {
    const { taskId } = await ask()
    for (const _ of [1, 2]) expect((await tasks('cancel', taskId)).result).toMatchObject({ resultType: 'complete' })
    expect(await look(taskId)).toMatchObject({ status: 'cancelled' })
    expect((await gateway.admin('GET', `/admin/approvals/${taskId}`)).body).toMatchObject({ state: 'withdrawn' })
    const { entries } = (await gateway.admin('GET', '/admin/audit?action=withdraw_approval')).body
    expect(entries).toMatchObject([{ source: 'mcp', outcome: 'ok', key: `approvals/${taskId}`, tenant: 'acme' }])
  })

  it('can not decide by an update: it is acknowledged, and the call waits on', async () => {
    const { taskId } = await ask()
    const inputResponses = { approve: { action: 'accept' } }
    expect((await tasks('update', taskId, { more: { ...declared, inputResponses } })).result).toMatchObject({
      resultType: 'complete',
    })
    expect(await look(taskId)).toMatchObject({ status: 'working' })
  })

  it('is not given the tasks of another token, nor those of nobody', async () => {
    const { taskId } = await ask()
    const other = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
    for (const method of ['get', 'cancel'] as const) {
      expect((await tasks(method, taskId, { token: other.token })).error).toMatchObject({ code: -32_602 })
      expect((await tasks(method, 'nobody')).error).toMatchObject({ code: -32_602 })
    }
    expect(await look(taskId)).toMatchObject({ status: 'working' })
  })

  it('has its user asked first, if it can, and gets the task if nobody has decided by then', async () => {
    const decider = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] }))
      .body
    const capabilities = { elicitation: { url: {} }, extensions: { [extension]: {} } }
    const more = { _meta: { [CLIENT_CAPABILITIES_META_KEY]: capabilities } }
    const asked = await ask(more)
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approve: { method: 'elicitation/create' } },
    })
    expect(asked).not.toHaveProperty('taskId')
    await decide(asked.requestState, 'refuse')
    const again = { ...more, inputResponses: { approve: { action: 'accept' } }, requestState: asked.requestState }
    expect((await ask(again)).structuredContent).toMatchObject({
      code: 'FORBIDDEN',
      details: [{ path: '/state', message: 'refused' }],
    })
    await gateway.admin('DELETE', `/admin/auth/acme/${decider.token_id}`)
  })
})

describe('a client that does not declare it', () => {
  it('gets the plain result, and can not read tasks', async () => {
    const plain = await ask({})
    expect(plain).toMatchObject({ resultType: 'complete', structuredContent: { status: 202 } })
    const { error } = await tasks('get', plain.structuredContent.data.approval_id, { more: {} })
    expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } })
  })

  it('can not ask to be told of tasks', async () => {
    const { status, body } = await send(
      request('modern', 'subscriptions/listen', { notifications: { taskIds: ['x'] } }),
    )
    expect([status, body.error]).toMatchObject([
      400,
      { code: -32_021, data: { requiredCapabilities: expect.any(Object) } },
    ])
  })

  it('finds the extension where the server says what it can, in the current era only', async () => {
    const { result } = (await send(request('modern', 'server/discover'))).body
    expect(result.capabilities).toMatchObject({ extensions: { [extension]: {} } })
    const old = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const begun = (await send(request('legacy', 'initialize', old))).body
    expect(begun.result.capabilities).toEqual({ tools: {} })
    expect((await send(request('legacy', 'tasks/get', { taskId: 'x' }))).body.error).toMatchObject({ code: -32_601 })
  })
})
