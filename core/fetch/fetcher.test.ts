import { createServer, type Socket } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createFetcher, type FetchRequest, parseAllowedHosts } from './index.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const serve = (fetch: (request: Request) => Response | Promise<Response>, hostname = '127.0.0.1', port = 0) => {
  const server = Bun.serve({ hostname, port, fetch })
  closers.push(() => server.stop(true))
  return { origin: `http://${hostname}:${server.port}`, port: Number(server.port) }
}

/** A server that sends these bytes, whatever it is asked, and then ends the connection or leaves it open. */
const serveRaw = async (text: string, end: boolean, hostname = '127.0.0.1') => {
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).on('close', () => hangUp())
    socket.once('data', () => (end ? socket.end(text) : socket.write(text)))
  })
  await new Promise<void>((listening) => server.listen(0, hostname, listening))
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { origin: `http://${hostname}:${port}`, port, hungUp, requests: () => sockets.length }
}

const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.0/8') })
const request = (url: string, rest: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  maxBytes: 1024 * 1024,
  redirects: 'none',
  ...rest,
})
const textOf = async (url: string, rest?: Partial<FetchRequest>) =>
  Buffer.from((await fetcher(request(url, rest))).bytes).toString()

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
    ['gzip', zlib.gzipSync],
    ['X-GZIP', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['deflate', zlib.deflateRawSync],
    ['br', zlib.brotliCompressSync],
    ['identity', (plain: Buffer) => plain],
  ] as const)('coded as %s is decoded, small or large', async (coding, encode) => {
    for (const size of [1, 500_000]) {
      const plain = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
        .toString('base64')
        .repeat(6)
        .slice(-size)
      const headers = { 'content-encoding': coding }
      const { origin } = serve(() => new Response(encode(Buffer.from(plain)), { headers }))
      const answer = await fetcher(request(origin, { maxBytes: size }))
      expect(Buffer.from(answer.bytes).toString()).toBe(plain)
      expect(answer.headers.get('content-encoding')).toBeNull()
    }
  })

  test.each([
    ['two codings', 'gzip, gzip', zlib.gzipSync(zlib.gzipSync('x'))],
    ['a coding nobody asked for', 'zstd', zlib.zstdCompressSync('x')],
    ['an unknown coding', 'none', Buffer.from('x')],
    ['gzip that is none', 'gzip', Buffer.from('plain text')],
    ['deflate that is none', 'deflate', Buffer.from('plain text')],
    ['brotli that is none', 'br', Buffer.from('plain text')],
    ['gzip that ends early', 'gzip', zlib.gzipSync('x'.repeat(1000)).subarray(0, -9)],
    ['brotli that ends early', 'br', zlib.brotliCompressSync('xyz'.repeat(1000)).subarray(0, -3)],
  ])('with %s is garbled', async (_, coding, body) => {
    const { origin } = serve(() => new Response(body, { headers: { 'content-encoding': coding } }))
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind: 'garbled', retryable: false })
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

