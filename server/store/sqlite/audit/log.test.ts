// Test lanes: slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry, AuditFilter } from '@patchbay/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { randomEntries } from '../../../../test/contract/audit/random-calls.ts'
import { auditEntry, later, noon } from '../../../../test/contract/samples.ts'
import { openDatabase } from '../engine/database.ts'
import { auditMigrations } from '../engine/schema/audit-steps.ts'
import { sqliteAudit } from './log.ts'
import { sqliteRollUps } from './roll-ups.ts'

const openAudit = () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const db = openDatabase(join(folder, 'audit.sqlite'), auditMigrations)
  const audit = sqliteAudit(db, sqliteRollUps(db))
  // Here only `fill` moves entries into the table.
  audit.close()
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  return { db, audit }
}

const batch = (from: number, length: number): AuditEntry[] =>
  Array.from({ length }, (_, n) => auditEntry(later(from + n), { request_id: 'x'.repeat(128) }))

it('a full disk refuses a batch whole, keeps what was there, and takes batches again when there is room', async () => {
  const { db, audit } = openAudit()
  await audit.append(batch(0, 10))
  const full = db.query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count
  db.query(`PRAGMA max_page_count = ${full}`).get()

  const refused = audit.append(batch(1000, 500))
  await expect(refused).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The store is unavailable',
    cause: { code: 'SQLITE_FULL' },
  })
  expect(await audit.query({ limit: 1000 })).toHaveLength(10)

  db.query('PRAGMA max_page_count = 1000000').get()
  await audit.append(batch(1000, 500))
  expect(await audit.query({ limit: 1000 })).toHaveLength(510)
})

it('an entry is the same in its batch and in the table', async () => {
  const { audit } = openAudit()
  const changes = [{ path: 'options.allow', from: ['crm:*'], to: null }]
  const entries = [auditEntry(noon, { class: 'access', changes, idempotency_key: 'orde…4711' }), auditEntry(later(1))]
  await audit.append(entries)
  const inBatch = await audit.query({ limit: 10 })
  expect(await audit.fill(2)).toBe(2)
  expect(await audit.query({ limit: 10 })).toEqual(inBatch)
  expect(inBatch).toEqual(entries.toReversed())
})

it('an entry that lacks a member fails its batch and is not passed over', async () => {
  const { audit } = openAudit()
  const { source: _, ...faulty } = auditEntry(later(1))
  await expect(audit.append([auditEntry(noon), faulty as AuditEntry])).rejects.toThrow('source')
  expect(await audit.query({ limit: 10 })).toEqual([])
})

