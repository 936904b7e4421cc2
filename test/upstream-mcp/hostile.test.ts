import type { ServerResponse } from 'node:http'
import { imported, none } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { importedDomain } from '../imported/imported-domain.ts'
import { toolCall } from '../mcp/messages.ts'
import {
  type Answers,
  type Received,
  resultOf,
  sendJson,
  sliceOfTools,
  startEvents,
  startToolServer,
  type Tool,
  textResult,
} from './tool-server.ts'

/*
 * Public reports about servers behind gateways, and hostile servers: answers without end or without an answer, other answers than were
 * asked for, lists that change, grow or lead in circles, requests of its own, and words that would be believed.
 */

const tools: readonly Tool[] = [
  { name: 'look', description: 'Looks', inputSchema: { type: 'object' } },
  { name: 'do', description: 'Does', inputSchema: { type: 'object', properties: { n: { type: 'integer' } } } },
]
const eras = ['legacy', 'modern'] as const
const servers = { legacy: await startToolServer({ tools }), modern: await startToolServer({ era: 'modern', tools }) }
const good = await startToolServer({ tools })

const domainOf = (id: string, url: string) =>
  importedDomain(
    imported<{ look: never }>()({
      id,
      title: 'Shop',
      origin: 'https://mcp.shop.com',
      auth: none(),
      actions: {},
      reads: ['look'],
    }),
    sliceOfTools(id, url, tools).slice,
  )

const gateway = await startTestGateway({
  domains: [domainOf('legacy', servers.legacy.url), domainOf('modern', servers.modern.url), domainOf('good', good.url)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({
      legacy: servers.legacy.origin,
      modern: servers.modern.origin,
      good: good.origin,
    }),
    MAX_RESPONSE_BYTES: '200000',
  },
})
for (const era of eras) await gateway.seed(era, { legacy: null, modern: null, good: null })
afterAll(async () => {
  await gateway.stop()
  await Promise.all([servers.legacy, servers.modern, good].map((one) => one.stop()))
})
beforeEach(() => {
  for (const server of Object.values(servers)) {
    server.play(undefined)
    server.state.tools = tools
    server.state.ttlMs = 0
  }
})

const call = (era: string, body: object, domain = era) =>
  gateway.call(era, domain, body, { headers: { 'x-repeat': 'true' } })

const outcomeOf = async (era: string): Promise<string> => {
  const { body } = await gateway.admin('GET', `/admin/audit?source=rest&tenant=${era}&limit=1`)
  return body.entries[0].outcome
}

/** Plays one behaviour for calls of tools. */
const onCall =
  (behave: (message: Received, response: ServerResponse) => void): Answers =>
  (message, response) => {
    if (message.method !== 'tools/call') return false
    behave(message, response)
    return true
  }

