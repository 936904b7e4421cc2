// Test lanes: slow

import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer, type Behaviour } from '../providers/scripted.ts'
import { type Era, request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, upstream, send } = await startMcp()

const providers = { fixture: { accounts: [{ id: 'main', label: 'Main' }] } }
beforeAll(async () => {
  await gateway.seed('chosen', { fixture: 'x' })
  await gateway.admin('PUT', '/admin/tenants/chosen', {
    name: 'Chosen',
    status: 'active',
    providers,
    options: { max_result_bytes: 20_000 },
  })
})

/** The id of the session that a client of the older era gets; `undefined`: none. */
const initialize = async (name: unknown): Promise<string | undefined> => {
  const clientInfo = { name, version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const { status, headers } = await send(request('legacy', 'initialize', params))
  expect(status).toBe(200)
  return headers.get('mcp-session-id') ?? undefined
}

interface Sent {
  readonly tenant?: string
  readonly args?: Record<string, unknown>
  readonly behaviour?: Behaviour
  readonly headers?: Readonly<Record<string, string>>
}

const things = answer(200, { results: Array.from({ length: 20_000 }, (_, id) => ({ id })) })
const get = { action: 'get', id: '1' }

/** Bytes of the result for the client of that name. */
const resultSize = async (
  era: Era,
  name: unknown,
  { tenant = 'acme', args = get, behaviour = things, headers }: Sent = {},
): Promise<number> => {
  upstream.play(behaviour)
  const meta =
    era === 'modern' && name !== undefined ? { _meta: { [CLIENT_INFO_META_KEY]: { name, version: '1' } } } : {}
  const session = era === 'legacy' && headers === undefined ? await initialize(name) : undefined
  const message = toolCall(era, 'fixture', args, meta)
  const own = { ...message.headers, ...(session !== undefined && { 'mcp-session-id': session }), ...headers }
  const { body } = await send({ headers: own, body: message.body }, { token: tokenOf(tenant) })
  const { text } = body.result.content[0]
  expect(JSON.parse(text)).toEqual(body.result.structuredContent)
  return Buffer.byteLength(text)
}

describe.each(['modern', 'legacy'] as const)('a result is as large as the client keeps (%s)', (era) => {
  it.each([
    ['codex-mcp-client', 10_000],
    ['claude-code', 50_000],
    ['Visual Studio Code', 8000],
    ['Visual Studio Code - Insiders', 8000],
    ['Anthropic/ClaudeAI', 65_536],
    ['an unknown one', 65_536],
    ['x'.repeat(10_000), 65_536],
  ])('%s', async (name, most) => {
    const size = await resultSize(era, name)
    expect(size).toBeLessThanOrEqual(most)
    expect(size).toBeGreaterThan(0.95 * most - 500)
  })

  it('unless the tenant’s option says how large', async () => {
    const size = await resultSize(era, 'codex-mcp-client', { tenant: 'chosen' })
    expect(size).toBeLessThanOrEqual(20_000)
    expect(size).toBeGreaterThan(18_000)
  })

  it('with the list of conversions', async () => {
    const filter = JSON.stringify({ words: 'w'.repeat(500) })
    const size = await resultSize(era, 'codex-mcp-client', { args: { ...get, filter } })
    expect(size).toBeLessThanOrEqual(10_000)
    expect(size).toBeGreaterThan(9000)
  })

  it('also if it is an error with a long answer of the provider', async () => {
    const behaviour = answer(400, { errors: Array.from({ length: 400 }, (_, n) => `this is wrong: ${n}`) })
    const size = await resultSize(era, 'Visual Studio Code', { behaviour })
    expect(size).toBeLessThanOrEqual(8000)
    expect(size).toBeGreaterThan(7000)
  })
})

describe('the older era has no sessions, but', () => {
  it('clients that keep less than others get the id of one, which carries their name', async () => {
    const [one, other] = [await initialize('codex-mcp-client'), await initialize('codex-mcp-client')]
    expect(one).toMatch(/^[\x21-\x7e]+$/)
    expect(one).not.toBe(other)
    expect(await initialize('Anthropic/ClaudeAI')).toBeUndefined()
  })

  it.each([
    '',
    'x',
    `${crypto.randomUUID()}.`,
    `${crypto.randomUUID()}.%%%`,
    `${crypto.randomUUID()}.${'a'.repeat(5000)}`,
  ])('the session %j, which is none of ours, changes nothing', async (session) => {
    const size = await resultSize('legacy', undefined, { headers: { 'mcp-session-id': session } })
    expect(size).toBeGreaterThan(60_000)
  })
})

it.each(['modern', 'legacy'] as const)(
  'of a large result no client that hands both to its model gets a second copy (%s)',
  async (era) => {
    upstream.play(things)
    const name = 'github-copilot-developer'
    const session = era === 'legacy' ? await initialize(name) : undefined
    const meta = era === 'modern' ? { _meta: { [CLIENT_INFO_META_KEY]: { name, version: '1' } } } : {}
    const { headers, body } = toolCall(era, 'fixture', get, meta)
    const answered = await send({
      headers: { ...headers, ...(session !== undefined && { 'mcp-session-id': session }) },
      body,
    })
    expect(answered.body.result).not.toHaveProperty('structuredContent')
  },
)
