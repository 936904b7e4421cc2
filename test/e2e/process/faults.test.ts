// Test lanes: slow

import { expect, onTestFinished, test } from 'vitest'
import { answer, hold, startScripted } from '../../providers/scripted.ts'
import { startServerProcess } from '../../server-process.ts'

const preload = `${import.meta.dirname}/plant-faults.ts`

const startFaulty = async (hasFaults = true) => {
  const answering = Promise.withResolvers<void>()
  const upstream = await startScripted(hold(answering.promise, answer(200, { id: '1', properties: {} })))
  const PROVIDER_ORIGINS = JSON.stringify({ hubspot: upstream.origin })
  const server = await startServerProcess({ preload, hasFaults, env: { PROVIDER_ORIGINS } })
  onTestFinished(async () => {
    await server.stop().catch(() => undefined)
    await upstream.stop()
  })
  await server.seed('acme', { hubspot: 'token' })
  const body = { action: 'get', object_type: 'contacts', object_id: '1' }
  return { server, upstream, answering, call: () => server.call('acme', 'hubspot', body) }
}

test('a rejection that nobody handles is logged with its stack and counted, and the gateway goes on', async () => {
  const { server, answering, call } = await startFaulty()
  server.child.kill('SIGWINCH')
  await expect.poll(() => server.output.stdout).toContain('a promise was rejected and nobody handled that')
  expect(server.output.stdout).toMatch(/"stack":"Error: a planted rejection\\n[^"]*plant-faults\.ts/)
  const { text } = await server.send('GET', '/metrics', {})
  expect(text).toMatch(/^patchbay_background_failures_total\{work="unhandled"\} 1$/m)
  answering.resolve()
  expect((await call()).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('an exception that nobody catches is logged, and ends the gateway once the calls under way are answered', async () => {
  const { server, upstream, answering, call } = await startFaulty()
  const called = call()
  await upstream.received(1)
  server.child.kill('SIGURG')
  await expect.poll(() => server.output.stdout).toContain('nobody caught an exception')
  expect(server.output.stdout).toMatch(/"stack":"Error: a planted exception/)
  answering.resolve()
  expect((await called).status).toBe(200)
  expect(await server.exited).toBe(1)
})

test('a test fails whose gateway had such a fault', async () => {
  const { server } = await startFaulty(false)
  server.child.kill('SIGWINCH')
  await expect.poll(() => server.output.stdout).toContain('a promise was rejected')
  await expect(server.stop()).rejects.toThrow('a planted rejection')
})
