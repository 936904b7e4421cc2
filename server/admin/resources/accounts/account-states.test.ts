import { asIsoTime } from '@patchbay/core/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemHealth } from '../../../health/system-health.ts'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

const now = new Date('2026-11-20T12:30:00Z')
const inSeconds = (seconds: number) => now.getTime() / 1000 + seconds

let admin: Admin
beforeEach(() => {
  admin = openAdmin({ now: () => now })
})
afterEach(() => admin.close())

const counts = async () => {
  const { body } = await admin.call('GET', '/admin/account-states')
  return [body.counts, body.probed_at]
}

test('accounts are counted by provider and state, as they are at this moment', async () => {
  expect(await counts()).toEqual([[], null])
  for (const id of ['acme', 'globex']) await admin.call('PUT', `/admin/tenants/${id}`, { body: acme })
  expect(await counts()).toEqual([
    [
      { provider: 'hubspot', state: 'missing', accounts: 4 },
      { provider: 'stripe', state: 'missing', accounts: 2 },
    ],
    null,
  ])
  const store = (path: string, expires_at?: number) =>
    admin.call('PUT', `/admin/tokens/${path}`, { body: { access_token: 'a-token', expires_at } })
  await store('acme/hubspot/sales-eu')
  await store('acme/hubspot/sales-us', inSeconds(-1))
  await store('globex/hubspot/sales-eu', inSeconds(3600))
  await store('globex/hubspot/sales-us')
  const rejected = { tenant: 'globex', provider: 'hubspot', account: 'sales-us' }
  const { version = '' } = (await admin.store.credentials.get(rejected)) ?? {}
  await admin.store.credentials.recordVerdict(rejected, version, now)
  const states = (await counts())[0]
  expect(states).toHaveLength(5)
  expect(states).toEqual(
    expect.arrayContaining([
      { provider: 'stripe', state: 'missing', accounts: 2 },
      ...['valid', 'expired', 'expiring_soon', 'rejected'].map((state) => ({
        provider: 'hubspot',
        state,
        accounts: 1,
      })),
    ]),
  )
})

test('an account whose last probe failed is silent, until its credential is another', async () => {
  await admin.call('PUT', '/admin/tenants/acme', { body: { ...acme, providers: { hubspot: acme.providers.hubspot } } })
  const put = () => admin.call('PUT', '/admin/tokens/acme/hubspot/sales-eu', { body: { access_token: 'a-token' } })
  await put()
  const ref = { tenant: 'acme', provider: 'hubspot', account: 'sales-eu' }
  const { version } = (await admin.store.credentials.get(ref)) ?? {}
  const at = '2026-11-20T12:25:00.000Z'
  const probe = { outcome: 'error', at, version }
  const value = JSON.stringify({ at: now.toISOString(), accounts: [{ ...ref, token: 'valid', probe }] })
  await admin.store.snapshots.put({ name: systemHealth, at: asIsoTime(at), value })
  const missing = { provider: 'hubspot', state: 'missing', accounts: 1 }
  expect(await counts()).toEqual([[{ provider: 'hubspot', state: 'silent', accounts: 1 }, missing], at])
  await put()
  expect(await counts()).toEqual([[{ provider: 'hubspot', state: 'valid', accounts: 1 }, missing], at])
})

test('an account says when a probe last succeeded with its credential, and that none has with one just stored', async () => {
  await admin.call('PUT', '/admin/tenants/acme', { body: { ...acme, providers: { hubspot: acme.providers.hubspot } } })
  const put = () => admin.call('PUT', '/admin/tokens/acme/hubspot/sales-eu', { body: { access_token: 'a-token' } })
  const read = async () => {
    const { accounts } = (await admin.call('GET', '/admin/accounts?state=valid')).body
    return accounts.map(({ state, tested_at }: Record<string, unknown>) => [state, tested_at])
  }
  await put()
  expect(await read()).toEqual([['valid', null]])
  const ref = { tenant: 'acme', provider: 'hubspot', account: 'sales-eu' }
  const { version } = (await admin.store.credentials.get(ref)) ?? {}
  const at = '2026-11-20T12:25:00.000Z'
  const accounts = [{ ...ref, token: 'valid', probe: { outcome: 'ok', at, version } }]
  await admin.store.snapshots.put({
    name: systemHealth,
    at: asIsoTime(at),
    value: JSON.stringify({ at: now.toISOString(), accounts }),
  })
  expect(await read()).toEqual([['valid', at]])
  await put()
  expect(await read()).toEqual([['valid', null]])
})
