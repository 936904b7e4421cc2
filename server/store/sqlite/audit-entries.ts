import { setImmediate } from 'node:timers/promises'
import type { AuditEntry, AuditFilter } from '@patchbay/core/store'
import { sqliteAuditBatches } from './audit-batches.ts'
import { sqliteAuditRows } from './audit-rows.ts'
import {
  type AuditPage,
  type AuditSlice,
  behind,
  type IdRange,
  idRangeOf,
  joinedPage,
  newestFirst,
  oldestFirst,
} from './audit-slices.ts'
import type { SqliteDatabase } from './database.ts'

/** The entries of the audit log, the newest in batches and all others in the table, as if they were in one place. */
export const sqliteAuditEntries = (db: SqliteDatabase) => {
  const batches = sqliteAuditBatches(db)
  const rows = sqliteAuditRows(db)
  const search = searching(db)

  /** Moves the oldest batches into the table, as `takeOldest` does; answers how many entries; within a transaction. */
  const move = (entries: number, before?: string): number => {
    const taken = batches.takeOldest(entries, before)
    for (const entry of taken) rows.add(entry)
    return taken.length
  }

  return {
    /** Adds what is not there yet, and answers that; within a transaction. */
    add(entries: readonly AuditEntry[]): readonly AuditEntry[] {
      const { added, late } = batches.add(oldestFirst(entries))
      return [...added, ...late.filter((entry) => !batches.has(entry.id) && rows.add(entry))]
    },
    move,
    /** Newest first. */
    async query(filter: AuditFilter): Promise<readonly AuditEntry[]> {
      const { limit } = filter
      const range = idRangeOf(filter)
      // The batches first: what comes into the table meanwhile is found there.
      const inBatches = await search(range, limit, (rest, most) => batches.newest(filter, rest, most))
      // Rows are mostly older.
      const from = inBatches[limit - 1]?.id ?? range.from
      const inRows = await search({ ...range, from }, limit, (rest, most) => rows.newest(filter, rest, most))
      return newestFirst([...inBatches, ...inRows]).slice(0, limit)
    },
    oldest(range: IdRange, limit: number, tenant?: string): AuditPage {
      const inRows = rows.oldest(range, limit, tenant)
      const rest = inRows.upTo === undefined ? range : { ...range, before: behind(inRows.upTo) }
      return joinedPage(inRows, batches.oldest({ tenant }, rest, limit), limit)
    },
    /** Within a transaction. */
    removeOldest(before: string, limit: number): number {
      // So that the oldest are all in one place.
      move(limit, before)
      return rows.removeOldest(before, limit)
    },
    waiting: batches.count,
    count: (): number => batches.count() + rows.count(),
    clear(): void {
      batches.clear()
      rows.clear()
    },
  }
}

export type AuditEntries = ReturnType<typeof sqliteAuditEntries>

/** Looks for entries slice by slice, newest first, with other work in between. */
const searching =
  (db: SqliteDatabase) =>
  async (
    range: IdRange,
    limit: number,
    look: (range: IdRange, limit: number) => AuditSlice,
  ): Promise<readonly AuditEntry[]> => {
    const found: AuditEntry[] = []
    for (let rest = range; ; ) {
      const { entries, next } = await db.read(() => look(rest, limit - found.length))
      found.push(...entries)
      if (found.length >= limit || next === undefined) return found
      rest = { ...rest, before: next }
      await setImmediate()
    }
  }
