import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntry } from '../../../test/contract/samples.ts'
import { type Admin, acme, openAdmin } from '../testing/open-admin.ts'

const now = new Date('2026-11-20T12:30:00Z')

let admin: Admin
beforeAll(async () => {
  admin = openAdmin({ now: () => now })
  for (const id of ['acme', 'globex', 'initech', 'quiet'])
    await admin.call('PUT', `/admin/tenants/${id}`, { body: { ...acme, name: `The ${id}` } })
  const plan = { plan: 'Team', included_calls: 1 }
  const put = (id: string, body: object) => admin.call('PUT', `/admin/billing/${id}`, { body: { ...plan, ...body } })
  await put('acme', { currency: 'EUR', price_per_call: '0.25' })
  await put('globex', { currency: 'EUR', price_per_call: '2' })
  const calls = [
    ['acme', '2026-11-02', 'search', 'hubspot/sales-eu', 40],
    ['acme', '2026-11-19', 'search', 'hubspot/sales-eu', 60],
    ['acme', '2026-11-20', 'list_charges', 'stripe/main', 900],
    ['globex', '2026-11-20', 'search', 'hubspot/sales-eu', 20],
    ['globex', '2026-11-20', 'search', 'hubspot/sales-eu', 20],
    ['initech', '2026-11-20', 'search', 'hubspot/sales-eu', 20],
    ['initech', '2026-10-31', 'search', 'hubspot/sales-eu', 20],
  ] as const
  await admin.store.audit.append(
    calls.map(([tenant, day, action, key, duration_ms], index) => {
      const failed = duration_ms === 900
      const about = { tenant, action, key, duration_ms, source: 'rest' as const, billable: !failed }
      const ending = failed ? ({ outcome: 'error', code: 'UPSTREAM_ERROR', status: 502 } as const) : {}
      return auditEntry(new Date(`${day}T10:00:00Z`), { ...about, ...ending }, index)
    }),
  )
})
afterAll(() => admin.close())

test('what each tenant pays this month is listed, the most first, with the sums of all', async () => {
  const { body } = await admin.call('GET', '/admin/costs')
  expect(body).toMatchObject({
    month: '2026-11',
    totals: [{ currency: 'EUR', amount: '2.25' }],
    tenants: [
      {
        tenant_id: 'globex',
        tenant_name: 'The globex',
        calls: 2,
        errors: 0,
        cost: { amount: '2.00', currency: 'EUR' },
      },
      { tenant_id: 'acme', calls: 3, errors: 1, billable_calls: 2, cost: { amount: '0.25' } },
      { tenant_id: 'initech', calls: 1, plan: null, cost: null },
    ],
    next_cursor: null,
  })
})

const ids = async (query: string): Promise<string[]> =>
  (await admin.call('GET', `/admin/costs?${query}`)).body.tenants.map(
    ({ tenant_id }: { tenant_id: string }) => tenant_id,
  )

test.each([
  ['sort=-calls', ['acme', 'globex', 'initech']],
  ['sort=calls', ['initech', 'globex', 'acme']],
  ['sort=-errors&limit=1', ['acme']],
  ['sort=tenant', ['acme', 'globex', 'initech']],
  ['q=GLOB', ['globex']],
  ['month=2026-10', ['initech', 'globex', 'acme']],
])('with %s', async (query, want) => {
  expect((await ids(query)).toSorted()).toEqual(want.toSorted())
  if (!query.startsWith('month')) expect(await ids(query)).toEqual(want)
})

test('pages follow each other, and a month to come is refused', async () => {
  const first = (await admin.call('GET', '/admin/costs?limit=2')).body
  expect(await ids(`limit=2&cursor=${first.next_cursor}`)).toEqual(['initech'])
  expect((await admin.call('GET', '/admin/costs?month=2026-12')).body.code).toBe('VALIDATION_ERROR')
})

test('the activity has the calls by day, provider and action, of all tenants or of one provider', async () => {
  const { body } = await admin.call('GET', '/admin/activity?days=3')
  expect(
    body.days.map(({ day, calls, errors }: { day: string; calls: number; errors: number }) => [day, calls, errors]),
  ).toEqual([
    ['2026-11-18', 0, 0],
    ['2026-11-19', 1, 0],
    ['2026-11-20', 4, 1],
  ])
  expect(body.providers).toMatchObject([
    { provider: 'hubspot', calls: 4, errors: 0, days: [{ calls: 0 }, { calls: 1 }, { calls: 3 }] },
    { provider: 'stripe', calls: 1, errors: 1, latency_ms: { p95: 995 } },
  ])
  // Too few calls to say how slow an action is.
  expect(body.actions).toEqual([])
  const stripe = (await admin.call('GET', '/admin/activity?days=3&provider=stripe')).body
  expect(stripe.days.map(({ calls }: { calls: number }) => calls)).toEqual([0, 0, 1])
})