const complete = (message: Received, result: object): object => resultOf(message, { resultType: 'complete', ...result })
const errorOf = ({ id }: Received, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const sendEvents = (response: ServerResponse, ...values: readonly object[]): void => {
  const send = startEvents(response)
  for (const value of values) send(value)
  response.end()
}

/** Ends the connection once what was sent has left. */
const cutEvents = (response: ServerResponse, value: object): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(event(value), () => response.destroy())
}

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const nested = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`

/** The behaviour at a call, what a read answers, and what became of a write. */
const atCalls: readonly [
  what: string,
  behave: (message: Received, response: ServerResponse) => void,
  error: RegExp,
  outcome: 'error' | 'unknown',
][] = [
  [
    'an error of the tool',
    (m, r) => sendJson(r, complete(m, textResult('no such book', { isError: true }))),
    /no such book/,
    'unknown',
  ],
  [
    'an error of JSON-RPC with status 200',
    (m, r) => sendJson(r, errorOf(m, -32603, 'broken inside')),
    /broken inside/,
    'unknown',
  ],
  [
    'an error that refuses the parameters',
    (m, r) => sendJson(r, errorOf(m, -32602, 'n is wrong')),
    /n is wrong/,
    'error',
  ],
  ['status 400', (_, r) => sendJson(r, { error: 'bad' }, 400), /answered 400/, 'error'],
  ['status 429', (_, r) => sendJson(r, { error: 'slow' }, 429, { 'retry-after': '90' }), /429/, 'error'],
  ['status 500', (_, r) => sendJson(r, 'oh', 500), /answered 500/, 'unknown'],
  ['a redirect', (_, r) => r.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /redirect/, 'error'],
  [
    'an answer that is too large',
    (m, r) => sendJson(r, complete(m, textResult('x'.repeat(300_000)))),
    /size limit/,
    'unknown',
  ],
  [
    'a stream that is too large',
    (m, r) => sendEvents(r, complete(m, textResult('x'.repeat(300_000)))),
    /size limit/,
    'unknown',
  ],
  [
    'an answer nested too deeply',
    (m, r) => sendJson(r, `{"jsonrpc":"2.0","id":${m.id},"result":{"structuredContent":${nested}}}`),
    /cannot be decoded/,
    'unknown',
  ],
  [
    'an answer to another request',
    (m, r) => sendJson(r, complete({ ...m, id: 999_999 }, textResult('x'))),
    /before its answer was complete/,
    'unknown',
  ],
  [
    'a stream with an answer to another request',
    (m, r) => sendEvents(r, complete({ ...m, id: 999_999 }, textResult('x'))),
    /before its answer was complete/,
    'unknown',
  ],
  [
    'a stream that ends without the answer',
    (_, r) => sendEvents(r, { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }),
    /before its answer was complete/,
    'unknown',
  ],
  [
    'a stream that is cut',
    (_, r) => cutEvents(r, { jsonrpc: '2.0', method: 'notifications/x' }),
    /before its answer was complete/,
    'unknown',
  ],
  ['no content', (_, r) => r.writeHead(202).end(), /before its answer was complete/, 'unknown'],
  [
    'a page',
    (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi</p>'),
    /before its answer was complete/,
    'unknown',
  ],
  ['JSON that is none', (_, r) => sendJson(r, '{"jsonrpc": "2.0", '), /before its answer was complete/, 'unknown'],
  [
    'a flood of notifications',
    (_, r) => {
      r.writeHead(200, { 'content-type': 'text/event-stream' })
      r.end(': \n'.repeat(50_000))
    },
    /size limit/,
    'unknown',
  ],
  [
    'a flood of log lines',
    (_, r) => {
      r.writeHead(200, { 'content-type': 'text/event-stream' })
      r.end(
        'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n'.repeat(
          10_001,
        ),
      )
    },
    /size limit/,
    'unknown',
  ],
]

describe.each(eras)('a server of the era %s', (era) => {
  test.each(atCalls)('at a call: %s', async (_, behave, message, outcome) => {
    servers[era].play(onCall(behave))
    const read = await call(era, { action: 'look' })
    expect(read.body.error).toMatch(message)
    expect(read.body.code).toBe('UPSTREAM_ERROR')
    servers[era].play(onCall(behave))
    const before = servers[era].calls().length
    const { body } = await call(era, { action: 'do', n: 1 })
    expect(body.error).toMatch(message)
    expect(servers[era].calls().length).toBe(before + 1)
    expect(await outcomeOf(era)).toBe(outcome)
  })

  test.each(['text/plain', 'text/json; charset=utf-8', 'application/octet-stream'])(
    'the answer is one whatever its type is: %s',
    async (type) => {
      for (const era of eras) {
        servers[era].play(
          onCall((message, response) =>
            response
              .writeHead(200, { 'content-type': type })
              .end(JSON.stringify(complete(message, textResult('{"id":12345678901234567890}')))),
          ),
        )
        const { text } = await call(era, { action: 'look' })
        expect(text).toContain('"data":{"id":12345678901234567890}')
      }
    },
  )

  test('a batch with the answer in it is an answer', async () => {
    servers[era].play(
      onCall((message, response) =>
        sendJson(response, [complete({ ...message, id: 77 }, {}), complete(message, textResult('"yes"'))]),
      ),
    )
    expect((await call(era, { action: 'look' })).body.data).toBe('yes')
  })

  test.each<[what: string, list: (response: ServerResponse, message: Received) => void, error: RegExp]>([
    [
      'a list of pages without end',
      (r, m) =>
        sendJson(r, complete(m, { tools: [], nextCursor: String(Math.random()), ttlMs: 0, cacheScope: 'private' })),
      /size limit/,
    ],
    ['a list that is too large', (r) => sendJson(r, ' '.repeat(9_000_000)), /size limit/],
    ['status 503', (r) => sendJson(r, 'no', 503), /answered 503/],
    ['no list', (r, m) => sendJson(r, errorOf(m, -32601, 'no such method')), /no such method/],
  ])('before a call: %s', async (_, list, error) => {
    servers[era].play((message, response) => {
      if (message.method !== 'tools/list') return false
      list(response, message)
      return true
    })
    const before = servers[era].calls().length
    const { body } = await call(era, { action: 'do', n: 1 })
    expect(body.error).toMatch(error)
    expect(servers[era].calls().length).toBe(before)
    expect(await outcomeOf(era)).toBe('error')
  })
})

test.each(eras)(
  'the log lines of a server of the %s era are read slowly where they are many, up to the answer',
  async (era) => {
    const line = event({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x'.repeat(1000) },
    })
    servers[era].play(
      onCall((message, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(line.repeat(170) + event(complete(message, textResult('"yes"'))))
      }),
    )
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 16 }, () => call(era, { action: 'look' })))
    expect(answers.map(({ body }) => body.data)).toEqual(Array(16).fill('yes'))
    // 16 times 110 KiB at 4 MiB a second.
    expect(performance.now() - startedAt).toBeGreaterThan(250)
  },
)

test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
  'a request for %s in the middle of a call is refused',
  async (method) => {
    const refused = Promise.withResolvers<Received>()
    let end: (() => void) | undefined
    servers.legacy.play((message, response) => {
      if (message.id === 'ask-1') {
        refused.resolve(message)
        response.writeHead(202).end()
        end?.()
        return true
      }
      if (message.method !== 'tools/call') return false
      const send = startEvents(response)
      send({
        jsonrpc: '2.0',
        id: 'ask-1',
        method,
        params: { message: 'Your password?', requestedSchema: { type: 'object', properties: {} } },
      })
      end = () => {
        send(complete(message, textResult('"without it"')))
        response.end()
      }
      return true
    })
    const { body } = await call('legacy', { action: 'look' })
    expect(body.data).toBe('without it')
    expect((await refused.promise).error?.code).toBe(-32601)
  },
)

test('a tool of the new era that wants input is an error, and is not called again', async () => {
  servers.modern.play(
    onCall((message, response) =>
      sendJson(
        response,
        resultOf(message, {
          resultType: 'input_required',
          requestState: 'x',
          inputRequests: {
            a: {
              method: 'elicitation/create',
              params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
            },
          },
        }),
      ),
    ),
  )
  const before = servers.modern.calls().length
  const { body } = await call('modern', { action: 'do', n: 1 })
  expect(body.error).toContain('asks for further input')
  expect(servers.modern.calls().length).toBe(before + 1)
  expect(await outcomeOf('modern')).toBe('unknown')
})

test('the rest of a stream is read where the server offers it, and a write is sent once', async () => {
  const { legacy } = servers
  legacy.play((message, response, request) => {
    if (message.method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('id: 1\nretry: 10\ndata:\n\n')
    legacy.state.resumed = (again) => {
      again.writeHead(200, { 'content-type': 'text/event-stream' })
      again.end(event(complete(message, textResult('"late"'))))
    }
    return request.method === 'POST'
  })
  const before = legacy.calls().length
  const { body } = await call('legacy', { action: 'do', n: 2 })
  legacy.state.resumed = undefined
  expect(body.data).toBe('late')
  expect(legacy.calls().length).toBe(before + 1)
})

test.each(eras)(
  '64 callers of a server of the %s era that does not answer hold 64 requests, and others are answered',
  async (era) => {
    const server = servers[era]
    expect((await call(era, { action: 'look' })).status).toBe(200)
    const held: (() => void)[] = []
    server.play(
      onCall((message, response) => held.push(() => sendJson(response, complete(message, textResult('"late"'))))),
    )
    const before = server.received.length
    const waiting = Array.from({ length: 64 }, () => call(era, { action: 'look' }))
    await expect.poll(() => held.length).toBe(64)
    const received = server.received.slice(before).map(({ method }) => method)
    expect(received.filter((method) => method !== 'tools/list')).toEqual(Array(64).fill('tools/call'))
    const others = await Promise.all(Array.from({ length: 64 }, () => call(era, { action: 'look' }, 'good')))
    expect(others.map(({ body }) => body.success)).toEqual(Array(64).fill(true))
    for (const answer of held) answer()
    expect((await Promise.all(waiting)).map(({ body }) => body.data)).toEqual(Array(64).fill('late'))
  },
)

const overMcp = async (name: string, args: Record<string, unknown>, query = '') => {
  const { headers, body } = toolCall('modern', name, args)
  return gateway.send('POST', `/mcp${query}`, { authorization: `Bearer ${tokenOf('legacy')}`, ...headers }, body)
}

test('the same over MCP and from code', async () => {
  servers.legacy.play(
    onCall((message, response) => sendJson(response, complete(message, textResult('no such book', { isError: true })))),
  )
  expect((await overMcp('legacy', { action: 'look' })).text).toContain('no such book')
  servers.legacy.play(undefined)
  const code = await overMcp('run_code', { code: "return await call('legacy', 'do', { n: 12 })" }, '?tools=code')
  expect(code.text).toContain('{\\"n\\":12}')
})
