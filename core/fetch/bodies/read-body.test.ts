// Test lanes: slow

import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fetcher, request, serve, serveRaw } from '../testing/upstream.ts'

describe('a body', () => {
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
    ['more codings than anybody uses', 'gzip, gzip, gzip, gzip', zlib.gzipSync('x')],
    ['two codings of which one is unknown', 'zstd, gzip', zlib.gzipSync('x\0')],
    ['a coding nobody asked for', 'zstd', zlib.zstdCompressSync('x')],
    ['gzip that is none', 'gzip', Buffer.from('plain\0bytes')],
    ['deflate that is none', 'deflate', Buffer.from('plain\0bytes')],
    ['brotli that is none', 'br', Buffer.from('plain\0bytes')],
    ['gzip that ends early', 'gzip', zlib.gzipSync('x'.repeat(1000)).subarray(0, -9)],
    ['brotli that ends early', 'br', zlib.brotliCompressSync('xyz'.repeat(1000)).subarray(0, -3)],
  ])('with %s is garbled', async (_, coding, body) => {
    const { origin } = serve(() => new Response(body, { headers: { 'content-encoding': coding } }))
    await expect(fetcher(request(origin))).rejects.toMatchObject({ kind: 'garbled', retryable: false })
  })
})

test.each<[string, string, Uint8Array<ArrayBuffer>]>([
  ['the last one first', 'deflate, gzip', zlib.gzipSync(zlib.deflateSync('text'))],
  ['the same twice', 'gzip, gzip', zlib.gzipSync(zlib.gzipSync('text'))],
  ['the same named twice (yhirose/cpp-httplib#993)', 'gzip, gzip', zlib.gzipSync('text')],
])('codings on top of each other are unpacked: %s', async (_, coding, body) => {
  const { origin } = serve(() => new Response(body, { headers: { 'content-encoding': coding } }))
  expect(Buffer.from((await fetcher(request(origin))).bytes).toString()).toBe('text')
})

test('a bomb within a bomb takes no more than is allowed', async () => {
  const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(5_000_000)))
  const { origin } = serve(() => new Response(bomb, { headers: { 'content-encoding': 'gzip, gzip' } }))
  await expect(fetcher(request(origin, { maxBytes: 100_000 }))).rejects.toMatchObject({ kind: 'too-large' })
})

describe('gzip that nobody named', () => {
  const packed = zlib.gzipSync('{"a":1}')
  const read = async (type: string | undefined, body: Uint8Array<ArrayBuffer> = packed, status = 200) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const { origin } = serve(() => new Response(body, { status, headers }))
    return (await fetcher(request(origin, { maxBytes: 1000 }))).bytes
  }

  test.each(['application/json', 'application/problem+json; charset=utf-8', 'text/plain', 'application/xml'])(
    'is unpacked where text is said, or JSON comes of it: %s (Han-1413141/dsh-cost-meter#172)',
    async (type) => {
      for (const status of [200, 500]) expect(Buffer.from(await read(type, packed, status)).toString()).toBe('{"a":1}')
    },
  )

  test('stays as it is where it may be meant, or is none', async () => {
    expect(await read('application/gzip')).toEqual(new Uint8Array(packed))
    expect(await read('application/octet-stream')).toEqual(new Uint8Array(packed))
    const file = zlib.gzipSync('a file')
    expect(await read(undefined, file)).toEqual(new Uint8Array(file))
    expect(await read('application/json', packed.subarray(0, 12))).toHaveLength(12)
  })

  test('is within the bound', async () => {
    await expect(read('application/json', zlib.gzipSync('x'.repeat(5000)))).rejects.toMatchObject({ kind: 'too-large' })
  })
})

describe('a body is taken as it is', () => {
  test.each(['none', 'UTF-8', 'aws-chunked', 'identity', '', 'identity, utf-8', 'binary', 'identity;q=1'])(
    'coded as "%s"',
    async (coding) => {
      const { origin } = serve(() => new Response('x', { headers: { 'content-encoding': coding } }))
      const { bytes, headers } = await fetcher(request(origin))
      expect([Buffer.from(bytes).toString(), headers.get('content-encoding')]).toEqual(['x', null])
    },
  )

  test('beside a coding that is one', async () => {
    const { origin } = serve(
      () => new Response(zlib.gzipSync('x'), { headers: { 'content-encoding': 'gzip, identity' } }),
    )
    expect(Buffer.from((await fetcher(request(origin))).bytes).toString()).toBe('x')
  })

  test('with the same length twice, and garbled with two', async () => {
    const same = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nxx', true)
    expect((await fetcher(request(same.origin, { maxBytes: 2 }))).bytes).toHaveLength(2)
    const other = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 2, 1\r\n\r\nxx', true)
    await expect(fetcher(request(other.origin))).rejects.toMatchObject({ kind: 'garbled' })
  })
})

test.each([
  ['gzip that is none', 'garbled', { 'content-encoding': 'gzip' }, 'plain\0bytes'],
  ['a coding nobody asked for', 'garbled', { 'content-encoding': 'zstd' }, 'x'],
  ['more than fits', 'too-large', {}, 'x'.repeat(2000)],
] as const)('an error keeps its status and headers with %s', async (_what, unread, headers, body) => {
  const { origin } = serve(() => new Response(body, { status: 429, headers: { ...headers, 'retry-after': '7' } }))
  const answer = await fetcher(request(origin, { maxBytes: 1000 }))
  expect([answer.status, answer.headers.get('retry-after'), answer.bytes.length, answer.unread]).toEqual([
    429,
    '7',
    0,
    unread,
  ])
})

test('a body that nobody needs is not read', async () => {
  const { origin } = serve(() => new Response('x'.repeat(100_000), { headers: { 'content-encoding': 'zstd' } }))
  const { status, bytes } = await fetcher(request(origin, { maxBytes: 0, ignoresBody: true }))
  expect([status, bytes.length]).toEqual([200, 0])
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
