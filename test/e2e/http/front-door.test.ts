// Test lanes: slow

import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient, tokenOf } from '../../client.ts'
import { freePort } from '../../free-port.ts'
import { rawRequest } from '../raw-request.ts'
import { type Stage, type StageProcess, searchFor, startStage, startStageProcess } from '../stage.ts'

let stage: Stage
const start = async (scene?: Parameters<typeof startStage>[0]): Promise<void> => {
  const started = await startStage(scene)
  onTestFinished(started.stop)
  stage = started
}
const startProcess = async (env: Readonly<Record<string, string>>): Promise<StageProcess> => {
  const started = await startStageProcess({ env })
  onTestFinished(started.stop)
  return started
}

const search = searchFor('ada@example.com')
const callFrom = (forwarded: string) =>
  stage.call('acme', 'hubspot', search, { headers: { 'x-forwarded-for': forwarded } })

/** The address that the audit log holds for the newest call. */
const lastIp = async (): Promise<string> =>
  (await stage.admin('GET', '/admin/audit?source=rest&limit=1')).body.entries[0].ip

describe("a client's address", () => {
  test('is the socket’s, whatever X-Forwarded-For says, where no proxy is trusted', async () => {
    await start({ env: { CALLS_PER_MINUTE: '2' } })
    await stage.ready('acme')
    const answers = [await callFrom('203.0.113.1'), await callFrom('203.0.113.2'), await callFrom('203.0.113.3')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(await lastIp()).toBe('127.0.0.1')
  })

  test('is the right-most untrusted one of X-Forwarded-For behind trusted proxies, and each has its own limit', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8', CALLS_PER_MINUTE: '1' }
    await start({ env })
    await stage.ready('acme')
    const seen: [string, number, string][] = []
    for (const forwarded of ['203.0.113.1', '203.0.113.2', '203.0.113.1', '198.51.100.9, 203.0.113.3, 10.1.2.3']) {
      const { status } = await callFrom(forwarded)
      if (status === 200) seen.push([forwarded, status, await lastIp()])
      else seen.push([forwarded, status, ''])
    }
    expect(seen).toEqual([
      ['203.0.113.1', 200, '203.0.113.1'],
      ['203.0.113.2', 200, '203.0.113.2'],
      ['203.0.113.1', 429, ''],
      ['198.51.100.9, 203.0.113.3, 10.1.2.3', 200, '203.0.113.3'],
    ])
  })

  test('of IPv6 is counted by its /64', async () => {
    await start({ env: { TRUSTED_PROXIES: '127.0.0.1', CALLS_PER_MINUTE: '1' } })
    await stage.ready('acme')
    const from = async (address: string) => (await callFrom(address)).status
    expect([await from('2001:db8:0:1::1'), await from('2001:db8:0:1::2'), await from('2001:db8:0:2::1')]).toEqual([
      200, 429, 200,
    ])
  })
})

describe('a browser', () => {
  const preflight = (origin: string) =>
    stage.send('OPTIONS', '/api/v1/acme/hubspot', {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    })

  test('on this machine may call after a preflight, and reads the headers that matter', async () => {
    await start()
    await stage.ready('acme')
    const origin = 'http://localhost:5173'
    const asked = await preflight(origin)
    expect(asked.status).toBe(204)
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringMatching(/authorization.*content-type/),
      vary: 'Origin',
    })
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await stage.call('acme', 'hubspot', search, { headers: { origin } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(answer.headers.get('access-control-expose-headers')).toMatch(
      /x-request-id.*retry-after.*ratelimit.*location/,
    )
  })

  test('reads an error as well', async () => {
    await start()
    const { status, headers } = await stage.send(
      'POST',
      '/api/v1/acme/hubspot',
      { origin: 'http://localhost:5173' },
      {},
    )
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, 'http://localhost:5173'])
  })

  test('from elsewhere is FORBIDDEN, at the preflight and at the call, and reaches no provider', async () => {
    await start()
    await stage.ready('acme')
    const answers = [
      await preflight('https://evil.example'),
      await stage.call('acme', 'hubspot', search, { headers: { origin: 'https://evil.example' } }),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(stage.hubspot.requests).toEqual([])
  })

  test('from an origin of ALLOWED_ORIGINS is let in, from its neighbour not', async () => {
    await start({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } })
    expect((await preflight('https://app.example.com')).status).toBe(204)
    expect((await preflight('https://app.example.com.evil.example')).status).toBe(403)
  })

  test('gets no leave for the admin interface', async () => {
    await start()
    const { headers } = await stage.send('OPTIONS', '/admin/tenants', { origin: 'http://localhost:5173' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-headers')).toBeNull()
  })
})

