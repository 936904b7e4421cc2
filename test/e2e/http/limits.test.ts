// Test lanes: both-stores, long-on-mongodb, slow

import { expect, onTestFinished, test } from 'vitest'
import { hold, answer as reply, startScripted } from '../../providers/scripted.ts'
import { startServerProcess } from '../../server-process.ts'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
const start = async (scene?: Parameters<typeof startStage>[0]): Promise<void> => {
  const started = await startStage(scene)
  onTestFinished(started.stop)
  stage = started
}

const search = searchFor('ada@example.com')

test('of 40 calls within a minute exactly 30 pass, the others are RATE_LIMITED 429 and say when to come back [7-rate-limited] [8-rate-limit]', async () => {
  await start({ env: { CALLS_PER_MINUTE: '' } })
  await stage.ready('acme')
  const answers = await Promise.all(Array.from({ length: 40 }, () => stage.call('acme', 'hubspot', search)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(refused).toHaveLength(10)
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'RATE_LIMITED', status: 429, retry_after: Number(headers.get('retry-after')) })
    expect(body.retry_after).toBeGreaterThan(0)
    expect(body.retry_after).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit')).toMatch(/^"calls";r=0;t=\d+$/)
    expect(headers.get('ratelimit-policy')).toBe('"calls";q=30;w=60')
  }
})

test('the answers before count down what is left', async () => {
  await start({ env: { CALLS_PER_MINUTE: '3' } })
  await stage.ready('acme')
  const left: (string | undefined)[] = []
  for (let n = 0; n < 3; n++) {
    const { headers } = await stage.call('acme', 'hubspot', search)
    left.push(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  expect(left).toEqual(['2', '1', '0'])
})

test('a call with a wrong token is counted by its address, and /health and /admin are not counted', async () => {
  await start({ env: { CALLS_PER_MINUTE: '1' } })
  await stage.ready('acme')
  await stage.call('acme', 'hubspot', search, { token: 'wrong' })
  expect((await stage.call('acme', 'hubspot', search)).status).toBe(429)
  expect((await stage.send('GET', '/health', {})).status).toBe(200)
  expect((await stage.admin('GET', '/admin/tenants/acme')).status).toBe(200)
})

test('after 10 failed admin keys or tenant tokens in a minute even a right one is 429, where it has not worked before', async () => {
  await start({ env: { FAILED_LOGINS_PER_MINUTE: '', TRUSTED_PROXIES: '127.0.0.1' } })
  await stage.ready('acme')
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const call = (token?: string) => stage.call('acme', 'hubspot', search, { headers, ...(token && { token }) })
  const admin = (key = {}) => stage.admin('GET', '/admin/tenants/acme', undefined, { ...headers, ...key })
  for (let n = 0; n < 10; n++) {
    expect((await call(`wrong-${n}`)).status).toBe(401)
    expect((await admin({ 'x-admin-key': `wrong-${n}` })).status).toBe(401)
  }
  for (const answer of [await call(), await admin()]) {
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a call that outlasts the deadline is TIMEOUT 504, and the provider is hung up on [7-timeout]', async () => {
  const slow = await startScripted(hold(new Promise(() => {}), reply(200, {})))
  await start({ env: { REQUEST_TIMEOUT_MS: '300' }, hubspotOrigin: slow.origin })
  await stage.ready('acme')
  const { status, body } = await stage.call('acme', 'hubspot', search)
  expect([status, body.code, body.status]).toEqual([504, 'TIMEOUT', 504])
  await slow.requests[0]?.hungUp
  await slow.stop()
})

test('the deadline is 30 seconds as shipped and can not be longer [8-duration]', async () => {
  const server = await startServerProcess({ env: { REQUEST_TIMEOUT_MS: '30001' } })
  onTestFinished(server.stop)
  expect(await server.exited).toBe(1)
  expect(server.output.stderr).toMatch(/REQUEST_TIMEOUT_MS was "30001"; allowed: .* 100 to 30000/)
  const help = Bun.spawnSync([process.execPath, 'server/main.ts', '--help'], { cwd: `${import.meta.dirname}/../../..` })
  expect(help.stdout.toString()).toMatch(/^REQUEST_TIMEOUT_MS +30000 /m)
})

test('a tenant token of 15 characters is refused, one of 16 registered [8-token-length]', async () => {
  await start()
  const register = (token: string) => stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token })
  const short = await register('x'.repeat(15))
  expect([short.status, short.body.code, short.body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', '/token'])
  expect((await register('a-token-of-16-ch')).status).toBe(201)
})
