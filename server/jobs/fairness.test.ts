// Test lanes: slow

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { expect, onTestFinished, test } from 'vitest'
import { auditEntry, billingOf, configuration, noon } from '../../test/contract/samples.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { openSqliteStore, type SqliteStore } from '../store/sqlite/index.ts'
import { createReSealJob } from './re-seal.ts'
import type { Job } from './schedule/job.ts'
import { createSuggestionsJob } from './suggestions.ts'
import { createUsageRollUpJob } from './usage-roll-up.ts'

const cron = '0 0 1 1 *'
const now = new Date()

const jobs: Record<string, (store: SqliteStore) => Job> = {
  suggestions: (store) =>
    createSuggestionsJob(cron, {
      store,
      reports: store.reports,
      domains: new Map(),
      model: undefined,
      watchVendors: false,
      log: { warn: () => undefined },
      webhooks: { emit: () => undefined },
    }),
  'usage-roll-up': (store) => createUsageRollUpJob(cron, { store, reports: store.reports, auditRetentionDays: 90 }),
}

const open = (hasThread = true) => {
  const folder = temporaryFolder()
  // SQLite can't share memory by a folder.
  if (!hasThread) mkdirSync(join(folder, 'audit.sqlite-shm'))
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return store
}

/** Counts the turns of the event loop until `work` is done. */
const countTurns = async (work: (turn: () => number) => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const others = async (): Promise<void> => {
    for (; !isOver; turns++) await nextTurn()
  }
  const waiting = others()
  await work(() => turns)
  isOver = true
  await waiting
  return turns
}

test.each(
  Object.entries(jobs).flatMap(([name, job]) => [
    [name, 'in its thread', job, true] as const,
    [name, 'where it has none', job, false] as const,
  ]),
)('calls get their turn between the tenants that %s reads %s', async (_name, _where, createJob, hasThread) => {
  const store = open(hasThread)
  expect(store.hasReader).toBe(hasThread)
  const ids = Array.from({ length: 300 }, (_, n) => `tenant-${n}`)
  for (const id of ids) {
    await store.tenants.put(id, configuration('hubspot/main'), { now, prune: false })
    await store.billing.put(id, billingOf({ monthly_limit: 10, hard_limit: true }), now)
  }
  const aMinuteAgo = new Date(now.getTime() - 60_000)
  await store.audit.append(ids.map((tenant, nth) => auditEntry(aMinuteAgo, { tenant }, nth)))
  const seenIn: number[] = []
  await countTurns((turn) => {
    const get: Store['billing']['get'] = (tenant) => {
      seenIn.push(turn())
      return store.billing.get(tenant)
    }
    const watched = { ...store, billing: { ...store.billing, get } }
    return createJob(watched).run(new AbortController().signal)
  })
  expect(seenIn).toHaveLength(ids.length)
  expect(new Set(seenIn).size).toBe(ids.length)
})

test('a tenant whose bill fails keeps no other from having its quota settled', async () => {
  const store = open(false)
  const ids = ['acme', 'globex', 'initech']
  for (const id of ids) {
    await store.tenants.put(id, configuration('hubspot/main'), { now, prune: false })
    await store.billing.put(id, billingOf({ monthly_limit: 10, hard_limit: true }), now)
  }
  await store.audit.append(ids.map((tenant, nth) => auditEntry(new Date(now.getTime() - 60_000), { tenant }, nth)))
  const settled: string[] = []
  const settle: Store['quotas']['settle'] = (tenant) => {
    settled.push(tenant)
    if (tenant === settled[0]) throw new Error('its bill is damaged')
  }
  const job = createUsageRollUpJob(cron, {
    store: { ...store, quotas: { ...store.quotas, settle } },
    reports: store.reports,
    auditRetentionDays: 90,
  })
  await expect(job.run(new AbortController().signal)).rejects.toThrow('its bill is damaged')
  expect(settled.toSorted()).toEqual(ids)
})

test('calls get their turn while everything sealed is read', async () => {
  const store = open()
  const vault = createVault(parseKeys(makeKey()))
  const ref = { tenant: 'acme', provider: 'hubspot', account: 'main' }
  const sealed = await vault.seal('secret', { ...ref, field: 'access_token' })
  const record = { ...ref, sealed, token_type: 'Bearer', expires_at: null }
  const records = Array.from({ length: 10_000 }, (_, n) => ({
    ...record,
    account: `${n}`,
    version: `${n}`,
    updated_at: isoTime(noon),
    rejected_at: null,
    handover_id: null,
  }))
  await store.transfer.records.credentials.write(records)
  const turns = await countTurns(() => createReSealJob(cron, { store, vault }).run(new AbortController().signal))
  expect(turns).toBeGreaterThanOrEqual(10)
})
