import { expect, it } from 'vitest'
import { answer } from '../providers/scripted.ts'
import { request } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { callTool, send, gateway } = await startMcp()
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

it('an approval of somebody else is not found', async () => {
  const { result } = await callTool({ action: 'create', approval_id: '01930000-0000-7000-8000-000000000000' })
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND' } })
})

it('the tools of a caller who may be asked take an approval_id, and those of others do not', async () => {
  const takesId = async () => {
    const [tool] = (await send(request('modern', 'tools/list'))).body.result.tools
    return Object.hasOwn(tool.inputSchema.properties, 'approval_id')
  }
  expect(await takesId()).toBe(true)
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: null } })
  expect(await takesId()).toBe(false)
})
