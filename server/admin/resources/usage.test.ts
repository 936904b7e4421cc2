import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntry } from '../../../test/contract/samples.ts'
import { type Admin, acme, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
const billing = { plan: 'Team', currency: 'EUR', included_calls: 4, price_per_call: '0.10' }
const calls = (day: string, count: number) =>
  Array.from({ length: count }, (_, n) => auditEntry(new Date(`${day}T12:00:00Z`), { tenant: 'acme' }, n))

beforeAll(async () => {
  admin = openAdmin()
  await admin.call('PUT', '/admin/tenants/acme', { body: acme })
  await admin.call('PUT', '/admin/billing/acme', { body: billing })
  await admin.store.audit.append([
    ...calls('2026-10-05', 3),
    ...calls('2026-10-15', 2),
    ...calls('2026-11-02', 6),
    ...calls('2026-11-20', 1),
  ])
})
afterAll(() => admin.close())

const usage = async (from: string, to: string) => {
  const { body } = await admin.call('GET', `/admin/usage/acme?from=${from}&to=${to}`)
  return { days: Object.keys(body.by_day), calls: body.totals.calls, cost: body.cost }
}
const cost = (billable_calls: number, amount: string) => ({
  currency: 'EUR',
  included_calls: 4,
  billable_calls,
  amount,
})

describe('the usage of a period', () => {
  test('holds both its days, and none of the month before them', async () => {
    expect(await usage('2026-10-15', '2026-11-02')).toMatchObject({ days: ['2026-10-15', '2026-11-02'], calls: 8 })
  })

  test('costs the sum by which it raises the bills of its months', async () => {
    // Four calls a month are included. The fifth of October costs, and the fifth and sixth of November, on its second day.
    expect((await usage('2026-10-15', '2026-11-02')).cost).toEqual(cost(8, '0.30'))
    expect((await usage('2026-10-01', '2026-10-14')).cost).toEqual(cost(3, '0.00'))
    expect((await usage('2026-11-03', '2026-11-30')).cost).toEqual(cost(1, '0.10'))
  })
})
