import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer } from '../providers/scripted.ts'
import { type Era, request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, upstream, send, callTool } = await startMcp()
const eras: Era[] = ['modern', 'legacy']
const authorization = `Bearer ${tokenOf('acme')}`
const metadata = `resource_metadata="${gateway.url}/.well-known/oauth-protected-resource/mcp"`

describe('who is let in', () => {
  it('nobody without a token: 401 names the metadata, and no error code (RFC 6750, section 3.1)', async () => {
    const { headers, body } = request('modern', 'tools/list')
    const answered = await gateway.send('POST', '/mcp', headers, body)
    expect([answered.status, answered.body.code]).toEqual([401, 'AUTH_FAILED'])
    expect(answered.headers.get('www-authenticate')).toBe(`Bearer ${metadata}`)
  })

  it('nobody with a wrong token: 401 says invalid_token', async () => {
    const answered = await send(request('modern', 'tools/list'), { token: 'a-token-that-nobody-has' })
    expect([answered.status, answered.body.code]).toEqual([401, 'AUTH_FAILED'])
    expect(answered.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`)
  })

  it('a suspended tenant gets 403 with the envelope, whatever it asks', async () => {
    await gateway.seed('sleepy', { fixture: 'x' })
    const providers = { fixture: { accounts: [{ id: 'main', label: 'Main' }] } }
    await gateway.admin('PUT', '/admin/tenants/sleepy', { name: 'Sleepy', status: 'suspended', providers })
    for (const method of ['initialize', 'tools/list', 'server/discover']) {
      const { status, body } = await send(request('legacy', method), { token: tokenOf('sleepy') })
      expect([status, body.code]).toEqual([403, 'TENANT_SUSPENDED'])
    }
  })

  it('a tenant without a configuration gets 404', async () => {
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'early', token: 'token-of-a-tenant-to-come' })
    const { status, body } = await send(request('modern', 'tools/list'), { token: 'token-of-a-tenant-to-come' })
    expect([status, body.code]).toEqual([404, 'TENANT_NOT_FOUND'])
  })

  it('an Origin that is not allowed gets 403, a loopback one its CORS headers', async () => {
    const { headers, body } = request('modern', 'tools/list')
    const from = (origin: string) => gateway.send('POST', '/mcp', { ...headers, authorization, origin }, body)
    expect((await from('https://evil.example.com')).body.code).toBe('FORBIDDEN')
    const near = await from('http://localhost:6274')
    expect([near.status, near.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:6274'])
    expect(near.headers.get('access-control-expose-headers')).toContain('www-authenticate')
  })

  it.each(['/mcp', '/mcp/'])('a preflight of %s is told which headers may be sent', async (path) => {
    const { status, headers } = await gateway.send('OPTIONS', path, { origin: 'http://localhost:6274' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:6274'])
    for (const name of ['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      expect(headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  it('a page is let read that there is no stream to GET, which clients ask for', async () => {
    const from = (origin: string) => gateway.send('GET', '/mcp', { authorization, accept: 'text/event-stream', origin })
    const near = await from('http://localhost:6274')
    expect([near.status, near.headers.get('access-control-allow-origin')]).toEqual([405, 'http://localhost:6274'])
    const far = await from('https://evil.example.com')
    expect([far.status, far.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('a page is let read that metadata it looks for are not there', async () => {
    const looked = await gateway.send('GET', '/.well-known/openid-configuration', { origin: 'https://any.example' })
    expect([looked.status, looked.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  })

  it('a Host that is not ours is refused (DNS rebinding)', async () => {
    const { headers, body } = request('modern', 'tools/list')
    const answered = await gateway.send('POST', '/mcp', { ...headers, authorization, host: 'evil.example.com' }, body)
    expect([answered.status, answered.body.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('what the transport takes', () => {
  it.each(['GET', 'DELETE', 'PUT'])('%s is 405 and names POST', async (method) => {
    const { status, headers, body } = await gateway.send(method, '/mcp', { authorization, accept: 'text/event-stream' })
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST, OPTIONS'])
  })

  const faults: [what: string, body: string, code: number][] = [
    ['no JSON', '{"jsonrpc":', -32_700],
    ['an empty body', ' ', -32_700],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32_700],
    ['nesting without end', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, -32_700],
    ['null', 'null', -32_600],
    ['an empty batch', '[]', -32_600],
    ['an object that is not a message', '{"a":1}', -32_600],
  ]
  it.each(faults)('%s is a JSON-RPC error with 400', async (_what, text, code) => {
    const { headers } = request('legacy', 'ping')
    const { status, body } = await gateway.send('POST', '/mcp', { ...headers, authorization }, text)
    expect({ status, body }).toMatchObject({ status: 400, body: { jsonrpc: '2.0', id: null, error: { code } } })
  })

  it.each([
    ['a content type that is not JSON', { 'content-type': 'text/plain' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('%s is 415', async (_what, more) => {
    const { headers, body } = request('legacy', 'ping')
    const answered = await gateway.send('POST', '/mcp', { ...headers, authorization, ...more }, JSON.stringify(body))
    expect(answered.status).toBe(415)
  })

  it('a body over the limit is 413 with the envelope', async () => {
    const { status, body } = await send(toolCall('modern', 'fixture', { action: 'get', id: 'x'.repeat(1_100_000) }))
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('an unknown value of ?tools is VALIDATION_ERROR', async () => {
    const { status, body } = await send(request('modern', 'tools/list'), { query: '?tools=all' })
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it.each(eras)('%s: every answer is JSON, and has the security headers and the request id', async (era) => {
    const messages = [request(era, era === 'legacy' ? 'ping' : 'server/discover'), request(era, 'tools/list')]
    for (const { headers, body } of messages) {
      const answered = await gateway.send('POST', '/mcp', { ...headers, authorization, 'x-request-id': 'mine' }, body)
      expect([answered.status, answered.body.result]).toEqual([200, expect.anything()])
      expect(answered.headers.get('content-type')).toContain('application/json')
      expect(answered.headers.get('cache-control')).toBe('no-store')
      expect(answered.headers.get('x-request-id')).toBe('mine')
      expect(answered.headers.get('mcp-session-id')).toBeNull()
    }
  })

  it.each(eras)('%s: a call with a progress token is answered by a stream: progress, then the result', async (era) => {
    upstream.play(answer(200, { id: 1 }))
    const more = { _meta: { progressToken: 'p1' } }
    const answered = await send(toolCall(era, 'fixture', { action: 'get', id: '1' }, more))
    expect(answered.headers.get('content-type')).toBe('text/event-stream')
    const events = [...answered.text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(events.slice(0, 2).map(({ method, params }) => [method, params.progressToken, params.progress])).toEqual([
      ['notifications/progress', 'p1', 0],
      ['notifications/progress', 'p1', 1],
    ])
    expect(events[2].result.structuredContent.data).toEqual({ id: 1 })
    expect(events).toHaveLength(3)
  })

  it.each(eras.flatMap((era) => [undefined, 'p1'].map((progressToken) => [era, progressToken] as const)))(
    '%s: what a provider answers arrives as text and as data alike, every digit of it (progress token: %s)',
    async (era, progressToken) => {
      const data = '{"id":12345678901234567890,"price":0.10000000000000000001,"__proto__":{"id":"7"}}'
      upstream.play(answer(200, data, { 'content-type': 'application/json' }))
      const more = progressToken === undefined ? {} : { _meta: { progressToken } }
      const { text } = await send(toolCall(era, 'fixture', { action: 'get', id: '1' }, more))
      expect(text).toContain(`"structuredContent":{"success":true,"status":200,"cache":"BYPASS","data":${data}}`)
      expect(text).toContain(JSON.stringify(data).slice(1, -1))
    },
  )

  it('initialize of an older client is answered in its revision', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const { body } = await send(request('legacy', 'initialize', params))
      expect(body.result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'patchbay' },
        capabilities: { tools: {} },
      })
    }
  })

  it('the current revision is found by server/discover, with how long its list may be kept', async () => {
    const found = await send(request('modern', 'server/discover'))
    expect(found.body.result).toMatchObject({ resultType: 'complete', supportedVersions: ['2026-07-28'] })
    const listed = await send(request('modern', 'tools/list'))
    expect(listed.body.result).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' })
  })

  it('headers that do not agree with the body are refused with -32020', async () => {
    const message = toolCall('modern', 'fixture', { action: 'get', id: '1' })
    const { status, body } = await send({ ...message, headers: { ...message.headers, 'mcp-name': 'other' } })
    expect([status, body.error.code]).toEqual([400, -32_020])
  })

  it('a batch of an older client is answered, message by message', async () => {
    const batch = [request('legacy', 'ping', {}, 1).body, request('legacy', 'tools/list', {}, 2).body]
    const answered = await send({ headers: request('legacy', 'ping').headers, body: batch })
    const events = [...answered.text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data).id)
    expect(events.sort()).toEqual([1, 2])
  })

  it('a batch that cancels one of its own requests is answered, and ends', async () => {
    upstream.play(answer(200, { id: 1 }))
    const { headers, body } = toolCall('legacy', 'fixture', { action: 'get', id: '1' })
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const batch = await send({ headers, body: [body, cancelled] })
    expect(batch.text).toContain('"structuredContent":{"success":true,')
    expect((await send({ headers, body: [cancelled] })).status).toBe(202)
  })

  it('a caller who hangs up ends the call at the provider', async () => {
    const gone = new AbortController()
    upstream.play(async (response, { hungUp }) => {
      gone.abort()
      await hungUp
      response.destroy()
    })
    const { headers, body } = toolCall('modern', 'fixture', { action: 'get', id: '1' })
    const { signal } = gone
    const before = upstream.requests.length
    const asked = gateway.send('POST', '/mcp', { ...headers, authorization }, body, signal)
    await expect(asked).rejects.toThrow()
    await upstream.requests[before]?.hungUp
  })

  it('a cursor that nobody gave is refused', async () => {
    for (const era of eras) {
      const { body } = await send(request(era, 'tools/list', { cursor: 'x' }))
      expect(body.error.code).toBe(-32_602)
    }
  })

  it('a tool that is not there is a JSON-RPC error that names the domains', async () => {
    for (const era of eras) {
      const { status, body } = await callTool({}, undefined, { name: 'weather', era })
      expect([status, body.error.code]).toEqual([200, -32_602])
      expect(body.error.message).toContain('configured: fixture')
    }
  })
})
