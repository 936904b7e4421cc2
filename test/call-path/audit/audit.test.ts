// Test lanes: both-stores, long-on-mongodb

import { rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import { startGateway } from '../../../server/gateway.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { createClient, tokenOf } from '../../client.ts'
import { domainOf } from '../../domain-of.ts'
import { temporaryFolder, testEnvironment } from '../../gateway.ts'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture({ providers: [fixture, variant('spare', {})] })

const tokenId = (token: string) => Bun.CryptoHasher.hash('sha256', token, 'hex').slice(0, 12)

const get = { action: 'get', id: '1' }
const look = { action: 'look', id: 'audited' }

const rows: [what: string, domain: string, body: object, upstream: number, entry: object][] = [
  ['a call that worked', 'fixture', get, 200, { action: 'get', key: 'fixture/main', code: null, status: 200 }],
  [
    'a write that worked',
    'fixture',
    { action: 'create', name: 'x' },
    201,
    { action: 'create', code: null, status: 201 },
  ],
  ['a cached answer’s first call', 'fixture', look, 200, { action: 'look', code: null, status: 200 }],
  ['a cached answer', 'fixture', look, 500, { action: 'look', code: null, status: 200 }],
  [
    'a provider’s error',
    'fixture',
    get,
    403,
    { action: 'get', key: 'fixture/main', code: 'UPSTREAM_ERROR', status: 403 },
  ],
  ['an unknown domain', 'nothing', get, 200, { action: null, key: 'unknown', code: 'CONFIG_MISSING', status: 404 }],
  [
    'an unknown action',
    'fixture',
    { action: 'gte' },
    200,
    { action: null, key: 'fixture', code: 'VALIDATION_ERROR', status: 400 },
  ],
  ['a wrong parameter', 'fixture', { action: 'get' }, 200, { action: 'get', key: 'fixture', code: 'VALIDATION_ERROR' }],
  [
    'a body that is not JSON',
    'fixture',
    [],
    200,
    { action: null, key: 'fixture', code: 'VALIDATION_ERROR', status: 400 },
  ],
  [
    'an unknown account',
    'fixture',
    { ...get, account_id: 'x' },
    200,
    { action: 'get', key: 'fixture', code: 'VALIDATION_ERROR' },
  ],
]

describe('the audit log', () => {
  it.each(rows)('has %s', async (what, domain, body, status, entry) => {
    upstream.play(answer(status, {}))
    const id = what.replaceAll(/[^a-z]/g, '-')
    const answered = await gateway.call('acme', domain, body, { headers: { 'x-request-id': id } })
    const found = await audited()
    const refusal = domain === 'nothing' ? expect.any(String) : answered.body.error
    expect(found).toMatchObject({
      tenant: 'acme',
      source: 'rest',
      outcome: answered.body.success ? 'ok' : 'error',
      token_id: tokenId(tokenOf('acme')),
      request_id: id,
      ip: '127.0.0.1',
      count: 1,
      reason: answered.body.success ? null : refusal,
      ...entry,
    })
    expect(found.duration_ms).toBeGreaterThanOrEqual(0)
  })

  it('has calls of a tenant that is suspended, without a configuration or without a token', async () => {
    await gateway.seed('sad', { fixture: 'x' })
    await gateway.admin('DELETE', '/admin/tokens/sad/fixture/main')
    await gateway.call('sad', 'fixture', get)
    expect(await audited('sad')).toMatchObject({
      code: 'TOKEN_MISSING',
      status: 404,
      key: 'fixture/main',
      action: 'get',
    })
    await gateway.admin('PUT', '/admin/tenants/sad', { name: 'Sad', status: 'suspended', providers: {} })
    await gateway.call('sad', 'fixture', get)
    expect(await audited('sad')).toMatchObject({ code: 'TENANT_SUSPENDED', status: 403, key: null, action: null })
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'ghost', token: tokenOf('ghost') })
    await gateway.call('ghost', 'fixture', get)
    expect(await audited('ghost')).toMatchObject({ code: 'TENANT_NOT_FOUND', status: 404, tenant: 'ghost' })
  })

  it('holds no part of the name of an unknown domain', async () => {
    const { body } = await gateway.call('acme', 'x'.repeat(5000), get)
    expect(body.error).toContain('xxx')
    const entry = await audited()
    expect(entry).toMatchObject({ key: 'unknown', reason: expect.stringContaining('configured: fixture') })
    expect(JSON.stringify(entry)).not.toContain('xxx')
  })

  it('has why a call failed, without what the caller sent and without secrets, in at most 500 characters', async () => {
    const create = { action: 'create', name: 'Ada Lovelace' }
    const fail = async (words: string) => {
      upstream.play(answer(400, { fault: { words } }))
      const { body } = await gateway.call('acme', 'fixture', create)
      return { told: body.error, reason: (await audited()).reason }
    }
    const refused = await fail(`the name "Ada Lovelace" is taken (key ${secret})`)
    expect(refused.told).toContain('the name "Ada Lovelace" is taken (key [redacted])')
    expect(refused.reason).toBe(refused.told.replace('Ada Lovelace', '[redacted]'))
    expect((await fail('😀'.repeat(1000))).reason).toMatch(/^.{490,500}$/s)
  })
})

describe('calls that are refused before their caller is known', () => {
  it('become one entry for each address and code, with their count', async () => {
    const dataDir = temporaryFolder()
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const env = { ...testEnvironment(dataDir), CALLS_PER_MINUTE: '7', TRUSTED_PROXIES: '127.0.0.1' }
    const { configuration } = readConfiguration(env, ['fixture'])
    const refusing = await startGateway(configuration, [domainOf(fixture)])
    const client = createClient(refusing.url, '')
    const callFrom = (ip: string) =>
      client.call('acme', 'fixture', get, { token: 'nobody-has-this-one', headers: { 'x-forwarded-for': ip } })
    for (let i = 0; i < 10; i++) await callFrom('203.0.113.1')
    await callFrom('203.0.113.2')
    await refusing.stop()

    const { store } = await openStore(configuration)
    const entries = await store.audit.query({ limit: 100, source: 'rest' })
    await store.close()
    expect(entries.map(({ ip, code, status, count }) => [ip, code, status, count]).sort()).toEqual([
      ['203.0.113.1', 'AUTH_FAILED', 401, 7],
      ['203.0.113.1', 'RATE_LIMITED', 429, 3],
      ['203.0.113.2', 'AUTH_FAILED', 401, 1],
    ])
    for (const entry of entries) expect(entry).toMatchObject({ tenant: null, action: null, key: null, token_id: null })
  })
})
