// Test lanes: slow

/** Clients as they are, in what they send to the transport: each as a public report has it. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer } from '../providers/scripted.ts'
import { type Era, type McpMessage, request, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, upstream, send } = await startMcp()
const authorization = `Bearer ${tokenOf('acme')}`
const eras: Era[] = ['legacy', 'modern']
const get = { action: 'get', id: '1' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
const handshake = request('legacy', 'initialize', params)

const withHeaders = ({ headers, body }: McpMessage, more: Record<string, string>): McpMessage => ({
  headers: { ...headers, ...more },
  body,
})
const call = (era: Era): McpMessage => {
  upstream.play(answer(200, { id: 1 }))
  return toolCall(era, 'fixture', get)
}
const readEvents = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
/** The answer as a text, whose numbers nobody has read. */
const sendText = async (body: string, headers: Record<string, string> = request('legacy', 'ping').headers) =>
  (await gateway.send('POST', '/mcp', { ...headers, authorization }, body)).text

describe('a client that accepts', () => {
  const json = ['*/*', 'application/json', 'Application/JSON', 'text/html', 'text/event-stream;q=0, application/json']
  const either = [
    'APPLICATION/JSON, Text/Event-Stream',
    'text/event-stream, */*',
    'application/json;q=0.9,text/event-stream',
  ]
  it.each([...json, ...either])('%s (Codex, Claude Code, proxies) gets JSON', async (accept) => {
    for (const message of [handshake, ...eras.flatMap((era) => [request(era, 'tools/list'), call(era)])]) {
      const { status, headers, body } = await send(withHeaders(message, { accept }))
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(body.result).toBeDefined()
    }
  })

  it('nothing, as it sends no such header, gets JSON', async () => {
    for (const message of [handshake, ...eras.map((era) => request(era, 'tools/list'))]) {
      const body = JSON.stringify(message.body)
      const own = { ...message.headers, authorization, 'content-length': String(Buffer.byteLength(body)) }
      const lines = Object.entries(own).flatMap(([name, value]) => (name === 'accept' ? [] : `${name}: ${value}`))
      const { host, hostname, port } = new URL(gateway.url)
      const socket = connect(Number(port), hostname)
      socket.write(`POST /mcp HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
      const answered = (await Array.fromAsync(socket)).join('')
      expect(answered).toMatch(/^HTTP\/1\.1 200 /)
      expect(answered).toMatch(/^content-type: application\/json; charset=utf-8\r$/im)
    }
  })

  it.each(json)('%s alone gets JSON for a call with a progress token and for a batch', async (accept) => {
    const progress = { _meta: { progressToken: 'p' } }
    for (const era of eras) {
      upstream.play(answer(200, { id: 1 }))
      const { body } = await send(withHeaders(toolCall(era, 'fixture', get, progress), { accept }))
      expect(body.result.structuredContent.data).toEqual({ id: 1 })
    }
    const batch = [request('legacy', 'ping', {}, 1).body, request('legacy', 'tools/list', {}, 'two').body]
    const { body } = await send(withHeaders({ headers: handshake.headers, body: batch }, { accept }))
    expect(body.map(({ id }: { id: unknown }) => id).sort()).toEqual([1, 'two'])
  })

  it('text/event-stream alone (ElevenLabs, proxies of hosted clients) gets the answer as an event', async () => {
    for (const message of [handshake, ...eras.flatMap((era) => [request(era, 'tools/list'), call(era)])]) {
      const { status, headers, text } = await send(withHeaders(message, { accept: 'text/event-stream' }))
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      expect(readEvents(text)).toEqual([expect.objectContaining({ id: 1, result: expect.anything() })])
    }
    upstream.play(answer(200, '{\r\n "id": 12345678901234567890\n}', { 'content-type': 'application/json' }))
    const { text } = await send(withHeaders(toolCall('modern', 'fixture', get), { accept: 'text/event-stream' }))
    const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => line).join('\n')
    expect(JSON.parse(data).result.structuredContent.success).toBe(true)
    expect(data).toContain('12345678901234567890')
  })
})

describe('null for what a client of Rust, Java or C# does not have', () => {
  it.each(eras)('is absent (%s)', async (era) => {
    const { headers, body } = request(era, 'tools/list', { cursor: null, title: null })
    const meta = { ...Object(Object(body).params._meta), progressToken: null, 'example.com/trace': null }
    const list = { ...Object(body), result: null, error: null, params: { ...Object(body).params, _meta: meta } }
    expect((await send({ headers, body: list })).body.result.tools).toHaveLength(1)
    upstream.play(answer(200, { id: 1 }))
    const called = await send(toolCall(era, 'fixture', get, { task: null, _meta: { progressToken: null } }))
    expect(called.body.result.structuredContent.data).toEqual({ id: 1 })
    const empty = await send(request(era, 'tools/call', { name: 'fixture', arguments: null }))
    expect(empty.body.result.structuredContent.error).toContain('/action: is required')
  })

  it('is absent for params and in a handshake', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: null }
    expect((await send({ headers: handshake.headers, body: ping })).body.result).toEqual({})
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: null, cursor: null } }
    expect((await send({ headers: handshake.headers, body: list })).body.result.tools).toHaveLength(1)
    const clientInfo = { name: 'rmcp', version: '1', title: null, icons: null, websiteUrl: null }
    const capabilities = { roots: null, sampling: null, elicitation: { form: null }, experimental: null, tasks: null }
    for (const more of [{ clientInfo, capabilities }, { capabilities: null }, { clientInfo: null, _meta: null }]) {
      const { body } = await send(request('legacy', 'initialize', { ...params, ...more }))
      expect(body.result.protocolVersion).toBe('2025-11-25')
    }
    // Icons of other revisions of the protocol, and what else no answer depends on.
    const icon = { src: 'https://a.example/i.png', sizes: '48x48', mimeType: 7 }
    const described = { name: 'odd', version: 2, title: ['Odd'], icons: [icon], websiteUrl: 'a.example' }
    const greeted = await send(request('legacy', 'initialize', { ...params, clientInfo: described }))
    expect(greeted.body.result.protocolVersion).toBe('2025-11-25')
    const { headers: current, body: plain } = request('modern', 'tools/list')
    const info = { ...Object(plain).params._meta, 'io.modelcontextprotocol/clientInfo': described }
    const listed = await send({ headers: current, body: { ...Object(plain), params: { _meta: info } } })
    expect(listed.body.result.tools).toHaveLength(1)
    // PHP and Lua write empty objects as lists; others say yes and no.
    for (const odd of [
      [],
      { roots: [], sampling: { tools: [] }, experimental: [], tasks: { requests: [] } },
      { roots: true, sampling: false },
    ]) {
      const { body } = await send(request('legacy', 'initialize', { ...params, capabilities: odd }))
      expect(body.result.protocolVersion).toBe('2025-11-25')
      const { headers, body: modern } = request('modern', 'server/discover')
      const meta = { ...Object(modern).params._meta, 'io.modelcontextprotocol/clientCapabilities': odd }
      const discovered = await send({ headers, body: { ...Object(modern), params: { _meta: meta } } })
      expect(discovered.body.result.supportedVersions).toEqual(['2026-07-28'])
    }
    const { headers, body } = request('modern', 'server/discover')
    const nulls = { 'io.modelcontextprotocol/clientCapabilities': null, 'io.modelcontextprotocol/clientInfo': null }
    const discover = { ...Object(body), params: { _meta: { ...Object(body).params._meta, ...nulls } } }
    expect((await send({ headers, body: discover })).body.result.supportedVersions).toEqual(['2026-07-28'])
  })

  it('names no request as its id, and no tool as its name', async () => {
    const { headers } = handshake
    const none = await send({ headers, body: { jsonrpc: '2.0', id: null, method: 'ping' } })
    expect([none.status, none.body.error.code]).toEqual([400, -32_600])
    expect(none.body.error.message).toContain('The member id of the message must be a number or a text')
    const unnamed = await send({
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: null } },
    })
    expect(unnamed.body.error).toEqual({
      code: -32_602,
      message: 'The parameters are not valid: params.name is missing',
    })
  })
})

describe('what is read as it was meant', () => {
  it.each(eras)('arguments as the JSON text of a model, with every digit; an empty list of PHP (%s)', async (era) => {
    upstream.play(answer(200, { id: 1 }))
    const before = upstream.requests.length
    const text = '{"action": "get", "id": 12345678901234567890}'
    const { body } = await send(request(era, 'tools/call', { name: 'fixture', arguments: text }))
    expect(body.result.isError).toBeUndefined()
    expect(upstream.requests[before]?.url).toContain('12345678901234567890')
    for (const nothing of ['', '{}', '[]', 'null', []]) {
      const empty = await send(request(era, 'tools/call', { name: 'fixture', arguments: nothing }))
      expect(empty.body.result.structuredContent.error).toContain('/action: is required')
    }
    for (const other of ['get', '["get"]', '{"action":', 7, true, ['get']]) {
      const { error } = (await send(request(era, 'tools/call', { name: 'fixture', arguments: other }))).body
      expect(error).toEqual({
        code: -32_602,
        message: 'The parameters are not valid: params.arguments must be an object',
      })
    }
  })

  it.each(eras)('an empty cursor is the first page, and further members are none (%s)', async (era) => {
    const { headers, body } = request(era, 'tools/list', { cursor: '', limit: 10, extra: { a: null } })
    const more = { ...Object(body), meta: {}, traceparent: '00-1', jsonrpc: '2.0' }
    expect((await send({ headers, body: more })).body.result.tools).toHaveLength(1)
  })

  it('params that are no object are one sentence', async () => {
    for (const wrong of ['text', 7, true, ['x']]) {
      const body = { jsonrpc: '2.0', id: 9, method: 'tools/list', params: wrong }
      const error = { code: -32_602, message: 'The member params of the message must be an object' }
      expect((await send({ headers: handshake.headers, body })).body).toEqual({ jsonrpc: '2.0', id: 9, error })
    }
  })
})

describe('an id comes back with the digits that it had', () => {
  const ids = ['12345678901234567890', '1.0', '1.5', '-0', '1e3', '9007199254740993', '0.10000000000000000001', '7']
  it.each(ids)('%s', async (id) => {
    upstream.play(answer(200, { id: 1.0 }))
    const bodies = [
      `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
      `{"jsonrpc":"2.0","method":"tools/list","params":{},"id" : ${id}}`,
      `{"method":"tools/call","params":{"name":"fixture","arguments":{"action":"get","id":"id"}},"id":${id},"jsonrpc":"2.0"}`,
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"nobody","arguments":{"id":2.0}}}`,
      `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":7}`,
      `{"jsonrpc":"2.0","id":${id},"method":"nobody/knows"}`,
    ]
    for (const body of bodies) expect(await sendText(body)).toMatch(new RegExp(`"id":${id.replaceAll('.', '\\.')}[,}]`))
  })

  it('in a batch, and as a progress token', async () => {
    const batch =
      '[{"jsonrpc":"2.0","id":2.0,"method":"ping"},{"jsonrpc":"2.0","id":"2.0","method":"ping","x":{"id":3.0}}]'
    const text = await sendText(batch)
    expect(text).toMatch(/"id":2\.0[,}]/)
    expect(text).toMatch(/"id":"2\.0"[,}]/)
    upstream.play(answer(200, { id: 1 }))
    const { headers, body } = toolCall('legacy', 'fixture', get, { _meta: { progressToken: 1 } })
    const token = JSON.stringify(body).replace('"progressToken":1', '"progressToken":12345678901234567890')
    expect(await sendText(token, { ...headers })).toContain('"progressToken":12345678901234567890')
  })

  it('unless it is longer than 256 characters, or no number and no text', async () => {
    for (const id of ['1'.repeat(300), `"${'x'.repeat(257)}"`, 'true', '{}', '[1.0]']) {
      expect(await sendText(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toContain('"code":-32600')
    }
  })
})

