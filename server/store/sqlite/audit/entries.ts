import { setImmediate } from 'node:timers/promises'
import {
  type AuditEntry,
  type AuditFilter,
  type EntryFilter,
  type EntryGroup,
  groupEntries,
} from '@patchbay/core/store'
import type { SqliteReads } from '../engine/database.ts'
import { sqliteAuditBatches } from './batches.ts'
import { sqliteAuditRows } from './rows.ts'
import {
  type AuditPage,
  type AuditSlice,
  computeIdRange,
  type IdRange,
  isBehind,
  joinedPage,
  newestFirst,
  oldestFirst,
} from './slices.ts'

/** The entries of the audit log. It hides that the newest are in batches and all others in the table. */
export const sqliteAuditEntries = (db: SqliteReads) => {
  const batches = sqliteAuditBatches(db)
  const rows = sqliteAuditRows(db)

  /** Moves the oldest batches into the table, within a transaction. Returns the number of entries. See `takeOldest`. */
  const move = (entries: number, before?: string): number => {
    const taken = batches.takeOldest(entries, before)
    for (const line of taken) rows.add(line)
    return taken.length
  }

  return {
    /** Adds entries within a transaction. */
    add(entries: readonly AuditEntry[]): void {
      batches.add(oldestFirst(entries))
    },
    /** The entries whose ids are new, each id once. */
    onlyNew(entries: readonly AuditEntry[]): readonly AuditEntry[] {
      const firsts = [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()]
      return firsts.filter(({ id }) => !batches.has(id) && !rows.has(id))
    },
    move,
    /** Newest first. */
    async query(filter: AuditFilter, signal?: AbortSignal): Promise<readonly AuditEntry[]> {
      const { limit } = filter
      const search = searching(db, signal)
      const range = computeIdRange(filter)
      // Batches first: an entry that moves into the table meanwhile is found there.
      const inBatches = await search(range, limit, (rest, most) => batches.newest(filter, rest, most))
      // Most rows are older than all batches.
      const from = inBatches[limit - 1]?.id ?? range.from
      const inRows = await search({ ...range, from }, limit, (rest, most) => rows.newest(filter, rest, most))
      return newestFirst([...inBatches, ...inRows]).slice(0, limit)
    },
    /** At one instant, so that an entry that moves into the table is counted once. */
    groups(filter: EntryFilter): Promise<readonly EntryGroup[]> {
      const range = computeIdRange(filter)
      return db.read(() => [...groupEntries(batches.all(filter, range)), ...rows.groups(filter, range)])
    },
    oldest(range: IdRange, limit: number, tenant?: string): AuditPage {
      const inRows = rows.oldest(range, limit, tenant)
      const rest = inRows.upTo === undefined ? range : { ...range, before: isBehind(inRows.upTo) }
      return joinedPage(inRows, batches.oldest({ tenant }, rest, limit), limit)
    },
    /** Within a transaction. */
    removeOldest(before: string, limit: number): number {
      // Moves the oldest entries into the table first, where they can be removed together.
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

/** Searches slice by slice, newest first, and lets other work run in between. */
const searching =
  (db: SqliteReads, signal: AbortSignal | undefined) =>
  async (
    range: IdRange,
    limit: number,
    look: (range: IdRange, limit: number) => AuditSlice,
  ): Promise<readonly AuditEntry[]> => {
    const matches: AuditEntry[] = []
    for (let rest = range; ; ) {
      signal?.throwIfAborted()
      const { entries, next } = await db.read(() => look(rest, limit - matches.length))
      matches.push(...entries)
      if (matches.length >= limit || next === undefined) return matches
      rest = { ...rest, before: next }
      await setImmediate()
    }
  }