it('a query of a tenant reads by the index, in order, without sorting', () => {
  const { db } = openAudit()
  const plan = db
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT * FROM audit WHERE id < '~' AND id >= '' AND tenant = 'acme' ORDER BY id DESC LIMIT 9`,
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH audit USING INDEX audit_by_tenant (tenant=? AND id>? AND id<?)',
  ])
})

it('a query that looks at many rows lets other work in between', async () => {
  const { audit } = openAudit()
  for (let n = 0; n < 8; n++) await audit.append(batch(n * 10_000, 10_000))
  let turns = 0
  let searching = true
  const count = () => {
    turns += 1
    if (searching) setImmediate(count)
  }
  setImmediate(count)
  expect(await audit.query({ key: 'nothing/like-it', limit: 10 })).toEqual([])
  searching = false
  expect(turns).toBeGreaterThanOrEqual(6)
})

const countOf = (db: ReturnType<typeof openAudit>['db'], table: string): number =>
  db.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? 0

it('an entry is the same in a batch and in the table, whatever its text', async () => {
  const { db, audit } = openAudit()
  const texts = ['a\nb', 'a"b', 'a\\', '["', 'ä€😀', '\u2028', '\u0001', '","', 'null', '']
  const entries = texts.map((text, n) => auditEntry(later(n), { key: text, tenant: text, duration_ms: n / 3 }))
  await audit.append(entries)
  const read = async () => [
    await audit.query({ limit: 100 }),
    ...(await Promise.all(texts.map((key) => audit.query({ key, limit: 100 })))),
    await audit.tally({}),
    await audit.records.read({ limit: 100, after: null }),
  ]
  const before = await read()
  expect(before[0]).toEqual(entries.toReversed())
  expect(before.slice(1, texts.length + 1)).toEqual(entries.map((entry) => [entry]))
  expect(await audit.fill(entries.length)).toBe(entries.length)
  expect([countOf(db, 'audit_batches'), countOf(db, 'audit')]).toEqual([0, entries.length])
  expect(await read()).toEqual(before)
})

it('queries, tallies, pages and removals find the same, however much of the log has come into the table', async () => {
  const entries = randomEntries(3000, noon, later(7_200_000), 7)
  const filters: Omit<AuditFilter, 'limit'>[] = [
    {},
    { tenant: 'acme' },
    { source: 'mcp' as const },
    { action: 'put_tenant' },
    { key: 'stripe/main' },
    { tenant: 'acme', source: 'admin' as const },
    { since: later(2_000_000), until: later(4_000_000) },
    { id: entries[1500]?.id ?? '' },
    { before: entries[700]?.id ?? '', tenant: 'globex' },
  ]
  const read = async (filled: number) => {
    const { db, audit } = openAudit()
    // Sometimes out of order, so that some entries are late.
    for (let from = 0; from < entries.length; from += 50) {
      const batch = entries.slice(from, from + 50)
      await audit.append(from % 400 === 0 ? batch.slice(10) : batch)
      if (from % 400 === 0) await audit.append(batch.slice(0, 10))
    }
    await audit.fill(filled)
    const rows = countOf(db, 'audit')
    const pages = await Promise.all(filters.map((filter) => audit.query({ ...filter, limit: 5000 })))
    const few = await Promise.all(filters.map((filter) => audit.query({ ...filter, limit: 37 })))
    expect(few).toEqual(pages.map((all) => all.slice(0, 37)))
    const slices = []
    for (let after: string | undefined; ; ) {
      const slice = await audit.tally({ limit: 700, ...(after !== undefined && { after }) })
      slices.push(
        slice.last,
        slice.tallies.reduce((sum, tally) => sum + tally.entries, 0),
      )
      if (!slice.more) break
      after = slice.last
    }
    const ofTenant = await audit.tally({ tenant: 'acme', since: later(1_000_000), until: later(1_500_000) })
    const page = await audit.records.read({ limit: 1000, after: [entries[999]?.id ?? ''] })
    const removed = await audit.prune(later(3_600_000), 1000)
    const rest = await audit.query({ limit: 5000 })
    return {
      rows,
      pages,
      slices,
      ofTenant,
      page,
      removed,
      rest,
      count: await audit.records.count(),
    }
  }
  const { rows, ...none } = await read(0)
  expect(none.pages[0]).toEqual(entries.toReversed())
  expect(none.page).toEqual(entries.slice(1000, 2000))
  expect(none).toMatchObject({ removed: 1000, count: 2000 })
  const { rows: someRows, ...some } = await read(1400)
  const { rows: allRows, ...all } = await read(3000)
  expect(rows < someRows && someRows < allRows).toBe(true)
  expect(some).toEqual(none)
  expect(all).toEqual(none)
})

it('an entry that is appended again is passed over in a batch, in the table and within one append', async () => {
  const { audit } = openAudit()
  const entries = batch(0, 40)
  await audit.append(entries.slice(0, 20))
  await audit.fill(20)
  await audit.append(entries.slice(20))
  await audit.append(
    [...entries.slice(10, 30), ...batch(40, 1), ...batch(40, 1)].map((entry) => ({ ...entry, status: 500 })),
    true,
  )
  const page = await audit.query({ limit: 100 })
  expect(page).toEqual([...batch(40, 1).map((entry) => ({ ...entry, status: 500 })), ...entries.toReversed()])
  expect(await audit.fill(100)).toBe(21)
  expect(await audit.query({ limit: 100 })).toEqual(page)
})

it('a query finds each entry once while the table is being filled', async () => {
  const { audit } = openAudit()
  for (let n = 0; n < 30; n++) await audit.append(batch(n * 1000, 1000))
  const query = audit.query({ key: 'hubspot/sales-eu', limit: 100_000 })
  for (let n = 0; n < 15; n++) await audit.fill(2000)
  const entries = await query
  expect(entries).toHaveLength(30_000)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(30_000)
})

it('what was stored before entries had reasons is read without any', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const path = join(folder, 'audit.sqlite')
  const { id, at, tenant, action, source, key, outcome, ...rest } = auditEntry(noon, {
    code: 'TIMEOUT',
    tenant: 'a\nb',
  })
  const { code, status, ip, token_id, request_id, duration_ms, count, cache, bytes } = rest
  const common = [at, tenant, action, source, key, outcome, code, status, ip, token_id, request_id, duration_ms, count]
  const old = openDatabase(path, auditMigrations.slice(0, 3))
  const next = id.replace(/^0/, '1')
  await old.write(() => {
    const row = [id, ...common, cache, bytes, 1]
    old.query(`INSERT INTO audit VALUES (${row.map(() => '?')})`).run(...row)
    const lines = [id, next].map((each) => JSON.stringify([each, ...common, cache, bytes, true])).join('\n')
    old.query('INSERT INTO audit_batches (first, last, count, entries) VALUES (?, ?, 2, ?)').run(id, next, lines)
  })
  old.close()
  const db = openDatabase(path, auditMigrations)
  const audit = sqliteAudit(db, sqliteRollUps(db))
  audit.close()
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  const entry = auditEntry(noon, { code: 'TIMEOUT', tenant: 'a\nb' })
  expect(await audit.query({ limit: 10 })).toEqual([{ ...entry, id: next }, entry])
})
