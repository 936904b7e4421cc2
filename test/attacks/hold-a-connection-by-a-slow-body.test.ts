// Test lanes: slow

import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
}, 40_000)

test('a body that is refused before its end does not keep its connection open either', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  const ofForm = `Content-Type: ${form}`
  const ofLength = (bytes: number) => `Content-Length: ${bytes}`
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
}, 40_000)

test('a body that the admin interface does not read does not keep its connection open', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  const rest = ['Content-Type: application/json', 'Content-Length: 100']
  for (const [status, headers] of [
    [201, [...rest, `X-Admin-Key: ${stage.adminKey}`]],
    [401, rest],
  ] as const) {
    const answer = await send(stage.url, 'POST /admin/session', headers)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
  }
}, 40_000)