describe('the Host header', () => {
  const statusFor = async (host: string): Promise<number> =>
    (await rawRequest(stage.url, `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status

  test('must name this machine while the server is bound to loopback (DNS rebinding)', async () => {
    await start()
    const hosts = ['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'rebound.example', '192.168.1.7']
    expect(await Promise.all(hosts.map(statusFor))).toEqual([200, 200, 200, 200, 403, 403])
  })

  test('may be the name in BASE_URL', async () => {
    const port = freePort()
    const server = await startProcess({ BASE_URL: 'https://gateway.example.com', PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    const answers = await Promise.all(
      ['gateway.example.com', 'other.example.com'].map((host) =>
        rawRequest(url, `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
      ),
    )
    expect(server.output.stdout).toContain('listens on https://gateway.example.com')
    expect(answers.map(({ status }) => status)).toEqual([200, 403])
    expect(answers[0]?.headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
  })

  test('may be any while the server listens to the network', async () => {
    await start({ env: { HOST: '0.0.0.0' } })
    expect(await statusFor('gateway.internal')).toBe(200)
  })

  test('that is none, or left out as HTTP/1.0 may, is not an error inside', async () => {
    await start({ env: { HOST: '0.0.0.0' } })
    const heads = ['1.1\r\nHost: [', '1.1\r\nHost: a b', '1.1\r\nHost:', '1.1\r\nHost: x:99999', '1.0']
    const answers = heads.flatMap((head) =>
      ['/oauth/authorize?client_id=x', '/nothing', '/health'].map(async (path) => {
        const { status } = await rawRequest(stage.url, `GET ${path} HTTP/${head}\r\n\r\n`)
        return [head, path, status]
      }),
    )
    expect((await Promise.all(answers)).filter(([, , status]) => Number(status) >= 500)).toEqual([])
    const { status } = await rawRequest(stage.url, 'GET /health HTTP/1.0\r\n\r\n')
    expect(status).toBe(200)
  })
})

describe('the request id', () => {
  test('of a caller is kept, and stands in the answer, the log and the audit log', async () => {
    const server = await startProcess({ LOG_LEVEL: 'info' })
    await server.ready('acme')
    const id = 'trace-7.of_A'
    const { headers } = await server.call('acme', 'hubspot', search, { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toBe(id)
    expect((await server.admin('GET', '/admin/audit?source=rest')).body.entries[0].request_id).toBe(id)
    await server.end('SIGTERM')
    const line = server.output.stdout.split('\n').find((each) => each.includes(id)) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      route: '/api/v1/:tenant/:domain',
      status: 200,
      request_id: id,
      tenant: 'acme',
      action: 'search',
      key: 'hubspot/main',
      cache: 'MISS',
    })
  })

  test('is replaced where it is none', async () => {
    await start()
    for (const id of ['a b', 'a,b', 'é', 'x'.repeat(129), '<script>', '../..', '']) {
      const { headers } = await stage.send('GET', '/health', { 'x-request-id': id })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('a body', () => {
  test('of MAX_BODY_BYTES is read, one of a byte more is PAYLOAD_TOO_LARGE', async () => {
    await start({ env: { MAX_BODY_BYTES: '2000' } })
    await stage.ready('acme')
    const text = JSON.stringify(search)
    const statuses = [2000, 2001].map((size) => stage.call('acme', 'hubspot', text.padEnd(size)))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 413])
  })

  test('that breaks off is the caller’s hang-up wherever it was sent to, and no error inside', async () => {
    const server = await startProcess({ LOG_LEVEL: 'info' })
    await server.ready('acme')
    const { hostname, port } = new URL(server.url)
    const paths = ['/oauth/register', '/oauth/token', '/oauth/authorize', '/mcp', '/admin/auth', '/api/v1/acme/hubspot']
    for (const path of paths) {
      const form = path === '/oauth/token' || path === '/oauth/authorize'
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Content-Type: application/${form ? 'x-www-form-urlencoded' : 'json'}`,
        `Authorization: Bearer ${tokenOf('acme')}`,
        `X-Admin-Key: ${server.adminKey}`,
        'Content-Length: 1000',
        '',
        '{"a":',
      ].join('\r\n')
      const socket = connect({ port: Number(port), host: hostname }, () => socket.write(head, () => socket.end()))
      socket.on('error', () => {})
    }
    const ended = (): [route: string, status: number][] =>
      server.output.stdout
        .split('\n')
        .filter((line) => line.includes('"method":"POST"') && !line.includes('"status":2'))
        .map((line) => JSON.parse(line))
        .map(({ route, status }) => [route, status])
    await expect.poll(ended).toHaveLength(paths.length)
    expect(ended().filter(([, status]) => status !== 499)).toEqual([])
    expect(server.output.stdout).not.toContain('"level":"error"')
  })

  test('of a mebibyte is read as shipped', async () => {
    // Its own process: the connection of a body that was refused while it came would keep this one's gateway from stopping.
    const server = await startProcess({})
    await server.ready('acme')
    const text = JSON.stringify(search)
    const answers = [1_048_576, 1_048_577].map((size) => server.call('acme', 'hubspot', text.padEnd(size)))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 413])
  })
})

test('HEAD answers as GET does, without a body', async () => {
  await start()
  const { status, text } = await createClient(stage.url, '').send('HEAD', '/health', {})
  expect([status, text]).toEqual([200, ''])
})
