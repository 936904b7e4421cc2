import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import { describe, expect, test } from 'vitest'
import { createOriginCheck } from './origins.ts'

const local = { host: '127.0.0.1', baseUrl: null, allowedOrigins: [] }
const published = { host: '0.0.0.0', baseUrl: 'https://gateway.example.com', allowedOrigins: ['https://app.example'] }

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof GatewayError ? `${error.status} ${error.code}` : String(error)
  }
  return 'let in'
}

describe('Host', () => {
  test.each([
    [local, 'localhost:3000', 'let in'],
    [local, 'LOCALHOST', 'let in'],
    [local, '127.0.0.1:3000', 'let in'],
    [local, '127.8.9.10', 'let in'],
    [local, '[::1]:3000', 'let in'],
    [local, 'gateway.localhost', 'let in'],
    [local, null, 'let in'],
    [local, 'evil.example:3000', '403 FORBIDDEN'],
    [local, 'localhost.evil.example', '403 FORBIDDEN'],
    [local, '127.0.0.1.nip.io', '403 FORBIDDEN'],
    [local, 'localhost@evil.example', '403 FORBIDDEN'],
    [local, '10.0.0.1', '403 FORBIDDEN'],
    [local, '', '403 FORBIDDEN'],
    [{ ...published, host: '::1' }, 'gateway.example.com', 'let in'],
    [{ ...published, host: 'localhost' }, 'other.example.com', '403 FORBIDDEN'],
    [published, 'whatever.example', 'let in'],
  ])('%j called as %s: %s', (configuration, host, want) => {
    expect(codeOf(() => createOriginCheck(configuration).checkHost(host))).toBe(want)
  })

  test('that is refused is told of the variable that would let it in', () => {
    expect(() => createOriginCheck(local).checkHost('gateway.example.com')).toThrow('BASE_URL')
  })
})

describe('Origin', () => {
  test.each([
    [local, 'http://localhost:5173', 'let in'],
    [local, 'http://127.0.0.1:6274', 'let in'],
    [local, 'https://[::1]', 'let in'],
    [local, 'http://localhost.evil.example', '403 FORBIDDEN'],
    [local, 'http://localhost:5173/', '403 FORBIDDEN'],
    [local, 'http://evil.example', '403 FORBIDDEN'],
    [local, 'null', '403 FORBIDDEN'],
    [local, '', '403 FORBIDDEN'],
    [{ ...local, baseUrl: 'http://localhost:3000' }, 'http://localhost:5173', 'let in'],
    [published, 'https://gateway.example.com', 'let in'],
    [published, 'https://app.example', 'let in'],
    [published, 'http://app.example', '403 FORBIDDEN'],
    [published, 'https://app.example:8443', '403 FORBIDDEN'],
    [published, 'https://sub.app.example', '403 FORBIDDEN'],
    [published, 'http://localhost:5173', '403 FORBIDDEN'],
    [{ ...published, allowedOrigins: ['*'] }, 'https://anything.example', 'let in'],
  ])('%j, request of %s: %s', (configuration, origin, want) => {
    expect(codeOf(() => createOriginCheck(configuration).corsHeaders(origin))).toBe(want)
    expect(codeOf(() => createOriginCheck(configuration).preflightHeaders(origin))).toBe(want)
  })

  test('an allowed one is named in the answer, and caches are told so', () => {
    expect(createOriginCheck(published).corsHeaders('https://app.example')).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      vary: 'Origin',
    })
  })

  test('a preflight names authorization, which no wildcard covers, and never credentials', () => {
    const headers = createOriginCheck(published).preflightHeaders('https://app.example')
    expect(headers['access-control-allow-headers']).toContain('authorization')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('a request without one, by no browser, gets no CORS headers', () => {
    expect(createOriginCheck(published).corsHeaders(null)).toBeUndefined()
  })
})

describe('a preflight', () => {
  /** Folders that answer pages of other origins: calls, MCP, files, sign-in of clients, and the listener in front of them. */
  const folders = ['rest', 'mcp', 'files', 'oauth', 'http']
  const server = join(import.meta.dirname, '..')
  const literal = /(?:request\.)?headers\.(?:get|has)\('([\w-]+)'\)/g
  const named = /headers\.(?:get|has)\(([a-z]\w*)\)/g

  /** The headers of requests that a file reads by their name, or by a constant of the file. */
  const readNames = (source: string): string[] => [
    ...[...source.matchAll(literal)].map(([, name = '']) => name),
    ...[...source.matchAll(named)].flatMap(([, constant = '']) => {
      const [, name] = new RegExp(`const ${constant} = '([\\w-]+)'`).exec(source) ?? []
      return name === undefined ? [] : [name]
    }),
  ]

  /** Headers that browsers and proxies set themselves, that only our own pages send, or that are read from answers. */
  const notOfPages =
    /^(host|origin|cookie|content-length|transfer-encoding|accept-encoding|x-forwarded-for|sec-.*|if-none-match|set-cookie)$/

  test('allows each header that the code behind it reads', () => {
    const sources = folders.flatMap((folder) =>
      [...new Bun.Glob(`${folder}/**/*.ts`).scanSync(server)]
        .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
        .map((path) => readFileSync(join(server, path), 'utf8')),
    )
    const names = new Set(sources.flatMap(readNames).filter((name) => !notOfPages.test(name)))
    // Enough to see that the reading itself still works.
    for (const name of ['authorization', 'idempotency-key', 'mcp-session-id', 'prefer', 'x-file-name'])
      expect(names).toContain(name)
    const allowed = createOriginCheck(published).preflightHeaders('https://app.example')['access-control-allow-headers']
    // Headers that the MCP library and the tracing library read.
    const ofLibraries = ['last-event-id', 'mcp-protocol-version', 'traceparent', 'tracestate', 'baggage']
    for (const name of [...names, ...ofLibraries]) expect(allowed?.split(', ')).toContain(name)
  })
})
