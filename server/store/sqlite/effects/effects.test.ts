import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyClaim, KeyEnd } from '@patchbay/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { commitOf, effectKey, entryIdAt } from '../../../../test/contract/effects/samples.ts'
import { sqliteAudit } from '../audit/log.ts'
import { sqliteRollUps } from '../audit/roll-ups.ts'
import { openDatabase } from '../engine/database.ts'
import { auditMigrations } from '../engine/schema/audit-steps.ts'
import { sqliteEffects } from './effects.ts'

const openEffects = () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const db = openDatabase(join(folder, 'audit.sqlite'), auditMigrations)
  const audit = sqliteAudit(db, sqliteRollUps(db))
  audit.close()
  const effects = sqliteEffects({ db, audit, alive: async () => new Set() })
  onTestFinished(async () => {
    await effects.close()
    db.close()
    rmSync(folder, { recursive: true })
  })
  const log = db.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)')
  const logPages = (): number => log.get()?.log ?? 0
  return { effects, logPages }
}

const atOnce = 10
const commits = 300

/** Keys are digests, so that neighbours in time are none in their order. */
const keyAt = (n: number) =>
  effectKey({ id: createHash('sha256').update(`${n}`).digest('base64url'), entry_id: entryIdAt(n) })

const commitAt = (nth: number) => {
  const numbers = Array.from({ length: atOnce }, (_, i) => nth * atOnce + i)
  const claims = numbers.map((n): KeyClaim => ({ kind: 'take', key: keyAt(n) }))
  const before = nth === 0 ? [] : numbers.map((n) => n - atOnce)
  const ends = before.map((n): KeyEnd => {
    const { id, entry_id } = keyAt(n)
    return { id, entry_id, state: 'done', sealed_answer: 's'.repeat(600), bytes: 600 }
  })
  return commitOf({ claims, ends })
}

it('keys that are taken and ended together are written to few pages, however many there are', async () => {
  const { effects, logPages } = openEffects()
  const written: number[] = []
  for (let nth = 0; nth < commits; nth++) {
    const before = logPages()
    await effects.commit(commitAt(nth))
    const after = logPages()
    // The log is begun anew after it was copied into the database.
    written.push(after < before ? after : after - before)
  }
  const last = written.slice(-50)
  expect(last.reduce((sum, pages) => sum + pages, 0) / last.length).toBeLessThan(26)
  expect(Math.min(...last)).toBeGreaterThan(0)
})
