// Test lanes: both-stores, long-on-mongodb, slow

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { onlyJobs } from '../../gateway.ts'
import { startModel } from '../../providers/model.ts'
import { startServerProcess } from '../../server-process.ts'
import { type Stage, type StageProcess, searchFor, startStage, startStageProcess } from '../stage.ts'

const day = 24 * 3600
const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * day
/** Never, but when it is asked for. */
const cron = '23 4 29 2 *'
const CRONS = onlyJobs({ suggestions: cron })

const runJob = async (stage: Stage) => {
  const { status, body } = await stage.admin('POST', '/admin/run-cron', { cron })
  expect([status, body]).toMatchObject([200, expect.anything()])
  return body
}
const suggestions = async (stage: Stage, query = '') => {
  const { status, body } = await stage.admin('GET', `/admin/suggestions${query}`)
  expect(status).toBe(200)
  return body.suggestions
}
const putToken = (stage: Stage, tenant: string, expires_at?: number) =>
  stage.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, { access_token: 'hubspot-access-token', expires_at })

describe('suggestions by rules', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({ env: { CRONS } })
  })
  afterAll(() => stage.stop())

  test('a token that will lapse is suggested once, and resolved by itself when it is replaced [4.3-get-suggestions] [2.8-suggestions]', async () => {
    await stage.ready('acme')
    await putToken(stage, 'acme', inDays(3))
    await runJob(stage)
    await runJob(stage)
    const open = await suggestions(stage, '?status=open&tenant=acme')
    expect(open).toEqual([
      {
        id: expect.any(String),
        tenant: 'acme',
        kind: 'token-lapses',
        severity: 'medium',
        title: expect.stringContaining('hubspot/main expires on'),
        detail: expect.stringMatching(
          / Next: store a credential with PUT \/admin\/tokens\/acme\/hubspot\/main, or .*\.$/,
        ),
        evidence: '/admin/tokens/acme/hubspot/main',
        connect: null,
        next: {
          route: 'put_token',
          params: { tenant: 'acme', provider: 'hubspot', account: 'main' },
          or: { route: 'seed_oauth', params: { tenant_id: 'acme', provider: 'hubspot', account_id: 'main' } },
        },
        source: 'rules',
        status: 'open',
        note: null,
        created_at: expect.any(String),
        resolved_at: null,
      },
    ])
    expect((await stage.admin('GET', open[0].evidence)).body.expires_at).toBeGreaterThan(inDays(2))
    const alone = await stage.admin('GET', '/admin/suggestions?tenant=acme', undefined, { prefer: 'next=data' })
    const [{ detail, next }] = alone.body.suggestions
    expect([detail, next]).toEqual([open[0].detail.replace(/ Next: .*/, ''), open[0].next])

    await stage.admin('PUT', '/admin/apps/hubspot', { client_id: 'an-app', client_secret: 'a-secret' })
    const [{ connect }] = await suggestions(stage, '?status=open&tenant=acme')
    expect(connect).toEqual({ tenant_id: 'acme', provider: 'hubspot', account_id: 'main' })
    expect((await stage.admin('POST', '/admin/connect', connect)).status).toBe(201)
    await stage.admin('DELETE', '/admin/apps/hubspot')

    await putToken(stage, 'acme')
    await runJob(stage)
    expect(await suggestions(stage, '?status=open&tenant=acme')).toEqual([])
    expect(await suggestions(stage, '?tenant=acme')).toEqual([
      { ...open[0], detail, next: null, status: 'resolved', resolved_at: expect.any(String) },
    ])
  })

  test('one is resolved with a note, once, and stays so while its cause goes on [4.3-resolve-suggestion] [3-suggestion-resolved]', async () => {
    await stage.ready('globex')
    await putToken(stage, 'globex', inDays(-1))
    await runJob(stage)
    const [found] = await suggestions(stage, '?status=open&tenant=globex')
    expect(found).toMatchObject({ kind: 'needs-reauthorization', severity: 'high' })
    const resolve = (body?: unknown) => stage.admin('PUT', `/admin/suggestions/${found.id}/resolve`, body)
    const resolved = await resolve({ note: 'the owner has been asked' })
    expect(resolved).toMatchObject({ status: 200, body: { status: 'resolved', note: 'the owner has been asked' } })
    expect(await resolve()).toMatchObject({ status: 200, body: resolved.body })
    await runJob(stage)
    expect(await suggestions(stage, '?status=open&tenant=globex')).toEqual([])
    expect(await stage.admin('PUT', '/admin/suggestions/none/resolve')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect((await resolve({ reason: 'x' })).status).toBe(400)
  })

  test('nothing is suggested of a suspended tenant', async () => {
    await stage.ready('resting')
    await putToken(stage, 'resting', inDays(3))
    await runJob(stage)
    expect(await suggestions(stage, '?status=open&tenant=resting')).toHaveLength(1)
    const { name, providers } = (await stage.admin('GET', '/admin/tenants/resting')).body
    await stage.admin('PUT', '/admin/tenants/resting', { name, providers, status: 'suspended' })
    await runJob(stage)
    expect(await suggestions(stage, '?status=open&tenant=resting')).toEqual([])
  })

  test('calls that fail are suggested with the query that shows them', async () => {
    await stage.ready('failing')
    const get = (id: number) =>
      stage.call('failing', 'hubspot', { action: 'get', object_type: 'contacts', object_id: `${id}` })
    for (let n = 0; n < 5; n++) expect((await get(404_000 + n)).status).toBe(404)
    await stage.admin('PUT', '/admin/tokens/failing/hubspot/main', { access_token: 'revoked-token' })
    for (let n = 0; n < 30; n++) expect((await get(404_000 + n)).status).toBe(401)
    for (let n = 0; n < 25; n++) await stage.call('failing', 'hubspot', { action: 'search' })
    await runJob(stage)
    const found = await suggestions(stage, '?status=open&tenant=failing')
    expect(found.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'error-spike',
      'invalid-parameters',
      'needs-reauthorization',
    ])
    const rejected = found.find(({ kind }: { kind: string }) => kind === 'needs-reauthorization')
    expect((await stage.admin('GET', rejected.evidence)).body.state).toBe('rejected')
    const spike = found.find(({ kind }: { kind: string }) => kind === 'error-spike')
    const { entries } = (await stage.admin('GET', spike.evidence)).body
    expect(entries).toHaveLength(35)
    expect(spike).toMatchObject({
      title: expect.stringMatching(/^85.7 % of the calls of get/),
      detail: expect.stringMatching(/^The week before had no calls\./),
    })
  })

  test("calls over a tenant's monthly limit are no sign that many clients share an address", async () => {
    await stage.ready('over-limit')
    const billing = { plan: 'Free', currency: 'EUR', included_calls: 0, price_per_call: '0' }
    await stage.admin('PUT', '/admin/billing/over-limit', { ...billing, monthly_limit: 0, hard_limit: true })
    for (let n = 0; n < 100; n++) {
      const { body } = await stage.call('over-limit', 'hubspot', searchFor('ada@example.com'))
      expect(body.code).toBe('RATE_LIMITED')
    }
    await runJob(stage)
    const found = await suggestions(stage, '?status=open')
    expect(found).toContainEqual(expect.objectContaining({ kind: 'quota-forecast', tenant: 'over-limit' }))
    expect(found).not.toContainEqual(expect.objectContaining({ kind: 'limited-clients' }))
  })

  test.each(['?days=0', '?days=366', '?status=new', '?since=7d'])('%s is not a query of suggestions', async (query) => {
    expect((await stage.admin('GET', `/admin/suggestions${query}`)).status).toBe(400)
  })
})

