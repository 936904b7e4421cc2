import { expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, send, callTool } = await startMcp({
  env: { CALLS_PER_MINUTE: '7', FAILED_LOGINS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.0/8' },
})

const from = (ip: string, { headers, body }: ReturnType<typeof request>, token = tokenOf('acme')) =>
  gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}`, 'x-forwarded-for': ip }, body)

it('every request counts, those over /api/v1 as well, and the one too many is 429 with when to come back', async () => {
  const ip = '203.0.113.1'
  const list = await from(ip, request('modern', 'tools/list'))
  expect([list.status, list.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=6')])
  await from(ip, request('legacy', 'ping'))
  await from(ip, toolCall('modern', 'fixture', { action: 'get', id: '1' }))
  const rest = { authorization: `Bearer ${tokenOf('acme')}`, 'x-forwarded-for': ip }
  await gateway.send('POST', '/api/v1/acme/fixture', rest, { action: 'get', id: '1' })
  const batch = { headers: request('legacy', 'ping').headers, body: Array(3).fill(request('legacy', 'ping').body) }
  expect((await from(ip, batch)).status).toBe(200)
  const { status, body, headers } = await from(ip, request('modern', 'tools/list'))
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const { body: over } = await from(ip, batch)
  expect(over.code).toBe('RATE_LIMITED')
})

it('a batch that is larger than what is left is refused before anything of it is done', async () => {
  const ip = '203.0.113.2'
  const batch = { headers: request('legacy', 'ping').headers, body: Array(8).fill(request('legacy', 'ping').body) }
  expect((await from(ip, batch)).body.code).toBe('RATE_LIMITED')
})

it('wrong tokens count as failed logins: after two of them even the right one is refused', async () => {
  const ip = '203.0.113.3'
  for (const _ of [1, 2]) expect((await from(ip, request('modern', 'tools/list'), 'a-wrong-token')).status).toBe(401)
  expect((await from(ip, request('modern', 'tools/list'))).status).toBe(429)
})

it('calls are audited with the source mcp, what is no call is not', async () => {
  await send(request('modern', 'tools/list'))
  await callTool({ action: 'get', id: '1' })
  await callTool({ action: 'gte' })
  const { body } = await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=2')
  expect(body.entries).toMatchObject([
    { action: null, key: 'fixture', outcome: 'error', code: 'VALIDATION_ERROR', status: 400 },
    { action: 'get', key: 'fixture/main', outcome: 'ok', code: null, status: 200 },
  ])
})
