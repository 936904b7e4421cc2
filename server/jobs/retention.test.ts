// Test lanes: slow

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken, noAuditExtras } from '@patchbay/core/store'
import { asUnixSeconds, isoTime } from '@patchbay/core/time'
import { createCounting, readUsage, rollUp, summarizeDays } from '@patchbay/core/usage'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../store/sqlite/index.ts'
import { createRetentionJob } from './retention.ts'

const dayMs = 24 * 3_600_000
const now = new Date('2026-11-20T12:00:00.000Z')

let folder: string
let store: SqliteStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-retention-'))
  store = openSqliteStore(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const entry = (at: Date) => ({
  id: Bun.randomUUIDv7('hex', at),
  at: isoTime(at),
  ...({ tenant: 'acme', action: 'search', source: 'rest', key: 'hubspot/main', outcome: 'ok', code: null } as const),
  ...({ status: 200, ip: null, token_id: null, request_id: null, duration_ms: 1, count: 1, cache: 'MISS' } as const),
  bytes: 100,
  billable: true,
  reason: null,
  tries: null,
  ...noAuditExtras,
})

const append = (count: number, daysAgo: number) =>
  store.audit.append(Array.from({ length: count }, () => entry(new Date(now.getTime() - daysAgo * dayMs))))

const retention = () =>
  createRetentionJob('0 0 1 1 *', {
    store,
    days: 90,
    count: (signal) => rollUp(store.rollUps, createCounting(store), { now, signal, retentionDays: 90 }),
    now: () => now,
  })

test('entries older than the days are removed, however many, and the others stay', async () => {
  await append(1700, 90.1)
  await append(3, 89.9)
  const result = await retention().run(new AbortController().signal)
  expect(result).toEqual({
    before: '2026-08-22T12:00:00.000Z',
    audit_entries: 1700,
    tenant_tokens: 0,
    connect_links: 0,
    oauth_clients: 0,
  })
  expect(await store.audit.query({ limit: 1000 })).toHaveLength(3)
})

test('the usage of removed entries stays', async () => {
  await append(1700, 90.1)
  const usage = async () => (await summarizeDays(await readUsage(store, 'acme', '2026-08-01', '2026-09-01'))).totals
  const before = await usage()
  await retention().run(new AbortController().signal)
  expect(await store.audit.query({ limit: 1 })).toEqual([])
  expect(await usage()).toEqual(before)
  expect(before.calls).toBe(1700)
})

test('nothing is removed when nothing is old', async () => {
  await append(3, 1)
  expect(await retention().run(new AbortController().signal)).toMatchObject({ audit_entries: 0 })
})

test('a stop leaves the rest to the next run', async () => {
  await append(1700, 91)
  expect(await retention().run(AbortSignal.abort())).toMatchObject({ audit_entries: 0 })
  expect(await retention().run(new AbortController().signal)).toMatchObject({ audit_entries: 1700 })
})

test('tokens go 30 days after they expired, however many, and the audit names them until then', async () => {
  const at = now.getTime() / 1000
  for (let nth = 0; nth < 600; nth++)
    await store.tenantTokens.register('acme', hashToken(`old ${nth}`), now, {
      expires_at: asUnixSeconds(at - 30 * 86_400),
    })
  const hash = hashToken('kept')
  await store.tenantTokens.register('acme', hash, now, { expires_at: asUnixSeconds(at - 29 * 86_400), label: 'CI' })
  await store.tenantTokens.register('acme', hashToken('for ever'), now)
  expect(await retention().run(new AbortController().signal)).toMatchObject({ tenant_tokens: 600 })
  expect((await store.tenantTokens.list('acme')).map(({ label }) => label).toSorted()).toEqual(['CI', null])
  expect(await store.tenantTokens.findById('acme', hash.slice(0, 12))).toMatchObject({ label: 'CI' })
})

test('the space of removed entries is freed on the disk while the gateway runs', async () => {
  for (let batch = 0; batch < 100; batch++) await append(500, 100)
  await append(500, 1)
  const audit = join(folder, 'audit.sqlite')
  const before = statSync(audit).size
  expect(await retention().run(new AbortController().signal)).toMatchObject({ audit_entries: 50_000 })
  expect(statSync(audit).size).toBeLessThan(before / 2)
})
