import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRespond } from './respond.ts'

const respond = createRespond('http://localhost')
const texts = {
  small: 'a',
  'as much as goes in one piece': 'a'.repeat(15_000),
  'a byte more': 'a'.repeat(15_001),
  'few characters of many bytes': '€'.repeat(5001),
  'much text of every kind': 'a ä € 😀 "\\" '.repeat(500_000),
} as const
type Size = keyof typeof texts

let server: ReturnType<typeof Bun.serve>
/** Resolves when the server has given an answer to be sent. */
let answered: PromiseWithResolvers<void>
beforeEach(() => {
  answered = Promise.withResolvers()
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { searchParams } = new URL(request.url)
      const text = texts[searchParams.get('size') as Size]
      // As a call is: answered in a later turn of the loop.
      await new Promise(setImmediate)
      const body = searchParams.has('bytes') ? new TextEncoder().encode(text) : text
      setImmediate(answered.resolve)
      return respond({ status: 200, body, headers: { ratelimit: 'r' } }, 'id-1')
    },
  })
})
afterEach(() => server.stop(true))

const urlOf = (size: string, query = ''): string => `${server.url}?size=${encodeURIComponent(size)}${query}`

/** Reads an answer long after the server gave it: it is larger than the connection's buffers, so a part is still to be sent. */
const readSlowly = (size: string, version: string, beforeReading: () => unknown = () => undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(server.port), '127.0.0.1')
    const chunks: Uint8Array[] = []
    const { pathname, search } = new URL(urlOf(size))
    socket.write(`GET ${pathname}${search} HTTP/${version}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    socket.pause()
    answered.promise.then(async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      beforeReading()
      socket.resume()
    })
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })

describe('an answer', () => {
  for (const [size, text] of Object.entries(texts)) {
    it(`comes whole and with its headers: ${size}`, async () => {
      for (const query of ['', '&bytes']) {
        const response = await fetch(urlOf(size, query))
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(response.headers.get('x-request-id')).toBe('id-1')
        expect(response.headers.get('ratelimit')).toBe('r')
        expect((await response.text()) === text).toBe(true)
      }
    })
  }

  it('comes whole to who reads late, and without chunks to who speaks HTTP/1.0', async () => {
    const size = 'much text of every kind'
    const [head, body] = (await readSlowly(size, '1.0')).split('\r\n\r\n')
    expect(head).not.toMatch(/transfer-encoding/i)
    expect(body === texts[size]).toBe(true)
    expect(await readSlowly(size, '1.1')).toMatch(/transfer-encoding: chunked/i)
  })

  it('comes whole to who reads late, though the server stops meanwhile', async () => {
    const size = 'much text of every kind'
    const [, body] = (await readSlowly(size, '1.0', () => server.stop())).split('\r\n\r\n')
    expect(body?.length).toBe(texts[size].length)
  })

  it('to who hangs up in the middle leaves the server as it was', async () => {
    for (let n = 0; n < 20; n++) {
      const response = await fetch(urlOf('much text of every kind'))
      await response.body?.cancel()
    }
    expect(await (await fetch(urlOf('small'))).text()).toBe('a')
  })
})