describe('what proxies make of headers', () => {
  it('equal headers count once, as HTTP libraries send them again', async () => {
    const { headers, body } = request('modern', 'tools/list')
    const doubled = Object.entries({ ...headers, authorization }).map(([name, value]): [string, string[]] => [
      name,
      [value, value],
    ])
    const { port } = new URL(gateway.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest({ port, path: '/mcp', method: 'POST', headers: Object.fromEntries(doubled) }, (got) => {
        got.resume()
        resolve(got.statusCode)
      })
      sent.on('error', reject).end(JSON.stringify(body))
    })
    expect(status).toBe(200)
    const joined = Object.fromEntries(doubled.map(([name, values]) => [name, values.join(', ')]))
    expect((await gateway.send('POST', '/mcp', joined, body)).status).toBe(200)
    const other = await send(withHeaders({ headers, body }, { 'mcp-method': 'tools/list, tools/call' }))
    expect(other.body.error.code).toBe(-32_020)
  })

  it('a token is taken as somebody pasted it, and JSON by its other names', async () => {
    const token = tokenOf('acme')
    for (const pasted of [`Bearer Bearer ${token}`, `bearer: ${token}`, `Bearer "${token}"`])
      expect(
        (
          await gateway.send(
            'POST',
            '/mcp',
            { ...request('legacy', 'ping').headers, authorization: pasted },
            request('legacy', 'ping').body,
          )
        ).body.result,
      ).toEqual({})
    for (const type of [
      'application/json-rpc',
      'application/jsonrequest',
      'application/vnd.api+json',
      'text/json; charset=utf-8',
    ])
      expect((await send(withHeaders(request('legacy', 'ping'), { 'content-type': type }))).body.result).toEqual({})
  })

  it.each(['2026-11-01', 'DRAFT-2026-v1', '1900-01-01'])(
    'the version %s of a header counts after the handshake, which negotiates it in the body (Effect-TS/effect#7388)',
    async (version) => {
      const { body } = await send(withHeaders(handshake, { 'mcp-protocol-version': version }))
      expect(body.result.protocolVersion).toBe('2025-11-25')
    },
  )

  it('an empty header is none', async () => {
    const empty = { 'mcp-protocol-version': '', 'mcp-session-id': '' }
    expect((await send(withHeaders(request('legacy', 'ping'), empty))).body.result).toEqual({})
  })

  it('the coding identity is none; another is refused with the one that is taken', async () => {
    const message = request('legacy', 'ping')
    for (const coding of ['identity', 'Identity', 'identity, identity', '']) {
      expect((await send(withHeaders(message, { 'content-encoding': coding }))).body.result).toEqual({})
    }
    const refused = await send(withHeaders(message, { 'content-encoding': 'gzip' }))
    expect([refused.status, refused.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    const typed = await send(withHeaders(message, { 'content-type': 'text/plain' }))
    expect([typed.status, typed.headers.get('accept')]).toEqual([415, 'application/json'])
  })
})