describe('the size limit', () => {
  const plain = (size: number) => () => new Response('x'.repeat(size))
  const streamed = (size: number) => () => new Response(new Blob(['x'.repeat(size)]).stream())
  const zipped = (size: number) => () =>
    new Response(zlib.gzipSync(Buffer.alloc(size)), { headers: { 'content-encoding': 'gzip' } })

  test.each([
    ['a declared length', plain],
    ['no declared length', streamed],
    ['a compressed body', zipped],
  ])('lets a body of exactly that size pass and not a byte more, with %s', async (_, handler) => {
    const [fits, exceeds] = [serve(handler(100_000)), serve(handler(100_001))]
    expect((await fetcher(request(fits.origin, { maxBytes: 100_000 }))).bytes).toHaveLength(100_000)
    await expect(fetcher(request(exceeds.origin, { maxBytes: 100_000 }))).rejects.toMatchObject({ kind: 'too-large' })
  })

  test('holds for a chunked body that declares a small length', async () => {
    const body = `Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n${'x'.repeat(100)}\r\n0\r\n\r\n`
    const { origin } = await serveRaw(`HTTP/1.1 200 OK\r\n${body}`, true)
    expect((await fetcher(request(origin, { maxBytes: 100 }))).bytes).toHaveLength(100)
    await expect(fetcher(request(origin, { maxBytes: 99 }))).rejects.toMatchObject({ kind: 'too-large' })
  })

  test('hangs up on a body that never ends', async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>()
    const chunk = new Uint8Array(65_536)
    const { origin } = serve(() => new Response(new ReadableStream({ pull: (to) => to.enqueue(chunk), cancel })))
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind: 'too-large', retryable: false })
    await cancelled
  })

  test('hangs up on a body that declares 10 GB', async () => {
    const { origin, hungUp } = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\nxx', false)
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind: 'too-large' })
    await hungUp
  })

  test.each([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
  ] as const)('stops a bomb in %s', async (coding, encode) => {
    const bomb = encode(Buffer.alloc(50_000_000))
    const { origin } = serve(() => new Response(bomb, { headers: { 'content-encoding': coding } }))
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind: 'too-large' })
  })

  test('keeps a bomb of 10 GB in 10 MB of gzip from taking memory', async () => {
    const bomb = Buffer.concat(Array<Buffer>(100).fill(zlib.gzipSync(Buffer.alloc(100_000_000))))
    const { origin } = serve(() => new Response(bomb, { headers: { 'content-encoding': 'gzip' } }))
    const before = process.memoryUsage().rss
    await expect(fetcher(request(origin, { maxBytes: 10_485_760 }))).rejects.toMatchObject({ kind: 'too-large' })
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150)
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
    const { origin, hungUp } = await serveRaw(text, false)
    const slow = fetcher(request(origin, { signal: AbortSignal.timeout(100) }))
    await expect(slow).rejects.toMatchObject({ name: 'FetchError', kind: 'aborted', retryable: false })
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

describe('redirects', () => {
  /** /0 answers; /<n> redirects to /<n - 1>; anything else redirects to `to`. */
  const chain = (to: string, status = 302) =>
    serve((request) => {
      const left = Number(new URL(request.url).pathname.slice(1))
      if (left === 0) return new Response(`end ${request.headers.get('authorization')}`)
      return new Response('moved', { status, headers: { location: Number.isNaN(left) ? to : `/${left - 1}` } })
    })
  const headers = { authorization: 'Bearer secret' }

  test.each([301, 302, 303, 307, 308])(
    'with status %i are followed on the same origin, with the headers',
    async (status) => {
      const { origin } = chain('', status)
      expect(await textOf(`${origin}/3`, { headers, redirects: 'same-origin' })).toBe('end Bearer secret')
    },
  )

  test.each([
    ['a fourth one', '/4', 'GET', 'same-origin'],
    ['one on a POST', '/1', 'POST', 'same-origin'],
    ['one where none is wanted', '/1', 'GET', 'none'],
  ] as const)('are refused: %s', async (_, path, method, redirects) => {
    const { origin } = chain('')
    const rest = { method, redirects, headers }
    await expect(fetcher(request(origin + path, rest))).rejects.toMatchObject({ kind: 'redirect', retryable: false })
  })

  test('to another port, host or scheme are refused and nothing arrives there', async () => {
    const seen: string[] = []
    const other = serve(({ url }) => new Response(String(seen.push(url))))
    const targets = [
      other.origin,
      `//127.0.0.1:${other.port}/x`,
      `http://localhost:${other.port}`,
      'file:///etc/passwd',
    ]
    for (const to of targets) {
      const { origin } = chain(to)
      const rest = { headers, redirects: 'same-origin' } as const
      await expect(fetcher(request(`${origin}/away`, rest))).rejects.toMatchObject({ kind: 'redirect' })
    }
    expect(seen).toEqual([])
  })

  test('to the same origin by its full URL are followed, but not with credentials in it', async () => {
    const { origin, port } = serve(({ url }) =>
      new URL(url).pathname === '/end'
        ? new Response('end')
        : Response.redirect(new URL(url).searchParams.get('to') ?? ''),
    )
    const rest = { redirects: 'same-origin' } as const
    expect(await textOf(`${origin}/?to=${origin}/end`, rest)).toBe('end')
    const smuggled = `${origin}/?to=http://user:password@127.0.0.1:${port}/end`
    await expect(fetcher(request(smuggled, rest))).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('without a location are refused, other 3xx are answers', async () => {
    const { origin } = serve(({ url }) => new Response(null, { status: Number(new URL(url).pathname.slice(1)) }))
    const rest = { redirects: 'same-origin' } as const
    await expect(fetcher(request(`${origin}/302`, rest))).rejects.toMatchObject({ kind: 'redirect' })
    expect((await fetcher(request(`${origin}/300`, rest))).status).toBe(300)
  })
})

describe('connections', () => {
  const free = () => {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    server.stop(true)
    return Number(server.port)
  }
  const at = (...addresses: string[]) =>
    createFetcher({ allowed: parseAllowedHosts('127.0.0.0/8'), resolve: async () => addresses })

  test('that are refused are unreachable, which may be tried again', async () => {
    const refused = fetcher(request(`http://127.0.0.1:${free()}/?key=secret`))
    await expect(refused).rejects.toMatchObject({ kind: 'unreachable', retryable: true })
    await expect(refused).rejects.toThrow(/^127\.0\.0\.1:\d+ can't be reached/)
  })

  test('are tried at the next address of the name, and the one that worked comes first afterwards', async () => {
    const { port } = serve(() => new Response('one'))
    const two = at('127.0.0.2', '127.0.0.1')
    const answer = async () => Buffer.from((await two(request(`http://two.test:${port}/`))).bytes).toString()
    expect(await answer()).toBe('one')
    serve(() => new Response('two'), '127.0.0.2', port)
    expect(await answer()).toBe('one')
  })

  test('that broke after the request was sent are not tried at the next address', async () => {
    const dropping = await serveRaw('', true, '127.0.0.2')
    let requests = 0
    serve(() => new Response(String(++requests)), '127.0.0.1', dropping.port)
    const write = request(`http://two.test:${dropping.port}/`, { method: 'POST', body: 'pay' })
    await expect(at('127.0.0.2', '127.0.0.1')(write)).rejects.toMatchObject({ kind: 'broken', retryable: true })
    expect([dropping.requests(), requests]).toEqual([1, 0])
  })

  test('go to the address that was checked when the name changes its answer between check and use', async () => {
    const { port } = serve(() => new Response('checked'))
    serve(() => new Response('internal'), '127.0.0.2', port)
    const answers = ['127.0.0.1', '127.0.0.2']
    const allowed = parseAllowedHosts('127.0.0.1/32')
    const rebinding = createFetcher({ allowed, resolve: async () => [answers.shift() ?? '127.0.0.2'] })
    const changing = request(`http://rebind.test:${port}/`)
    for (let call = 0; call < 3; call++) {
      expect(Buffer.from((await rebinding(changing)).bytes).toString()).toBe('checked')
    }
    // What was checked is forgotten when a thousand others came; the new answer is then checked again.
    for (let other = 0; other < 1000; other++) answers.unshift('127.0.0.1')
    for (let other = 0; other < 1000; other++) await rebinding.check(`http://${other}.test/`, changing.signal)
    await expect(rebinding(changing)).rejects.toMatchObject({ kind: 'refused-address', retryable: false })
  })
})
