import { rmSync } from 'node:fs'
import { GatewayError } from '@patchbay/core/errors'
import { VaultError } from '@patchbay/core/vault'
import { expect, onTestFinished, test } from 'vitest'
import { configuration, noon } from '../../test/contract/samples.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createHealthSnapshotJob, type HealthSnapshotParts, readSystemHealth } from './health-snapshot.ts'

/** The job over a store with one account, which nothing probes. */
const jobWith = async (credential: HealthSnapshotParts['known']['credential']) => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
  const parts = {
    store,
    known: { credential },
    domains: new Map(),
    schedules: async () => new Map(),
    processHealth: () => ({}),
    calls: () => ({ total: 0, errors: 0 }),
  } as unknown as HealthSnapshotParts
  const { run } = createHealthSnapshotJob('* * * * *', parts)
  return { store, run: () => run(new AbortController().signal) }
}

test('a credential that none of the keys opens is told as unreadable', async () => {
  const { store, run } = await jobWith(() =>
    Promise.reject(new VaultError('the key that sealed the value is not among the keys')),
  )
  expect(await run()).toMatchObject({ accounts: 1, failing: 1 })
  expect((await readSystemHealth(store.snapshots))?.accounts).toMatchObject([{ token: 'unreadable' }])
})

test('a store that is away for a moment makes no credential unreadable: the picture before stays', async () => {
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
])('an account whose token expires %s is failing only where calls are', async (_when, seconds, token, failing) => {
  const expiresAt = Math.floor(Date.now() / 1000) + seconds
  const { store, run } = await jobWith(() => ({ accessToken: 'pat', tokenType: 'Bearer', expiresAt, version: '1' }))
  expect(await run()).toMatchObject({ accounts: 1, failing })
  const health = await readSystemHealth(store.snapshots)
  expect(health).toMatchObject({ providers: { hubspot: { accounts: 1, failing } }, accounts: [{ token }] })
})
