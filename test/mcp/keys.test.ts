import { describe, expect, it } from 'vitest'
import { fixture } from '../call-path/fixture-provider.ts'
import { answer, drop } from '../providers/scripted.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, callTool, send } = await startMcp({ providers: [fixture] })
const made = [answer(201, { id: 7 })]
const newName = () => ({ name: crypto.randomUUID() })
const newKey = () => ({ idempotency_key: crypto.randomUUID() })

describe('a write under a key is answered again over MCP', () => {
  it.each([
    ['fixture', (args: object, key: object) => ({ action: 'create', ...args, ...key })],
    ['fixture_write', (args: object, key: object) => ({ action: 'create', ...args, ...key })],
    ['fixture_create', (args: object, key: object) => ({ ...args, ...key })],
    [
      'call_write',
      (args: object, key: object) => ({ provider: 'fixture', action: 'create', parameters: args, ...key }),
    ],
    [
      'call_write',
      (args: object, key: object) => ({ provider: 'fixture', action: 'create', parameters: { ...args, ...key } }),
    ],
  ])('with the tool %s', async (name, build) => {
    const args = build(newName(), newKey())
    const first = await callTool(args, made, { name })
    const again = await callTool(args, made, { name })
    expect([first.sent.length, again.sent.length]).toEqual([1, 0])
    expect(first.result.structuredContent).not.toHaveProperty('replayed')
    expect(again.result.structuredContent).toMatchObject({ status: 201, data: { id: 7 }, replayed: true })
  })

  it('and over REST, where it is the same key', async () => {
    const [args, key] = [newName(), newKey()]
    await callTool({ action: 'create', ...args, ...key }, made)
    const headers = { 'idempotency-key': key.idempotency_key }
    const { body } = await gateway.call('acme', 'fixture', { action: 'create', ...args }, { headers })
    expect(body).toMatchObject({ data: { id: 7 }, replayed: true })
  })

  it('and where the key is a number, which the result says', async () => {
    const args = { action: 'create', ...newName(), idempotency_key: Date.now() }
    await callTool(args, made)
    const { result } = await callTool(args, made)
    expect(result.structuredContent).toMatchObject({ replayed: true })
    expect(result.structuredContent.coerced[0].path).toBe('/idempotency_key')
  })
})

it('a key that is none is refused, and so is null: a write with a key that nobody could read would be sent twice', async () => {
  const refused = await callTool({ action: 'create', ...newName(), idempotency_key: 'a b' }, made)
  expect(refused.sent).toEqual([])
  expect(refused.result.structuredContent.details[0].path).toBe('/idempotency_key')
  const { result, sent } = await callTool({ action: 'create', ...newName(), idempotency_key: null }, made)
  expect([result.structuredContent.details[0].path, sent]).toEqual(['/idempotency_key', []])
})

it('a key with other parameters is an error that names the first call', async () => {
  const key = newKey()
  await callTool({ action: 'create', ...newName(), ...key }, made)
  const { result, sent } = await callTool({ action: 'create', ...newName(), ...key }, made)
  expect([result.isError, sent]).toEqual([true, []])
  expect(result.structuredContent).toMatchObject({ code: 'CONFLICT', duplicate_of: expect.any(String) })
  expect(result.structuredContent.error).toMatch(/^The idempotency_key belongs to the call/)
})

it('the same write after an unknown one is refused until `repeat` is true', async () => {
  const args = { action: 'create', ...newName() }
  await callTool(args, [drop()])
  const { result, sent } = await callTool(args, made)
  expect([result.isError, sent]).toEqual([true, []])
  expect(result.structuredContent.error).toMatch(/to send it all the same, add repeat: true$/)
  expect((await callTool({ ...args, repeat: 'true' }, made)).sent).toHaveLength(1)
})

describe('the same write after one that was done', () => {
  it('is sent, and the result notes how long ago the first was', async () => {
    const args = { action: 'create', ...newName() }
    const first = await callTool(args, made)
    const second = await callTool(args, made)
    expect(first.result.structuredContent).not.toHaveProperty('note')
    expect(second.sent).toHaveLength(1)
    expect(second.result.structuredContent.note).toMatch(
      /^The same call was carried out \d+ seconds? ago \([0-9a-f-]{36}\); it was now carried out again$/,
    )
  })

  it('has no note under a key, over REST, or after a read', async () => {
    const args = { action: 'create', ...newName() }
    await callTool(args, made)
    expect((await callTool({ ...args, ...newKey() }, made)).result.structuredContent).not.toHaveProperty('note')
    expect((await gateway.call('acme', 'fixture', args)).body).not.toHaveProperty('note')
    await callTool({ action: 'get', id: '1' })
    expect((await callTool({ action: 'get', id: '1' })).result.structuredContent).not.toHaveProperty('note')
  })
})

it('tools that write list both parameters, and those that only read list neither', async () => {
  for (const mode of ['domains', 'effects', 'actions', 'search']) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const { tools } = (await send({ headers, body } as never, { query: `?tools=${mode}` })).body.result
    for (const { name, annotations, inputSchema } of tools) {
      const has = ['idempotency_key', 'repeat'].map((each) => Object.hasOwn(inputSchema.properties, each))
      expect([name, has]).toEqual([name, Array(2).fill(!annotations.readOnlyHint)])
    }
  }
})