describe.each(['openai', 'anthropic'])('suggestions by a model that speaks the protocol of %s', (kind) => {
  const model = startModel()
  const key = 'the-secret-key-of-the-model'
  let stage: StageProcess
  beforeAll(async () => {
    stage = await startStageProcess({
      env: {
        CRONS,
        SUGGESTIONS_MODEL: `${kind}:a-model`,
        SUGGESTIONS_URL: model.url,
        SUGGESTIONS_API_KEY: key,
        ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
        LOG_LEVEL: 'warn',
      },
    })
    await stage.ready('acme')
    await putToken(stage, 'acme', inDays(3))
    for (let n = 0; n < 3; n++) await stage.call('acme', 'hubspot', searchFor('ada@example.com'))
    await stage.call('acme', 'a-secret-typed-as-a-domain', {})
  })
  afterAll(async () => {
    await Promise.all([stage.stop(), model.stop()])
  })
  beforeEach(() => {
    model.requests.length = 0
  })

  const written = (changes: object = {}) => ({
    tenant: 'acme',
    kind: 'batch-searches',
    subject: 'hubspot/main search',
    severity: 'low',
    title: 'Searches could be batched',
    detail: 'Three searches for one contact: ask for it once.',
    evidence: '/admin/audit?tenant=acme&key=hubspot%2Fmain&action=search&since=2d',
    ...changes,
  })
  const answer = (...all: readonly object[]) => model.answers({ text: JSON.stringify({ suggestions: all }) })
  const byModel = async (query = '') =>
    (await suggestions(stage, query)).filter(({ source }: { source: string }) => source === 'a-model')

  test('they are written from the same evidence, in the same form, and resolved when they are not written again', async () => {
    answer(written())
    await runJob(stage)
    await runJob(stage)
    const { subject, ...members } = written() as Record<string, unknown>
    expect(await byModel('?status=open')).toEqual([expect.objectContaining({ ...members, source: 'a-model' })])
    expect(await suggestions(stage, '?status=open')).toHaveLength(2)
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Searches could be batched')
    answer()
    await runJob(stage)
    expect(await byModel('?status=open')).toEqual([])
    expect(await byModel('?status=resolved')).toHaveLength(1)
  })

  test('the model is told numbers and names, and nothing that is secret or a caller made up', async () => {
    answer()
    await runJob(stage)
    const [request] = model.requests
    const { authorization, 'x-api-key': apiKey } = request?.headers ?? {}
    expect(kind === 'openai' ? authorization : apiKey).toBe(kind === 'openai' ? `Bearer ${key}` : key)
    const told = JSON.stringify(request?.body)
    expect(told).toContain('hubspot/main search')
    expect(told).toContain('expires on')
    // Findings of the rules stand below "known".
    expect(told).toContain(String.raw`\"open\":[]`)
    for (const secret of [
      'hubspot-access-token',
      'bearer-token-of',
      'ada@example.com',
      'a-secret-typed',
      '127.0.0.1',
      key,
    ]) {
      expect([secret, told.includes(secret)]).toEqual([secret, false])
    }
  })

  test.each([
    ['no JSON', { text: 'I am sorry, I can not do that.' }],
    ['other members', { text: JSON.stringify({ suggestions: [{ title: 'x' }] }) }],
    ['another tenant', { text: JSON.stringify({ suggestions: [written({ tenant: 'globex' })] }) }],
    ['a link elsewhere', { text: JSON.stringify({ suggestions: [written({ evidence: 'https://evil.example' })] }) }],
    ['too long a text', { text: JSON.stringify({ suggestions: [written({ detail: 'x'.repeat(5000) })] }) }],
    ['an error', { status: 400 }],
    ['an overload, twice', { status: 503 }, 2],
  ])('%s is logged and dropped, and the rules still work', async (_name, bad, asked = 1) => {
    answer(written())
    await runJob(stage)
    const before = stage.output.stdout.length
    model.answers(bad)
    const results = await runJob(stage)
    expect(JSON.stringify(results)).toContain('"model":"failed"')
    expect(model.requests).toHaveLength(1 + asked)
    expect(await byModel('?status=open')).toHaveLength(1)
    expect(await suggestions(stage, '?status=open')).toHaveLength(2)
    await expect.poll(() => stage.output.stdout.slice(before)).toContain('gave no suggestions that can be used')
    expect(stage.output.stdout).not.toContain(key)
  })

  test('they are resolved when their model is asked no longer', async () => {
    answer(written())
    await runJob(stage)
    expect(await byModel('?status=open')).toHaveLength(1)
    await stage.end('SIGTERM')
    const without = await startServerProcess({ dataDir: stage.dataDir, adminKey: stage.adminKey, env: { CRONS } })
    onTestFinished(async () => {
      await without.end('SIGTERM')
    })
    expect((await without.admin('POST', '/admin/run-cron', { cron })).body.results[0].result).toMatchObject({
      resolved: 1,
    })
    const { body } = await without.admin('GET', '/admin/suggestions?status=open')
    expect(body.suggestions.map(({ source }: { source: string }) => source)).toEqual(['rules'])
  })
})
