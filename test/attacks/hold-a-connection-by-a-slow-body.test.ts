// Test lanes: slow

import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startStage } from '../e2e/stage.ts'
import { callback, createAgent } from '../oauth/agent.ts'

/** Sends the head and the beginning of a body, and no more. Resolves with all that is answered, once the connection is closed. */
const send = async (gatewayUrl: string, request: string, headers: readonly string[], body = '{'): Promise<string> => {
  const { host, hostname, port } = new URL(gatewayUrl)
  const head = [`${request} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const socket = connect({ port: Number(port), host: hostname }, () => socket.write(head + body))
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('close', () => resolve())
  await closed
  return received
}

const sendSlowly = (gatewayUrl: string, path: string, type: string) =>
  send(gatewayUrl, `POST ${path}`, [`Content-Type: ${type}`, 'Content-Length: 100'])

const form = 'application/x-www-form-urlencoded'
const ofJson = ['Content-Type: application/json']
const ofLength = (bytes: number) => `Content-Length: ${bytes}`

test('a body that does not come is answered 408 after 10 s, its connection is closed, and it was counted', async () => {
  const stage = await startStage({ env: { REGISTRATIONS_PER_HOUR: '1' } })
  onTestFinished(() => stage.stop())
  const answers = await Promise.all([
    sendSlowly(stage.url, '/oauth/register', 'application/json'),
    sendSlowly(stage.url, '/oauth/token', form),
    sendSlowly(stage.url, '/oauth/revoke', form),
    sendSlowly(stage.url, '/oauth/authorize', form),
  ])
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain('invalid_request')
    expect(answer).toContain('The body took longer than 10 s')
  }
  const second = await createAgent(stage.url).post('/oauth/register', { redirect_uris: [callback] })
  expect(second.status).toBe(429)
})

test('a body that is refused before its end does not keep its connection open either', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  const ofForm = `Content-Type: ${form}`
  const chunk = `9000\r\n${'x'.repeat(0x9000)}\r\n`
  const refusals: readonly [status: number, request: string, headers: string[], body?: string][] = [
    [400, 'POST /oauth/token', ['Content-Type: text/plain', ofLength(100)]],
    [400, 'POST /oauth/token', [ofForm, ofLength(100), 'Content-Encoding: gzip']],
    [413, 'POST /oauth/revoke', [ofForm, ofLength(1_000_000)]],
    [413, 'POST /oauth/token', [ofForm, 'Transfer-Encoding: chunked'], chunk],
    [413, 'POST /oauth/register', ['Content-Type: application/json', ofLength(1_000_000)]],
    [400, 'GET /oauth/authorize', [ofLength(100)]],
  ]
  for (const [status, ...request] of refusals) {
    expect([request[0], await send(stage.url, ...request)]).toEqual([
      request[0],
      expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} [^]*^connection: close\\r$`, 'im')),
    ])
  }
})

test('whatever a stranger sends the beginning of a body to, the answer closes the connection', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  const targets = [
    ...stage.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, 'acme').replace('*', 'x')}`),
    'POST /api/v1/acme/hubspot',
    'POST /no/such/route',
    'DELETE /mcp',
    'OPTIONS /mcp',
  ]
  // One after the other, each would wait for its 10 s.
  const answers = await Promise.all(targets.map((target) => send(stage.url, target, [...ofJson, ofLength(100)])))
  expect(targets.filter((_target, n) => !/^connection: close\r$/im.test(answers[n] ?? ''))).toEqual([])
})

test('nor does a body that is not read keep the connection of a caller or an administrator open', async () => {
  const stage = await startStage({ env: { REQUEST_TIMEOUT_MS: '1000' } })
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  const asCaller = `Authorization: Bearer ${tokenOf('acme')}`
  const asAdmin = `X-Admin-Key: ${stage.adminKey}`
  const requests: readonly [status: number, request: string, headers: string[]][] = [
    [201, 'POST /admin/session', [...ofJson, ofLength(100), asAdmin]],
    [200, 'GET /admin/tenants', [...ofJson, ofLength(100), asAdmin]],
    [400, 'PUT /admin/tenants/acme', ['Content-Type: text/plain', ofLength(100), asAdmin]],
    [413, 'PUT /admin/tenants/acme', [...ofJson, ofLength(100_000_000), asAdmin]],
    [413, 'POST /api/v1/acme/hubspot', [...ofJson, ofLength(100_000_000), asCaller]],
    [404, 'POST /api/v1/acme/slack', [...ofJson, ofLength(100), asCaller]],
    [504, 'POST /api/v1/acme/hubspot', [...ofJson, ofLength(100), asCaller]],
    [504, 'POST /mcp', [...ofJson, ofLength(100), asCaller]],
  ]
  const answers = await Promise.all(requests.map(([, ...request]) => send(stage.url, ...request)))
  expect(answers.map((answer) => Number(answer.split(' ')[1]))).toEqual(requests.map(([status]) => status))
  for (const answer of answers) expect(answer).toMatch(/^connection: close\r$/im)
})

test('a body that is all there leaves the connection open for the next request, whether it was read or not', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  const asCaller = { authorization: `Bearer ${tokenOf('acme')}`, 'content-type': 'application/json' }
  const bodies: [status: number, body: string, headers: Record<string, string>][] = [
    [400, '{"action":"search"}', asCaller],
    [401, '{"action":"search"}', {}],
    [413, ' '.repeat(2_000_000), asCaller],
  ]
  for (const [status, body, headers] of bodies) {
    const answer = await fetch(`${stage.url}/api/v1/acme/hubspot`, { method: 'POST', body, headers })
    expect([answer.status, answer.headers.get('connection')]).toEqual([status, null])
  }
})
