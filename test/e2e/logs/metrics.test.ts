import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { onlyJobs, startTestGateway } from '../../gateway.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { startHubspot } from '../../providers/hubspot.ts'
import { searchFor } from '../stage.ts'

const retentionCron = '0 0 2 1 *'
const refreshCron = '0 0 1 1 *'
const hubspot = startHubspot({ tokens: ['a-working-token'] })

const start = (env: Readonly<Record<string, string>> = {}) =>
  startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
      CRONS: onlyJobs({ retention: retentionCron }),
      ...env,
    },
  })

let gateway: Awaited<ReturnType<typeof start>>
let guarded: typeof gateway
beforeAll(async () => {
  gateway = await start()
  guarded = await start({ METRICS_TOKEN: 'a-token-for-prometheus', FAILED_LOGINS_PER_MINUTE: '3' })
})
afterAll(async () => {
  await Promise.all([gateway.stop(), guarded.stop()])
  await hubspot.stop()
})

/** The samples by their text up to the value. */
const scrape = async (from: typeof gateway = gateway): Promise<Map<string, number>> => {
  const { text } = await from.send('GET', '/metrics', {})
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

describe('GET /metrics', () => {
  test('tells of calls, the cache, refusals, the store, tokens and jobs, and of the process', async () => {
    await gateway.seed('acme', { hubspot: 'a-working-token' })
    const search = () => gateway.call('acme', 'hubspot', searchFor('ada@example.com'))
    await search()
    await search()
    await gateway.call('acme', 'hubspot', { action: 'no_such_action' })
    await gateway.call('acme', 'no-such-provider', {})
    await gateway.call('acme', 'hubspot', {}, { token: 'an-unknown-bearer-token' })
    await gateway.admin('POST', '/admin/run-cron', { cron: retentionCron })

    const samples = await scrape()
    const wanted: readonly [string, number][] = [
      ['patchbay_calls_total{provider="hubspot",action="search",source="rest",code="OK"}', 2],
      ['patchbay_calls_total{provider="hubspot",action="",source="rest",code="VALIDATION_ERROR"}', 1],
      ['patchbay_calls_total{provider="",action="",source="rest",code="CONFIG_MISSING"}', 1],
      ['patchbay_call_duration_seconds_count{provider="hubspot"}', 3],
      ['patchbay_cache_total{provider="hubspot",cache="MISS"}', 1],
      ['patchbay_cache_total{provider="hubspot",cache="HIT"}', 1],
      ['patchbay_refused_total{source="rest",code="AUTH_FAILED"}', 1],
      ['patchbay_job_runs_total{job="retention",outcome="ok"}', 1],
      ['patchbay_store_up{part="configuration"}', 1],
      ['patchbay_provider_tokens{state="total"}', 1],
    ]
    for (const [name, value] of wanted) expect([name, samples.get(name)]).toEqual([name, value])
    expect(samples.get('patchbay_store_duration_seconds_count{port="effects",method="commit"}')).toBeGreaterThan(0)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('tells of refreshed tokens, of those that need a person, and of token endpoints that fail', async () => {
    const auth = startAuthorizationServer()
    const refreshing = await start({
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }),
      CRONS: onlyJobs({ 'refresh-tokens': refreshCron }),
    })
    onTestFinished(async () => {
      await refreshing.stop()
      await auth.stop()
    })
    const expired = async (tenant: string): Promise<void> => {
      const { access_token, refresh_token } = auth.authorize()
      await refreshing.seed(tenant, { hubspot: access_token })
      const account = { tenant_id: tenant, provider: 'hubspot', account_id: 'main' }
      await refreshing.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
      const token = { access_token, expires_at: Math.floor(Date.now() / 1000) - 60 }
      await refreshing.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, token)
    }
    const call = async (tenant: string) =>
      (await refreshing.call(tenant, 'hubspot', searchFor('ada@example.com'))).status
    const runJob = () => refreshing.admin('POST', '/admin/run-cron', { cron: refreshCron })
    const refreshes = async () =>
      Object.fromEntries([...(await scrape(refreshing))].filter(([name]) => name.includes('_token_refreshes_total{')))
    const named = (counts: Readonly<Record<string, number>>) =>
      Object.fromEntries(
        Object.entries(counts).map(([outcome, count]) => [
          `patchbay_token_refreshes_total{provider="hubspot",outcome="${outcome}"}`,
          count,
        ]),
      )
    const refuse = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    const fail = () => new Response('sorry', { status: 503 })

    await expired('called')
    expect(await call('called')).toBe(200)
    await expired('due')
    await runJob()
    expect(await refreshes()).toEqual(named({ ok: 2 }))

    await expired('refused')
    auth.say(refuse)
    expect(await call('refused')).toBe(401)
    await expired('refused-by-job')
    auth.say(refuse)
    await runJob()
    expect(await refreshes()).toEqual(named({ ok: 2, needs_reauth: 2 }))

    await expired('down')
    auth.say(fail)
    expect(await call('down')).toBe(502)
    await expired('down-for-job')
    auth.say(fail)
    await runJob()
    expect(await call('refused')).toBe(401)
    expect(await refreshes()).toEqual(named({ ok: 2, needs_reauth: 2, error: 2 }))
  })

  test('whatever callers send makes no label: the number of series stays', async () => {
    const before = (await scrape()).size
    for (let n = 0; n < 50; n++) {
      await gateway.call('acme', `provider-${n}`, {})
      await gateway.call('acme', 'hubspot', { action: `action_${n}` })
      await gateway.call(`tenant-${n}`, 'hubspot', {})
    }
    expect((await scrape()).size).toBe(before)
  })

  test('is text that Prometheus reads, and names no tenant', async () => {
    const { status, headers, text } = await gateway.send('GET', '/metrics', {})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).not.toMatch(/acme|a-working-token/)
  })

  test.each([['x-forwarded-for'], ['forwarded'], ['via']])(
    'without a token, a request that a proxy on this host hands on by %s is refused',
    async (header) => {
      const { status, body } = await gateway.send('GET', '/metrics', { [header]: '203.0.113.9' })
      expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    },
  )

  test('with a token, it is asked for, also on loopback, and guessing it is limited', async () => {
    const ask = (authorization?: string) =>
      guarded.send('GET', '/metrics', authorization === undefined ? {} : { authorization })
    expect((await ask('Bearer a-token-for-prometheus')).status).toBe(200)
    expect((await ask()).body).toMatchObject({ status: 401, code: 'AUTH_FAILED' })
    expect((await ask('Bearer a-token-for-prometheuS')).status).toBe(401)
    expect((await ask('Bearer a-token-for-prometheus ')).status).toBe(200)
    for (const guess of ['x', 'y']) expect((await ask(`Bearer ${guess}`)).status).toBe(401)
    expect((await ask('Bearer z')).body).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect((await ask('Bearer a-token-for-prometheus')).status).toBe(200)
  })
})
