import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { fixture } from '../../call-path/fixture-provider.ts'
import { domainOf } from '../../domain-of.ts'
import { onlyJobs, startTestGateway } from '../../gateway.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { startWebhookReceiver } from '../../providers/webhook-receiver.ts'

const cron = '23 4 29 2 *'
const receiver = startWebhookReceiver()
const auth = startAuthorizationServer()
const gateway = await startTestGateway({
  domains: [domainOf(fixture)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ fixture: auth.origin }),
    ALLOWED_PRIVATE_HOSTS: receiver.host,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
    WEBHOOK_CHANGES: 'on',
    CRONS: onlyJobs({ suggestions: cron, webhooks: cron }),
  },
})
afterAll(async () => {
  await gateway.stop()
  await receiver.stop()
  await auth.stop()
})

const ofType = (wanted: string) => receiver.received.filter(({ type }) => type === wanted)
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

describe('webhooks', () => {
  it('tell that an account needs somebody to connect it again, once', async () => {
    await gateway.seed('acme', { fixture: 'a-token' })
    const account = { tenant_id: 'acme', provider: 'fixture', account_id: 'main' }
    await gateway.admin('PUT', '/admin/tokens/acme/fixture/main', { access_token: 'a-token', expires_at: inAnHour() })
    await gateway.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor('a-refresh-token-that-is-refused') })
    await gateway.admin('PUT', '/admin/tokens/acme/fixture/main', { access_token: 'a-token', expires_at: 1 })
    for (let nth = 0; nth < 2; nth++) {
      const { body } = await gateway.call('acme', 'fixture', { action: 'get', id: '1' })
      expect(body.code).toBe('TOKEN_EXPIRED')
    }
    await expect.poll(() => ofType('account.needs_reauth')).toHaveLength(1)
    expect(ofType('account.needs_reauth')[0]?.data).toEqual({
      tenant: 'acme',
      provider: 'fixture',
      account: 'main',
      reason: 'refresh_refused',
      error: 'invalid_grant: as RFC 6749 has it',
      connect_id: null,
      metadata: {},
    })
  })

  it('tell that a provider rejects a credential, once, and that it works again', async () => {
    const { access_token } = auth.authorize()
    await gateway.seed('hooli', { fixture: access_token })
    const own = (type: string) =>
      ofType(type)
        .filter(({ data }) => data.tenant === 'hooli')
        .map(({ data }) => data)
    const call = async () => (await gateway.call('hooli', 'fixture', { action: 'get', id: '1' })).status
    const account = { tenant: 'hooli', provider: 'fixture', account: 'main', connect_id: null, metadata: {} }
    auth.revoke(access_token)
    expect([await call(), await call()]).toEqual([401, 401])
    const rejected = { ...account, reason: 'rejected', error: null }
    await expect.poll(() => own('account.needs_reauth')).toEqual([rejected])
    const { access_token: another } = auth.authorize()
    await gateway.admin('PUT', '/admin/tokens/hooli/fixture/main', { access_token: another })
    await expect.poll(() => own('account.recovered')).toEqual([account])
    expect(await call()).toBe(200)
    auth.revoke(another)
    await call()
    await expect.poll(() => own('account.needs_reauth')).toEqual([rejected, rejected])
    await gateway.admin('PUT', '/admin/tokens/hooli/fixture/main', { access_token: auth.authorize().access_token })
    await gateway.admin('PUT', '/admin/tokens/hooli/fixture/main', { access_token: auth.authorize().access_token })
    await expect.poll(() => own('account.recovered')).toEqual([account, account])
  })

  it('tell what an administrator changed, in a sentence, with each value and no secret', async () => {
    const own = () => ofType('record.changed').filter(({ data }) => data.tenant === 'umbrella')
    const patched = () => own().filter(({ data }) => data.action === 'patch_tenant')
    await gateway.seed('umbrella', { fixture: 'a-secret-token' })
    await gateway.admin('PATCH', '/admin/tenants/umbrella', { options: { calls_per_minute: 600 } })
    await expect.poll(patched).toHaveLength(1)
    const [entry] = (await gateway.admin('GET', '/admin/changes?tenant=umbrella&limit=1')).body.changes
    const { id, at, tenant, action, key, by, text, changes } = entry
    expect(patched()[0]?.data).toEqual({ id, at, tenant, action, key, by, text, changes })
    expect(text).toContain('600 calls a minute')
    await expect.poll(() => own().map(({ data }) => data.action)).toContain('put_token')
    expect(JSON.stringify(own())).not.toContain('a-secret-token')
    await gateway.admin('GET', '/admin/tenants/umbrella')
    expect((await gateway.admin('PATCH', '/admin/tenants/umbrella', { options: 7 })).status).toBe(400)
    expect(patched()).toHaveLength(1)
  })

  it('tell no change of an administrator unless they are asked to', async () => {
    const other = startWebhookReceiver()
    const { url: WEBHOOK_URL, secret: WEBHOOK_SECRET, host: ALLOWED_PRIVATE_HOSTS } = other
    const quiet = await startTestGateway({ env: { WEBHOOK_URL, WEBHOOK_SECRET, ALLOWED_PRIVATE_HOSTS } })
    onTestFinished(async () => {
      await quiet.stop()
      await other.stop()
    })
    await quiet.seed('acme', { hubspot: 'a-token' })
    await quiet.admin('POST', '/admin/webhooks/test')
    await expect.poll(() => other.received.map(({ type }) => type)).toEqual(['webhook.test'])
  })

  it('tell that a month’s quota is used up, once', async () => {
    await gateway.seed('globex', { fixture: auth.authorize().access_token })
    const billing = { plan: 'free', currency: 'USD', included_calls: 0, price_per_call: '0' }
    await gateway.admin('PUT', '/admin/billing/globex', { ...billing, monthly_limit: 1, hard_limit: true })
    const codes: unknown[] = []
    for (let nth = 0; nth < 3; nth++)
      codes.push((await gateway.call('globex', 'fixture', { action: 'get', id: '1' })).body.code)
    expect(codes).toEqual([undefined, 'RATE_LIMITED', 'RATE_LIMITED'])
    await expect.poll(() => ofType('quota.reached')).toHaveLength(1)
    const month = new Date().toISOString().slice(0, 7)
    expect(ofType('quota.reached')[0]?.data).toEqual({ tenant: 'globex', month, monthly_limit: 1 })
  })

  it('tell of each new suggestion, with its evidence', async () => {
    await gateway.seed('initech', { fixture: 'x' })
    const lapsing = inAnHour() + 24 * 3600
    await gateway.admin('PUT', '/admin/tokens/initech/fixture/main', { access_token: 'x', expires_at: lapsing })
    for (let nth = 0; nth < 2; nth++) await gateway.admin('POST', '/admin/run-cron', { cron })
    const own = () =>
      ofType('suggestion.opened').filter(({ data }) => data.tenant === 'initech' && data.kind === 'token-lapses')
    await expect.poll(own).toHaveLength(1)
    expect(own()[0]?.data).toMatchObject({
      evidence: '/admin/tokens/initech/fixture/main',
      detail: expect.stringContaining('Next: store a credential with PUT /admin/tokens/initech/fixture/main'),
      next: { route: 'put_token', params: { tenant: 'initech', provider: 'fixture', account: 'main' } },
    })
  })

  it('that fail are listed with the reason, tried again on demand, and dropped', async () => {
    receiver.answer([500])
    const test = await gateway.admin('POST', '/admin/webhooks/test')
    expect(test.body).toEqual({ delivered: false, error: 'the receiver answered 500' })
    const { events } = (await gateway.admin('GET', '/admin/webhooks?status=waiting')).body
    expect(events).toMatchObject([{ type: 'webhook.test', failures: 1, error: 'the receiver answered 500' }])
    const path = `/admin/webhooks/${events[0].id}`
    expect((await gateway.admin('POST', `${path}/retry`)).body.delivered).toBe(false)
    receiver.answer([204])
    expect((await gateway.admin('POST', `${path}/retry`)).body).toEqual({ delivered: true, error: null })
    expect((await gateway.admin('GET', '/admin/webhooks')).body.events).toEqual([])
    expect([
      (await gateway.admin('POST', `${path}/retry`)).status,
      (await gateway.admin('DELETE', path)).status,
    ]).toEqual([404, 404])
    receiver.answer([410])
    await gateway.admin('POST', '/admin/webhooks/test')
    const dead = (await gateway.admin('GET', '/admin/webhooks?status=dead')).body.events
    expect(dead).toMatchObject([{ status: 'dead', next_at: null }])
    expect((await gateway.admin('DELETE', `/admin/webhooks/${dead[0].id}`)).status).toBe(204)
  })

  it('are for administrators alone', async () => {
    for (const [method, path] of [
      ['GET', '/admin/webhooks'],
      ['POST', '/admin/webhooks/test'],
      ['POST', '/admin/webhooks/msg_1/retry'],
      ['DELETE', '/admin/webhooks/msg_1'],
    ] as const) {
      expect((await gateway.send(method, path, {})).status).toBe(401)
    }
  })
})
