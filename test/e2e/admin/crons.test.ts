// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyJobs, startTestGateway } from '../../gateway.ts'
import { startHubspot } from '../../providers/hubspot.ts'

const snapshotCron = '0 0 1 1 *'
const retentionCron = '0 0 2 1 *'

const hubspot = startHubspot({ tokens: ['a-working-token'] })
let gateway: Awaited<ReturnType<typeof startTestGateway>>

beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
      CRONS: onlyJobs({ 'health-snapshot': snapshotCron, retention: retentionCron }),
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await hubspot.stop()
})

const run = (cron: string) => gateway.admin('POST', '/admin/run-cron', { cron })
const newest = async (query = '') => (await gateway.admin('GET', `/admin/audit?${query}&limit=1`)).body.entries[0]

describe('scheduled jobs', () => {
  test('before the first run there are no results, and no snapshot', async () => {
    const { status, body } = await gateway.admin('GET', '/admin/crons')
    expect(status).toBe(200)
    expect(body.crons.map(({ name, cron }: { name: string; cron: string }) => [name, cron])).toEqual([
      ['health-snapshot', snapshotCron],
      ['retention', retentionCron],
    ])
    for (const { last_run_at, last_result, next_run_at } of body.crons) {
      expect([last_run_at, last_result]).toEqual([null, null])
      expect(next_run_at).toMatch(/^\d{4}-01-0[12]T00:00:00\.000Z$/)
    }
    expect(await gateway.admin('GET', '/admin/system-health')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })

  test('a job is run by its cron expression, the answer is its result, and who ran it is on record [4.3-run-cron]', async () => {
    const { status, body } = await run(retentionCron)
    expect(status).toBe(200)
    expect(body).toEqual({
      cron: retentionCron,
      results: [
        {
          name: 'retention',
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          outcome: 'ok',
          duration_ms: expect.any(Number),
          result: {
            before: expect.stringMatching(/Z$/),
            audit_entries: 0,
            tenant_tokens: 0,
            connect_links: 0,
            oauth_clients: 0,
          },
        },
      ],
    })
    expect(await newest('action=run_cron')).toMatchObject({
      source: 'admin',
      key: `crons/${retentionCron}`,
      status: 200,
    })

    const { crons } = (await gateway.admin('GET', '/admin/crons')).body
    const [{ name, at, ...result }] = body.results
    expect(crons.find((cron: { name: string }) => cron.name === name)).toMatchObject({
      last_run_at: at,
      last_result: result,
    })
  })

  test('a job is run by its name, also while others have its cron expression, and a name that is none is NOT_FOUND', async () => {
    const { status, body } = await gateway.admin('POST', '/admin/jobs/retention/run')
    expect([status, body]).toEqual([200, expect.objectContaining({ name: 'retention', outcome: 'ok' })])
    expect(await newest('action=run_one_job')).toMatchObject({ source: 'admin', key: 'jobs/retention', status: 200 })
    const { crons } = (await gateway.admin('GET', '/admin/crons')).body
    expect(crons[1]).toMatchObject({ name: 'retention', last_run_at: body.at, is_running: false })
    expect(await gateway.admin('POST', '/admin/jobs/re-seal/run')).toMatchObject({
      status: 404,
      body: {
        code: 'NOT_FOUND',
        error: expect.stringMatching(/CRONS turns it off; jobs: health-snapshot, retention$/),
      },
    })
  })

  test.each([['1 1 1 1 *'], ['* * * *'], ['off'], ['; DROP TABLE jobs']])(
    'no job runs on %j, and the answer lists those that there are',
    async (cron) => {
      const { status, body } = await run(cron)
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.error).toContain(`${snapshotCron} (health-snapshot), ${retentionCron} (retention)`)
    },
  )

  test('the snapshot tells of the store, each account, the jobs and the process [4.3-system-health]', async () => {
    await gateway.seed('acme', { hubspot: 'a-working-token' })
    await gateway.seed('broken', { hubspot: 'a-token-that-was-revoked' })
    const account = { accounts: [{ id: 'main', label: 'Main' }], default: 'main' }
    await gateway.admin('PUT', '/admin/tenants/empty', {
      name: 'Empty',
      status: 'active',
      providers: { hubspot: account },
    })
    await gateway.call('acme', 'hubspot', { action: 'none' })

    const { body } = await run(snapshotCron)
    expect(body.results).toMatchObject([{ outcome: 'ok', result: { accounts: 3, failing: 2, probes: 2 } }])
    const { status, body: snapshot } = await gateway.admin('GET', '/admin/system-health')
    expect(status).toBe(200)
    expect(snapshot).toMatchObject({
      at: expect.stringMatching(/Z$/),
      store_latency_ms: { configuration: expect.any(Number), audit: expect.any(Number) },
      providers: { hubspot: { accounts: 3, failing: 2 } },
      accounts: [
        {
          tenant: 'acme',
          provider: 'hubspot',
          account: 'main',
          token: 'valid',
          probe: { outcome: 'ok', status: 200, failures: 0 },
        },
        {
          tenant: 'broken',
          token: 'valid',
          probe: { outcome: 'error', code: 'UPSTREAM_ERROR', status: 401, failures: 1 },
        },
        { tenant: 'empty', token: 'missing', probe: null },
      ],
      accounts_left_out: 0,
      jobs: [
        { name: 'health-snapshot', lag_ms: 0, is_running: true },
        { name: 'retention', lag_ms: 0, is_running: false },
      ],
      calls: { total: 1, errors: 1, error_rate: 1 },
      process: { memory_bytes: { rss: expect.any(Number) }, event_loop_delay_ms: { p99: expect.any(Number) } },
    })
    expect(JSON.stringify(snapshot)).not.toMatch(/a-working-token|a-token-that-was-revoked|bearer-token-of/)
  })

  test('a probe is not a call of the tenant, and an account is not probed again before its time', async () => {
    const probes = hubspot.requests.length
    const calls = (await gateway.admin('GET', '/admin/audit?tenant=acme&source=rest')).body.entries.length
    const { body } = await run(snapshotCron)
    expect(body.results).toMatchObject([{ result: { accounts: 3, probes: 0 } }])
    expect(hubspot.requests.length).toBe(probes)
    expect((await gateway.admin('GET', '/admin/audit?tenant=acme&source=rest')).body.entries.length).toBe(calls)
  })

  test('an account whose credential was replaced is probed at once, and is well again', async () => {
    await gateway.admin('PUT', '/admin/tokens/broken/hubspot/main', { access_token: 'a-working-token' })
    const { body } = await run(snapshotCron)
    expect(body.results).toMatchObject([{ result: { failing: 1, probes: 1 } }])
  })
})
