import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { callback, createAgent } from '../oauth/agent.ts'

/** Sends the head and a first byte of a body, and no more. Resolves with all that is answered, once the connection is closed. */
const sendSlowly = async (gatewayUrl: string, path: string, type: string): Promise<string> => {
  const { host, hostname, port } = new URL(gatewayUrl)
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n`
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const socket = connect({ port: Number(port), host: hostname }, () => socket.write(`${head}{`))
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('close', () => resolve())
  await closed
  return received
}

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
