// Test lanes: both-stores, long-on-mongodb

import { expect, it } from 'vitest'
import { answer, type Behaviour, drop, huge } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { call, gateway } = await startFixture({ env: { MAX_RESPONSE_BYTES: '1024' } })

const billing = { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1', hard_limit: false }
await gateway.admin('PUT', '/admin/billing/acme', billing)
const billed = async (): Promise<number> => (await gateway.admin('GET', '/admin/usage/acme')).body.cost.billable_calls

const rows: [what: string, behaviour: Behaviour, status: number, calls: number][] = [
  ['a refusal of the provider is on the bill', answer(400), 400, 1],
  ['a fault of the provider after which a write may be done is not', answer(500), 500, 0],
  ['an answer that is not JSON is', answer(200, 'x', { 'content-type': 'application/json' }), 502, 1],
  ['an answer over the size limit is', huge(4096), 502, 1],
  ['an answer that can not be decoded is', answer(200, '\0', { 'content-encoding': 'gzip' }), 502, 1],
  ['a redirect that is not followed is', answer(302, '', { location: 'http://a.example' }), 502, 1],
  ['a connection that is closed without an answer is not', drop(), 502, 0],
]

it.each(rows)('%s', async (_what, behaviour, status, calls) => {
  const before = await billed()
  expect((await call({ action: 'create', name: 'x' }, [behaviour])).status).toBe(status)
  expect((await billed()) - before).toBe(calls)
})
