import { rmSync } from 'node:fs'
import { GatewayError } from '@patchbay/core/errors'
import { none } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import type { TenantConfiguration } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { VaultError } from '@patchbay/core/vault'
import { expect, onTestFinished, test } from 'vitest'
import { configuration, noon } from '../../test/contract/samples.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { readSystemHealth } from '../health/system-health.ts'
import { loadRegistry } from '../registry.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createHealthSnapshotJob, type HealthSnapshotParts } from './health-snapshot.ts'

const registry = await loadRegistry()

/** The job over a store with one account, with the given parts. */
const jobOver = async (tenant: TenantConfiguration, changes: Partial<HealthSnapshotParts>) => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await store.tenants.put('acme', tenant, { now: noon, prune: false })
  const parts = {
    store,
    domains: new Map(registry.map((domain) => [domain.provider.id, domain])),
    schedules: async () => new Map(),
    processHealth: () => ({}),
    calls: () => ({ total: 0, errors: 0 }),
    ...changes,
  } as unknown as HealthSnapshotParts
  const { run } = createHealthSnapshotJob('* * * * *', parts)
  return { store, run: () => run(new AbortController().signal) }
}

/** An account that nothing probes. */
const jobWith = (credential: HealthSnapshotParts['storeCache']['credential']) =>
  jobOver(configuration('hubspot/eu'), { storeCache: { credential }, domains: new Map() })

test.each([
  ['active', 1],
  ['suspended', 0],
] as const)('an account of a tenant that is %s is probed %i times', async (status, want) => {
  let probes = 0
  const credential = { accessToken: 'a-token', tokenType: 'Bearer', expiresAt: null, version: '1' }
  const { store, run } = await jobOver(
    { ...configuration('hubspot/eu'), status },
    {
      storeCache: { credential: async () => credential },
      probe: async () => {
        probes++
        return { outcome: 'ok', code: null, status: 200, reason: null, duration_ms: 1, retry_after: null }
      },
    },
  )
  expect(await run()).toMatchObject({ accounts: 1, probes: want })
  expect(probes).toBe(want)
  expect((await readSystemHealth(store.snapshots))?.accounts).toMatchObject([{ token: 'valid' }])
})

test('an account of a public API is valid without a credential, and probed', async () => {
  const [hubspot] = registry.filter(({ provider }) => provider.id === 'hubspot') as [Domain]
  const domain = { ...hubspot, provider: { ...hubspot.provider, auth: none() } }
  const { store, run } = await jobOver(configuration('hubspot/eu'), {
    storeCache: { credential: async () => undefined },
    domains: new Map([['hubspot', domain]]),
    probe: async () => ({ outcome: 'ok', code: null, status: 200, reason: null, duration_ms: 1, retry_after: null }),
  })
  expect(await run()).toMatchObject({ accounts: 1, probes: 1 })
  expect((await readSystemHealth(store.snapshots))?.accounts).toMatchObject([{ token: 'valid' }])
})

test('a credential that none of the keys opens is reported as unreadable', async () => {
  const { store, run } = await jobWith(() =>
    Promise.reject(new VaultError('the key that sealed the value is not among the keys')),
  )
  expect(await run()).toMatchObject({ accounts: 1, failing: 1 })
  expect((await readSystemHealth(store.snapshots))?.accounts).toMatchObject([{ token: 'unreadable' }])
})

test('while the store is away no credential counts as unreadable: the previous snapshot stays', async () => {
  const { store, run } = await jobWith(() =>
    Promise.reject(new GatewayError('UNAVAILABLE', 'The store is unavailable')),
  )
  await expect(run()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await readSystemHealth(store.snapshots)).toBeUndefined()
})

test.each([
  ['in a week', 7 * 24 * 3600, 'valid', 0],
  ['in an hour', 3600, 'expiring_soon', 0],
  ['an hour ago', -3600, 'expired', 1],
])('an account is failing only once its token has expired: %s', async (_when, seconds, token, failing) => {
  const expiresAt = Math.floor(Date.now() / 1000) + seconds
  const { store, run } = await jobWith(() => ({
    accessToken: 'pat',
    tokenType: 'Bearer',
    expiresAt: asUnixSeconds(expiresAt),
    version: '1',
  }))
  expect(await run()).toMatchObject({ accounts: 1, failing })
  const health = await readSystemHealth(store.snapshots)
  expect(health).toMatchObject({ providers: { hubspot: { accounts: 1, failing } }, accounts: [{ token }] })
})
