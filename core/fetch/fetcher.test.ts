import { describe, expect, test } from 'vitest'
import type { BodySource } from './fetch-request.ts'
import { createFetcher, type FetchRequest, parseAllowedHosts } from './index.ts'
import { fetcher, request, serve, serveRaw, textOf } from './testing/upstream.ts'

describe('a request', () => {
  const echo = async (request: Request) =>
    Response.json({
      method: request.method,
      path: new URL(request.url).pathname + new URL(request.url).search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })

  test('arrives with its method, path, query, headers and body', async () => {
    const { origin, port } = serve(echo)
    const rest = { method: 'POST', headers: { authorization: 'Bearer x', 'X-Custom': 'é' }, body: '{"a":1}' } as const
    const got = JSON.parse(await textOf(`${origin}/a%2Fb?q=%20&q=2#fragment`, rest))
    expect(got).toMatchObject({ method: 'POST', path: '/a%2Fb?q=%20&q=2', body: '{"a":1}' })
    expect(got.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      authorization: 'Bearer x',
      'x-custom': 'é',
      'accept-encoding': 'gzip, deflate, br',
    })
  })

  test('carries bytes as they are', async () => {
    const { origin } = serve(async (request) => new Response(await request.bytes()))
    const bytes = new Uint8Array([0, 255, 128, 10])
    const answer = await fetcher(request(origin, { method: 'PUT', body: bytes }))
    expect([...answer.bytes]).toEqual([...bytes])
  })

  test.each([
    ['a line break in a header', { headers: { 'x-a': 'secret\r\nx-b: 1' } }],
    ['a NUL in a header', { headers: { 'x-a': 'secret\0' } }],
    ['a space in a header name', { headers: { 'x a': 'secret' } }],
    ['another host', { headers: { Host: 'secret.test' } }],
    ['a length of its own', { headers: { 'Content-Length': '7' } }],
    ['a transfer coding of its own', { headers: { 'transfer-encoding': 'chunked' } }],
    ['a body on a GET', { body: 'secret' }],
  ])('with %s is not sent, and the error does not repeat it', async (_, rest) => {
    let requests = 0
    const { origin } = serve(() => new Response(String(++requests)))
    const failed = await fetcher(request(`${origin}/?key=secret`, rest)).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: 'FetchError', kind: 'invalid', retryable: false })
    expect(Bun.inspect(failed)).not.toContain('key=secret')
    expect(String(failed)).not.toContain('secret')
    expect(requests).toBe(0)
  })

  test('reaches a name at its address with the Host header of the name', async () => {
    const { port } = serve(echo)
    const named = createFetcher({ allowed: parseAllowedHosts('api.test'), resolve: async () => ['127.0.0.1'] })
    const { bytes } = await named(request(`http://api.test:${port}/`))
    expect(JSON.parse(Buffer.from(bytes).toString()).headers.host).toBe(`api.test:${port}`)
  })
})

test('frozen headers arrive anew with each request, at each host under its own name', async () => {
  const { port } = serve(async (received) => Response.json(Object.fromEntries(received.headers)))
  const named = createFetcher({ allowed: parseAllowedHosts('a.test,b.test'), resolve: async () => ['127.0.0.1'] })
  const headers = Object.freeze({ authorization: 'Bearer x', 'content-type': 'text/x' })
  const send = async (host: string, more: Partial<FetchRequest> = {}) => {
    const { bytes } = await named(request(`http://${host}:${port}/`, { method: 'POST', body: 'y', headers, ...more }))
    const { authorization, 'content-type': type, host: hostHeader, ...rest } = JSON.parse(Buffer.from(bytes).toString())
    return [authorization, type, hostHeader, rest['accept-encoding'], rest['content-length']]
  }
  const take = () => undefined
  const pieces = { length: 3, pieces: () => new Response('yyy').body ?? [] } as BodySource
  const want = (host: string, coding: string, length: string) => [
    'Bearer x',
    'text/x',
    `${host}:${port}`,
    coding,
    length,
  ]
  const all = 'gzip, deflate, br'
  expect(await send('a.test')).toEqual(want('a.test', all, '1'))
  expect(await send('b.test')).toEqual(want('b.test', all, '1'))
  expect(await send('a.test', { take })).toEqual(want('a.test', 'identity', '1'))
  expect(await send('a.test', { body: pieces })).toEqual(want('a.test', all, '3'))
  expect(await send('a.test', { body: 'zz' })).toEqual(want('a.test', all, '2'))
})

describe('an answer', () => {
  test.each([200, 201, 304, 400, 401, 404, 429, 500, 503])('with status %i is an answer', async (status) => {
    const { origin } = serve(() => new Response(status === 304 ? null : 'x', { status, headers: { 'x-a': 'b' } }))
    const answer = await fetcher(request(origin))
    expect([answer.status, answer.headers.get('x-a')]).toEqual([status, 'b'])
  })

  test.each([
    ['a HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Encoding: gzip\r\n\r\n'],
    ['a 204', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n'],
    ['a 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\n'],
    ['an empty compressed body', 'GET', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n'],
  ] as const)('to %s has no body, whatever it declares', async (_, method, text) => {
    const { origin } = await serveRaw(text, false)
    expect((await fetcher(request(origin, { method }))).bytes).toHaveLength(0)
  })

  test.each([
    ['no HTTP', 'garbled', 'SSH-2.0-OpenSSH_9.2\r\nand more\r\n\r\n'],
    ['nothing', 'broken', ''],
    ['half a header', 'broken', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['fewer bytes than declared', 'broken', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok'],
    ['no last chunk', 'broken', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n'],
    ['a chunk of no size', 'garbled', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n'],
    ['two lengths', 'garbled', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk'],
    ['endless headers', 'garbled', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(2_000_000)}\r\n\r\n`],
  ])('of %s is a failure: %s', async (_, kind, text) => {
    const { origin } = await serveRaw(text, true)
    const retryable = kind === 'broken'
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind, retryable })
  })
})

describe('the signal', () => {
  test.each([
    ['before anything is answered', ''],
    ['in the headers', 'HTTP/1.1 200 OK\r\nx-a: b\r\n'],
    ['in a body of known length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nxx'],
    ['in a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxx\r\n'],
    ['in a compressed body', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\nxx'],
  ])('ends a request that hangs %s, and its connection', async (_, text) => {
    const { origin, firstBytes, hungUp } = await serveRaw(text, false)
    const abort = new AbortController()
    const slow = expect(fetcher(request(origin, { signal: abort.signal }))).rejects.toMatchObject({
      name: 'FetchError',
      kind: 'aborted',
      retryable: false,
    })
    await firstBytes
    setTimeout(() => abort.abort(), 50)
    await slow
    await hungUp
  })

  test('that has fired already lets nothing be sent', async () => {
    let requests = 0
    const { origin } = serve(() => new Response(String(++requests)))
    await fetcher(request(origin))
    await expect(fetcher(request(origin, { signal: AbortSignal.abort() }))).rejects.toMatchObject({ kind: 'aborted' })
    expect(requests).toBe(1)
  })
})
