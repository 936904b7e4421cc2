// Test lanes: both-stores

import { afterEach, expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { type Stage, startStage } from '../stage.ts'

const registry = await loadRegistry()

let stage: Stage
afterEach(() => stage.stop())

/** The report once it counts `total` tokens: counts may be some seconds old. */
const reportOf = (total: number) =>
  expect
    .poll(async () => (await stage.send('GET', '/health', {})).body, { timeout: 15_000 })
    .toMatchObject({
      tokens: { total },
    })

test('a fresh server is healthy, and says so without any credentials [4.1-health] [2.7-status] [2.7-services] [2.7-providers] [5.1-health-open]', async () => {
  stage = await startStage()
  const { status, body } = await stage.send('GET', '/health', {})
  expect([status, body]).toEqual([
    200,
    {
      status: 'healthy',
      services: { kv: 'up', d1: 'up' },
      tokens: { total: 0, expiring_soon: 0, expired: 0 },
      providers: registry.length,
    },
  ])
})

test('tokens are counted by their expiry, and no tenant is named [2.7-tokens] [3-token-expiry]', async () => {
  stage = await startStage()
  const now = Math.floor(Date.now() / 1000)
  const expiries = { late: now - 60, soon: now + 3600, later: now + 7 * 86_400 }
  const accounts = [...Object.keys(expiries), 'never'].map((id) => ({ id, label: id }))
  const providers = { hubspot: { accounts, default: 'late' } }
  await stage.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers })
  for (const [account, expires_at] of Object.entries(expiries)) {
    await stage.admin('PUT', `/admin/tokens/acme/hubspot/${account}`, { access_token: 'x', expires_at })
  }
  await stage.admin('PUT', '/admin/tokens/acme/hubspot/never', { access_token: 'x' })
  await reportOf(4)
  const { status, body, text } = await stage.send('GET', '/health', {})
  expect([status, body.status, body.tokens]).toEqual([200, 'degraded', { total: 4, expiring_soon: 1, expired: 1 }])
  expect(text).not.toMatch(/acme|hubspot/i)
})
