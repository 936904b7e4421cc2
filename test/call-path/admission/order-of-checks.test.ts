import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const keyless = variant('keyless', {})
const stale = variant('stale', {})
const twice = variant('twice', {})
const providers = [fixture, keyless, stale, twice]

const env = { MAX_BODY_BYTES: '1024' }
const { gateway, upstream } = await startFixture({ providers, env })
const busy = await startFixture({ env: { ...env, CALLS_PER_MINUTE: '1' } })

const one = { accounts: [{ id: 'main', label: 'Main' }] }
const two = { accounts: [...one.accounts, { id: 'other', label: 'Other' }], default: 'other' }

beforeAll(async () => {
  upstream.play(answer(418, { fault: { words: 'a teapot' } }))
  const put = async (id: string, tenant: object) => {
    expect((await gateway.admin('PUT', `/admin/tenants/${id}`, { name: id, status: 'active', ...tenant })).status).toBe(
      201,
    )
  }
  const register = (id: string) => gateway.admin('POST', '/admin/auth', { tenant_id: id, token: tokenOf(id) })
  await register('ghost')
  await put('asleep', { status: 'suspended', providers: {} })
  await register('asleep')
  await put('many', { providers: { fixture: one, keyless: one, stale: one, twice: two } })
  await register('many')
  const expired = { access_token: 'gone', expires_at: 1_600_000_000 }
  await gateway.admin('PUT', '/admin/tokens/many/stale/main', expired)
  await gateway.admin('PUT', '/admin/tokens/many/fixture/main', { access_token: 'alive' })
})

const wrong = { token: 'not-a-token-of-anyone' }
const raw = { action: 'raw', method: 'GET', path: '/../up' }
const over = { action: 'get', id: 'x'.repeat(2000) }

/** Each request has the fault it is named after, and as many of those below it as one request can have. */
const faults: [
  fault: string,
  tenant: string,
  domain: string,
  body: object,
  token: object,
  code: string,
  at?: string,
][] = [
  ['a body over the limit', 'nobody', 'nothing', over, wrong, 'PAYLOAD_TOO_LARGE'],
  ['a wrong token', 'nobody', 'nothing', { action: 1 }, wrong, 'AUTH_FAILED'],
  ['a tenant without configuration', 'ghost', 'nothing', { action: 1 }, {}, 'TENANT_NOT_FOUND'],
  ['a suspended tenant', 'asleep', 'nothing', { action: 1 }, {}, 'TENANT_SUSPENDED'],
  ['an unknown domain', 'many', 'nothing', { action: 1 }, {}, 'CONFIG_MISSING'],
  ['an unknown action', 'many', 'twice', { action: 'gte', account_id: 'no', x: 1 }, {}, 'VALIDATION_ERROR', '/action'],
  ['a wrong parameter', 'many', 'twice', { action: 'get', id: 1, account_id: 'no' }, {}, 'VALIDATION_ERROR', '/id'],
  ['an unknown account', 'many', 'twice', { ...raw, account_id: 'no' }, {}, 'VALIDATION_ERROR', '/account_id'],
  ['no account chosen of two', 'many', 'twice', raw, {}, 'VALIDATION_ERROR', '/account_id'],
  ['a raw path that climbs', 'many', 'keyless', raw, {}, 'VALIDATION_ERROR', '/path'],
  ['a parameter that is not a path', 'many', 'keyless', { action: 'get', id: '..' }, {}, 'VALIDATION_ERROR', '/id'],
  ['raw requests switched off', 'many', 'keyless', { ...raw, path: '/up' }, {}, 'VALIDATION_ERROR', '/action'],
  ['no credential', 'many', 'keyless', { action: 'get', id: '1' }, {}, 'TOKEN_MISSING'],
  ['an expired credential', 'many', 'stale', { action: 'get', id: '1' }, {}, 'TOKEN_EXPIRED'],
  ['an error of the provider', 'many', 'fixture', { action: 'get', id: '1' }, {}, 'UPSTREAM_ERROR'],
]

describe('of all that is wrong with a call, the first step that finds something answers', () => {
  it.each(faults)('%s (%s/%s)', async (_fault, tenant, domain, body, token, code, at) => {
    const answered = await gateway.call(tenant, domain, body, token)
    expect(answered.body).toMatchObject({ code, status: answered.status })
    expect(answered.body.details?.[0]?.path).toBe(at)
  })

  it('a caller over its limit hears of that before anything else, but for a body that is too large', async () => {
    await busy.gateway.call('acme', 'fixture', { action: 'get', id: '1' })
    const limited = await busy.gateway.call('nobody', 'nothing', { action: 1 }, wrong)
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED'])
    const large = await busy.gateway.call('nobody', 'nothing', over, wrong)
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
