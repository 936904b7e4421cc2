import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry } from '@patchbay/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { auditEntry, later, noon } from '../../../test/contract/samples.ts'
import { sqliteAudit } from './audit.ts'
import { openDatabase } from './database.ts'
import { auditMigrations } from './migrations.ts'
import { sqliteRollUps } from './roll-ups.ts'

const openAudit = () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const db = openDatabase(join(folder, 'audit.sqlite'), auditMigrations)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  return { db, audit: sqliteAudit(db, sqliteRollUps(db)) }
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
  for (let n = 0; n < 6; n++) await audit.append(batch(n * 10_000, 10_000))
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
