// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, send, callTool } = await startMcp({
  env: { CALLS_PER_MINUTE: '7', FAILED_LOGINS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.0/8' },
})

const from = (ip: string, { headers, body }: ReturnType<typeof request>, token = tokenOf('acme')) =>
  gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}`, 'x-forwarded-for': ip }, body)

const get = { action: 'get', id: '1' }
const surfaces: [surface: string, name: string, args: Record<string, unknown>][] = [
  ['domains', 'fixture', get],
  ['effects', 'fixture_read', get],
  ['actions', 'fixture_get', { id: '1' }],
  ['search', 'call_read', { provider: 'fixture', action: 'get', parameters: { id: '1' } }],
]
let hosts = 0
const newAddress = (): string => `203.0.113.${++hosts}`
/** A progress token, and any unusual member, leaves a message to the SDK. */
const paths: [path: string, more: object][] = [
  ['the fast path', {}],
  ['the SDK', { _meta: { 'example.com/unusual': 1 } }],
]

describe.each(['modern', 'legacy'] as const)('in the %s era', (era) => {
  describe.each(paths)('by %s', (_path, more) => {
    it.each(surfaces)('a call over the limit is a result of the tool (%s)', async (_surface, name, args) => {
      const ip = newAddress()
      for (let left = 6; left >= 0; left--) {
        const { body, headers } = await from(ip, toolCall(era, name, args, more))
        expect([body.result.structuredContent.success, headers.get('ratelimit')]).toEqual([
          true,
          expect.stringMatching(new RegExp(`^"calls";r=${left};`)),
        ])
      }
      const { status, body, headers } = await from(ip, toolCall(era, name, args, more))
      expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"calls";r=0;/)])
      const { isError, content, structuredContent } = body.result
      expect([isError, structuredContent]).toEqual([
        true,
        expect.objectContaining({ code: 'RATE_LIMITED', status: 429 }),
      ])
      expect(structuredContent.retry_after).toBeGreaterThan(0)
      expect(JSON.parse(content[0].text)).toEqual(structuredContent)
      expect(structuredContent.error).toContain('(CALLS_PER_MINUTE)')
      const { entries } = (await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=1')).body
      expect(entries).toMatchObject([{ code: 'RATE_LIMITED', status: 429, ip }])
    })
  })

  it('handshakes, lists, finding and describing take nothing from the calls, and there are ten times as many', async () => {
    const ip = newAddress()
    const list = request(era, 'tools/list')
    const describeIt = { provider: 'fixture', action: 'get' }
    const others = [list, toolCall(era, 'find_actions', { query: 'get' }), toolCall(era, 'describe_action', describeIt)]
    for (let left = 69; left >= 0; left--) {
      const { body, headers } = await from(ip, others[left % 3] ?? list)
      expect([Boolean(body.result), headers.get('ratelimit')]).toEqual([
        true,
        expect.stringMatching(new RegExp(`^"lookups";r=${left};`)),
      ])
    }
    const found = await from(ip, toolCall(era, 'find_actions', { query: 'get' }))
    expect([found.status, found.body.result.isError]).toEqual([200, true])
    expect(found.body.result.structuredContent).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(found.body.result.structuredContent.error).toContain('The limit is 70 a minute (ten times CALLS_PER_MINUTE)')
    const listed = await from(ip, list)
    expect(listed.status).toBe(200)
    expect(listed.body).toMatchObject({ id: 1, error: { code: -32029, data: { code: 'RATE_LIMITED', status: 429 } } })
    expect(listed.body.error.message).toContain('try again in')
    expect(listed.headers.get('ratelimit')).toMatch(/^"lookups";r=0;/)
    expect((await from(ip, toolCall(era, 'fixture', get))).body.result.structuredContent.success).toBe(true)
  })
})

it('calls over /api/v1 and /mcp are counted together', async () => {
  const ip = newAddress()
  const rest = { authorization: `Bearer ${tokenOf('acme')}`, 'x-forwarded-for': ip }
  for (let n = 0; n < 7; n++) expect((await gateway.send('POST', '/api/v1/acme/fixture', rest, get)).status).toBe(200)
  const { body } = await from(ip, toolCall('modern', 'fixture', get))
  expect(body.result.structuredContent.code).toBe('RATE_LIMITED')
  expect((await gateway.send('POST', '/api/v1/acme/fixture', rest, get)).status).toBe(429)
})

it('a call that asks for its progress says in its headers, too, what is left', async () => {
  const { headers, text } = await from(
    newAddress(),
    toolCall('modern', 'fixture', get, { _meta: { progressToken: 'p' } }),
  )
  expect([headers.get('content-type'), headers.get('ratelimit')]).toEqual([
    'text/event-stream',
    expect.stringMatching(/^"calls";r=6;/),
  ])
  expect(text.match(/"progress":[01]/g)).toEqual(['"progress":0', '"progress":1'])
})

it('a call that the SDK refuses by itself is counted as a call, and told of the limit in JSON-RPC', async () => {
  const ip = newAddress()
  const { headers, body } = toolCall('modern', 'fixture', get)
  const mismatched = { headers: { ...headers, 'mcp-name': 'another' }, body }
  for (let left = 6; left >= 0; left--)
    expect((await from(ip, mismatched)).headers.get('ratelimit')).toMatch(new RegExp(`^"calls";r=${left};`))
  const over = await from(ip, mismatched)
  expect(over.status).toBe(200)
  expect(over.body).toMatchObject({ id: 1, error: { code: -32029, data: { code: 'RATE_LIMITED', status: 429 } } })
})

const batchOf = (times: number, { headers, body }: ReturnType<typeof request>) => ({
  headers,
  body: Array.from({ length: times }, (_, id) => ({ ...Object(body), id })),
})

it('of a batch each call has a result of its own', async () => {
  const ip = newAddress()
  await from(ip, batchOf(5, toolCall('legacy', 'fixture', get)))
  const { text } = await from(ip, batchOf(5, toolCall('legacy', 'fixture', get)))
  expect([text.match(/"isError":true/g)?.length, text.match(/"result":/g)?.length]).toEqual([3, 5])
})

it('a batch of other messages that is larger than what is left is refused before anything of it is done', async () => {
  const ip = newAddress()
  for (let n = 0; n < 17; n++) await from(ip, batchOf(4, request('legacy', 'ping')))
  const { status, body } = await from(ip, batchOf(5, request('legacy', 'ping')))
  expect([status, body.length, body[4].id, body[4].error.data.code]).toEqual([200, 5, 4, 'RATE_LIMITED'])
})

it('who is not admitted is counted by address, and gets 429', async () => {
  const ip = newAddress()
  const { headers, body } = request('modern', 'tools/list')
  const unknown = () => gateway.send('POST', '/mcp', { ...headers, 'x-forwarded-for': ip }, body)
  for (let n = 0; n < 7; n++) expect((await unknown()).status).toBe(401)
  const answered = await unknown()
  expect([answered.status, answered.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('a batch of more than five messages is refused', async () => {
  const batch = { headers: request('legacy', 'ping').headers, body: Array(6).fill(request('legacy', 'ping').body) }
  const { status, body } = await from('203.0.113.4', batch)
  expect([status, body.error.message]).toEqual([400, 'A batch may have at most 5 messages'])
})

it('wrong tokens count as failed logins: after two of them even the right one is refused', async () => {
  const ip = newAddress()
  for (const _ of [1, 2]) expect((await from(ip, request('modern', 'tools/list'), 'a-wrong-token')).status).toBe(401)
  expect((await from(ip, request('modern', 'tools/list'))).status).toBe(429)
})

it('calls are audited with the source mcp, what is not a call is not', async () => {
  await send(request('modern', 'tools/list'))
  await callTool({ action: 'get', id: '1' })
  await callTool({ action: 'gte' })
  const { body } = await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=2')
  expect(body.entries).toMatchObject([
    { action: null, key: 'fixture', outcome: 'error', code: 'VALIDATION_ERROR', status: 400 },
    { action: 'get', key: 'fixture/main', outcome: 'ok', code: null, status: 200 },
  ])
})
