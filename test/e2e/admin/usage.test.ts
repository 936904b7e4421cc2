// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryMembers } from '../../../server/admin/resources/audit/entry.ts'
import type { Answered } from '../../client.ts'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const noCache = { headers: { 'cache-control': 'no-cache' } }
const search = (tenant: string, options = {}) => stage.call(tenant, 'hubspot', searchFor('ada@example.com'), options)
const usage = async (tenant: string, query = '') => (await stage.admin('GET', `/admin/usage/${tenant}${query}`)).body
const today = () => new Date().toISOString().slice(0, 10)
const plan = { plan: 'Team', currency: 'EUR', included_calls: 2, price_per_call: '0.015' }

describe('usage and billing', () => {
  test('a call is in the usage and on the bill when its answer is there [4.3-get-usage] [4.3-put-billing]', async () => {
    await stage.ready('acme')
    const stored = await stage.admin('PUT', '/admin/billing/acme', { ...plan, monthly_limit: 1000 })
    expect(stored.status).toBe(200)
    const billing = { ...plan, tenant_id: 'acme', monthly_limit: 1000, hard_limit: false }
    expect(stored.body).toEqual({ ...billing, updated_at: expect.any(String), version: expect.any(String) })
    expect((await stage.admin('GET', '/admin/billing/acme')).body).toEqual(stored.body)

    expect((await search('acme')).body.cache).toBe('MISS')
    expect((await search('acme')).body.cache).toBe('HIT')
    expect((await search('acme', noCache)).body.cache).toBe('BYPASS')
    expect(
      (await stage.call('acme', 'hubspot', { action: 'get', object_type: 'contacts', object_id: '404404' })).status,
    ).toBe(404)
    expect((await stage.call('acme', 'hubspot', { action: 'search' })).status).toBe(400)
    expect((await stage.call('acme', 'nonsense', {})).status).toBe(404)

    const found = await usage('acme')
    const latency = { p50: expect.any(Number), p95: expect.any(Number) }
    const totals = { calls: 6, errors: 3, cache_hits: 1, bytes: expect.any(Number), latency_ms: latency }
    expect(found).toMatchObject({
      tenant_id: 'acme',
      from: `${today().slice(0, 8)}01`,
      to: today(),
      totals,
      by_provider: { hubspot: { calls: 5, errors: 2, cache_hits: 1 }, unknown: { calls: 1, errors: 1 } },
      by_action: { search: { calls: 4, errors: 1, cache_hits: 1 }, get: { calls: 1, errors: 1 } },
      by_day: { [today()]: totals },
      // The miss, the hit, the one past the cache and HubSpot's 404; two of them are included.
      cost: { currency: 'EUR', billable_calls: 4, included_calls: 2, amount: '0.03' },
    })
    expect(found.totals.bytes).toBeGreaterThan(100)
  })

  test('without a billing configuration there is no cost, and without calls everything is zero', async () => {
    await stage.ready('quiet')
    expect(await usage('quiet')).toMatchObject({
      totals: { calls: 0, errors: 0, cache_hits: 0, bytes: 0, latency_ms: { p50: 0, p95: 0 } },
      by_provider: {},
      by_action: {},
      by_day: {},
      cost: null,
    })
    expect(await stage.admin('GET', '/admin/billing/quiet')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('a call that the provider did not answer is counted, and not billed', async () => {
    await stage.ready('unbilled')
    await stage.admin('PUT', '/admin/billing/unbilled', { ...plan, included_calls: 0 })
    await stage.admin('DELETE', '/admin/tokens/unbilled/hubspot/main')
    expect((await search('unbilled')).body.code).toBe('TOKEN_MISSING')
    expect(await usage('unbilled')).toMatchObject({ totals: { calls: 1 }, cost: { billable_calls: 0, amount: '0.00' } })
  })

  test('a period is told by its days, and what it is not says so', async () => {
    await stage.ready('period')
    await search('period')
    expect(await usage('period', `?from=${today()}&to=${today()}`)).toMatchObject({ totals: { calls: 1 } })
    expect(await usage('period', '?from=2020-01-01&to=2020-02-01')).toMatchObject({ totals: { calls: 0 } })
    const wrong = ['?from=yesterday', '?to=2026-02-30', '?from=2026-02-02&to=2026-02-01', '?from=2020-01-01', '?day=1']
    for (const query of wrong) {
      const { status, body } = await stage.admin('GET', `/admin/usage/period${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 'VALIDATION_ERROR'])
    }
  })

  test.each([
    [{ ...plan, currency: 'EURO' }, '/currency'],
    [{ ...plan, currency: 'XQZ' }, '/currency'],
    [{ ...plan, price_per_call: 0.01 }, '/price_per_call'],
    [{ ...plan, price_per_call: '-1' }, '/price_per_call'],
    [{ ...plan, price_per_call: '1e3' }, '/price_per_call'],
    [{ ...plan, price_per_call: '' }, '/price_per_call'],
    [{ ...plan, price_per_call: '01' }, '/price_per_call'],
    [{ ...plan, price_per_call: '.5' }, '/price_per_call'],
    [{ ...plan, included_calls: -1 }, '/included_calls'],
    [{ ...plan, included_calls: 1.5 }, '/included_calls'],
    [{ ...plan, hard_limit: true }, '/monthly_limit'],
    [{ ...plan, discount: 1 }, '/discount'],
  ])('%j is not a billing configuration', async (body, path) => {
    const answer = await stage.admin('PUT', '/admin/billing/acme', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(answer.body.details[0].path.startsWith(path)).toBe(true)
  })

  test.each([
    [{ ...plan, currency: 'eur' }, /ISO 4217.*e\.g\. EUR/],
    [{ ...plan, price_per_call: '1,5' }, /a decimal number as text, e\.g\. "0\.0025"/],
  ])('%j is refused with an example', async (body, words) => {
    const answer = await stage.admin('PUT', '/admin/billing/acme', body)
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringMatching(words) })
  })

  test('an unknown tenant is told of on each path', async () => {
    for (const [method, path, body] of [
      ['GET', '/admin/usage/nobody'],
      ['GET', '/admin/billing/nobody'],
      ['PUT', '/admin/billing/nobody', plan],
    ] as const) {
      const answer = await stage.admin(method, path, body)
      expect(answer).toMatchObject({ status: 404, body: { code: 'TENANT_NOT_FOUND' } })
    }
  })
})

describe('quotas', () => {
  const limited = async (tenant: string, monthly_limit: number, hard_limit = true) => {
    await stage.ready(tenant)
    const { status } = await stage.admin('PUT', `/admin/billing/${tenant}`, { ...plan, monthly_limit, hard_limit })
    expect(status).toBe(200)
  }
  const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status).sort()

  test('of many calls at once exactly those within a hard limit pass, and the rest hears when the month turns', async () => {
    await limited('hard', 7)
    const answers = await Promise.all(Array.from({ length: 25 }, () => search('hard', noCache)))
    expect(statuses(answers)).toEqual([...Array(7).fill(200), ...Array(18).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    const now = new Date()
    const turn = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(refused?.body.error).toContain(turn.toISOString().slice(0, 10))
    expect(Math.abs(refused?.body.retry_after - (turn.getTime() - now.getTime()) / 1000)).toBeLessThan(60)
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.retry_after))
    expect(await usage('hard')).toMatchObject({ totals: { calls: 25, errors: 18 }, cost: { billable_calls: 7 } })
  })

  test('a call that is not billed gives its place back', async () => {
    await limited('given-back', 2)
    const missing = { action: 'search', object_type: 'contacts' }
    for (let n = 0; n < 5; n++) expect((await stage.call('given-back', 'hubspot', missing)).status).toBe(400)
    await stage.admin('DELETE', '/admin/tokens/given-back/hubspot/main')
    for (let n = 0; n < 5; n++) expect((await search('given-back')).body.code).toBe('TOKEN_MISSING')
    await stage.admin('PUT', '/admin/tokens/given-back/hubspot/main', { access_token: 'hubspot-access-token' })
    expect(statuses([await search('given-back'), await search('given-back'), await search('given-back')])).toEqual([
      200, 200, 429,
    ])
  })

  test('a dry run takes no place, and is refused as the call would be', async () => {
    await limited('shown', 1)
    const show = () => stage.call('shown', 'hubspot', { ...searchFor('ada@example.com'), dry_run: true })
    const answers: Answered[] = []
    for (const send of [show, show, () => search('shown'), show]) answers.push(await send())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  })

  test('a limit that is set in the middle of a month knows what was called before, and can be raised', async () => {
    await stage.ready('late')
    for (let n = 0; n < 3; n++) await search('late')
    await limited('late', 3)
    expect((await search('late')).status).toBe(429)
    await limited('late', 4)
    expect(statuses([await search('late'), await search('late')])).toEqual([200, 429])
    await limited('late', 4, false)
    expect((await search('late')).status).toBe(200)
    await limited('late', 5)
    expect((await search('late')).status).toBe(429)
  })
})

describe('the audit log', () => {
  test('its statistics tell the last day, week and month [4.3-get-audit-stats]', async () => {
    await stage.ready('counted')
    await search('counted')
    await stage.call('counted', 'hubspot', { action: 'search' })
    const { status, body } = await stage.admin('GET', '/admin/audit/stats')
    expect(status).toBe(200)
    for (const window of ['24h', '7d', '30d']) {
      expect(body[window]).toMatchObject({
        total: expect.any(Number),
        errors: expect.any(Number),
        by_action: { search: expect.any(Number), put_tenant: expect.any(Number) },
        by_source: { rest: expect.any(Number), admin: expect.any(Number) },
        // Its configuration, its tenant token and two credentials come before the two calls.
        by_tenant: { counted: 6 },
        by_code: { VALIDATION_ERROR: expect.any(Number) },
      })
    }
    const before = body['24h'].total
    await search('counted')
    const after = (await stage.admin('GET', '/admin/audit/stats')).body['24h']
    // That call, and the look at the statistics before it.
    expect(after.total).toBe(before + 2)
  })

  test('an answer of the log has the members that are documented, and no others', async () => {
    const { body } = await stage.admin('GET', '/admin/audit?source=rest&limit=1')
    expect(Object.keys(body.entries[0])).toEqual([
      'id',
      'at',
      'tenant',
      'action',
      'source',
      'key',
      'outcome',
      'code',
      'status',
      'ip',
      'token_id',
      'request_id',
      'duration_ms',
      'reason',
      'count',
      'billable',
    ])
  })

  test('an export holds what the log holds, as lines of JSON or as a table', async () => {
    await stage.ready('exported')
    for (let n = 0; n < 4; n++) await search('exported')
    const query = 'tenant=exported&source=rest&since=1h'
    const { entries } = (await stage.admin('GET', `/admin/audit?${query}`)).body
    expect(entries).toHaveLength(4)

    const ndjson = await stage.admin('GET', `/admin/audit/export?${query}`)
    expect(ndjson.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(
      ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(entries)

    const csv = await stage.admin('GET', `/admin/audit/export?${query}&format=csv`)
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    const [head, ...rows] = csv.text.split('\r\n')
    expect(head).toBe(entryMembers.join(','))
    expect(entryMembers).toEqual(expect.arrayContaining(Object.keys(entries[0])))
    expect(rows.slice(0, 4).map((row) => row.split(',')[0])).toEqual(entries.map(({ id }: { id: string }) => id))
    expect((await stage.admin('GET', '/admin/audit/export?format=xml')).status).toBe(400)
  })

  test('an export of more than a page is whole', async () => {
    await stage.ready('long')
    const calls = Array.from(
      { length: 1100 },
      (_, n) => () => stage.call('long', 'nonsense', {}, { headers: { 'x-request-id': `long-${n}` } }),
    )
    for (let from = 0; from < calls.length; from += 50)
      await Promise.all(calls.slice(from, from + 50).map((call) => call()))
    const { text } = await stage.admin('GET', '/admin/audit/export?tenant=long&source=rest&format=csv')
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(1101)
    const ids = new Set(rows.map((row) => /,(long-\d+),/.exec(row)?.[1]))
    for (let n = 0; n < 1100; n++) expect(ids.has(`long-${n}`)).toBe(true)
  })
})
