import { expect, test } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { startMcp } from '../start-mcp.ts'

const { gateway, callTool } = await startMcp()
const missing = answer(404, { fault: { words: 'no such thing' } })

test('the same call that failed five times is answered from memory, with what failed, and other calls are sent', async () => {
  const args = { action: 'get', id: 'gone' }
  for (let n = 0; n < 5; n++) {
    const { sent, result } = await callTool(args, [missing])
    expect(sent).toHaveLength(1)
    expect(result.structuredContent).not.toHaveProperty('again')
  }
  const { sent, result } = await callTool(args, [missing])
  expect(sent).toEqual([])
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      again: 5,
      code: 'UPSTREAM_ERROR',
      status: 404,
      error: expect.stringMatching(/no such thing.*not sent again/),
    },
  })
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
  expect((await callTool({ ...args, id: 'there' })).sent).toHaveLength(1)
  expect((await callTool({ ...args, id: 'there' })).result).not.toHaveProperty('isError')

  const { entries } = (await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=3')).body
  expect(entries.map(({ status }: { status: number }) => status)).toEqual([200, 200, 404])
})

test('a call of wrong arguments is told so too', async () => {
  const args = { action: 'get', id: [5] }
  for (let n = 0; n < 5; n++) expect((await callTool(args)).result.structuredContent).not.toHaveProperty('again')
  expect((await callTool(args)).result.structuredContent).toMatchObject({
    again: 5,
    status: 400,
    details: [{ path: '/id', message: 'must be a string' }],
  })
})

test('a provider that is busy or fails is asked each time', async () => {
  for (const status of [429, 500]) {
    const args = { action: 'create', name: `x${status}`, repeat: true }
    for (let n = 0; n < 7; n++) expect((await callTool(args, [answer(status, {})])).sent.length).toBeGreaterThan(0)
  }
})

test('REST sends a call however often it fails', async () => {
  for (let n = 0; n < 7; n++) {
    const answered = await gateway.call('acme', 'fixture', { action: 'get', id: [5] })
    expect(answered.status).toBe(400)
    expect(answered.body).not.toHaveProperty('again')
  }
})
