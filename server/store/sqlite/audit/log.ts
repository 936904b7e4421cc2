import type { Audit, AuditEntry, RecordSet } from '@patchbay/core/store'
import { oldestIdAt } from '../../rules/audit/ids.ts'
import type { SqliteDatabase, SqliteReads } from '../engine/database.ts'
import { type AuditEntries, sqliteAuditEntries } from './entries.ts'
import { createFilling } from './filling.ts'
import type { SqliteRollUps } from './roll-ups.ts'
import { computeIdRange } from './slices.ts'
import { tallyEntries } from './tally.ts'

/** Pages that a removal returns to the disk: more than its entries used. Takes a few milliseconds. */
const mostPages = 200

/** Entries that are counted at once, which takes a few milliseconds. */
const mostCounted = 2500

/** The tables that hold entries. */
export const auditTables = ['audit', 'audit_batches']

export interface SqliteAudit extends Audit {
  /** Adds entries, within a transaction. `again`: those whose ids are known are skipped. */
  add(entries: readonly AuditEntry[], again: boolean): void
  /** Call this with the number of entries once they are durable. */
  added(entries: number): void
  readonly records: RecordSet<AuditEntry>
  /** Moves the oldest batches into the table: at least `entries`. Returns the number of moved entries. */
  fill(entries: number): Promise<number>
  /** The number of entries that an earlier process left in batches, counted when the log was opened. */
  readonly recovered: number
  /** Call this before the database is closed. */
  close(): void
}

/** The half of the audit log that reads. */
export const sqliteAuditReads = (
  db: SqliteReads,
  entries: AuditEntries = sqliteAuditEntries(db),
): Pick<Audit, 'query' | 'tally' | 'groups'> => ({
  query: entries.query,
  groups: entries.groups,
  tally: (range) =>
    db.read(() => {
      const limit = Math.min(range.limit ?? mostCounted, mostCounted)
      const { entries: counted, upTo } = entries.oldest(computeIdRange(range), limit, range.tenant)
      return { tallies: tallyEntries(counted), last: upTo ?? counted.at(-1)?.id, more: upTo !== undefined }
    }),
})

/** The audit log in the order of ids, which is the order of time. */
export const sqliteAudit = (db: SqliteDatabase, { markLate }: Pick<SqliteRollUps, 'markLate'>): SqliteAudit => {
  const entries = sqliteAuditEntries(db)
  const fill = (most: number): Promise<number> => db.write(() => entries.move(most), 0)
  const recovered = entries.waiting()
  const filling = createFilling(fill, recovered)

  /** Moves pages from the end of the file to free places. The next checkpoint shortens the file. */
  const giveBack = db.query(`PRAGMA incremental_vacuum(${mostPages})`)

  const add = (batch: readonly AuditEntry[], again: boolean): void => {
    if (batch.length === 0) return
    const added = again ? entries.onlyNew(batch) : batch
    entries.add(added)
    markLate(added)
  }

  return {
    fill,
    recovered,
    close: filling.close,
    add,
    added: filling.add,
    async append(appended, again = false) {
      await db.write(() => add(appended, again), appended.length)
      filling.add(appended.length)
    },
    ...sqliteAuditReads(db, entries),
    prune: (before, limit) =>
      db.write(() => {
        const changes = entries.removeOldest(oldestIdAt(before), limit)
        giveBack.all()
        return changes
      }),
    records: auditRecords(db, entries),
  }
}

const auditRecords = (db: SqliteDatabase, entries: AuditEntries): RecordSet<AuditEntry> => ({
  count: () => db.read(entries.count),
  read: ({ limit, after }) =>
    db.read(() => entries.oldest(computeIdRange(after?.[0] ? { after: after[0] } : {}), limit).entries),
  write: (records) => db.write(() => entries.add(entries.onlyNew(records))),
  clear: () => db.write(entries.clear),
})
