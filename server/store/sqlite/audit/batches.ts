import type { AuditEntry, AuditFilter } from '@patchbay/core/store'
import { filtered } from '../../rules/audit/filter.ts'
import { newestId } from '../../rules/audit/ids.ts'
import type { SqliteReads } from '../engine/database.ts'
import { entriesWith, lineBegin, parseAuditEntries, printAuditEntries } from './lines.ts'
import { type AuditPage, type AuditSlice, type IdRange, isBehind } from './slices.ts'

/** Entries of one batch at most. */
const mostEntries = 500
/** Batches that are read at once, which takes a few milliseconds. */
const sliceBatches = 20
/** Entries that are searched at once for a tenant's. */
const mostLooked = 10_000

interface BatchRow {
  readonly number: number
  readonly first: string
  readonly last: string
  readonly count: number
  readonly entries: string
}

type Filter = Pick<AuditFilter, (typeof filtered)[number]>

/** A text that is in the line of every matching entry. */
const findLinePart = (filter: Filter): string => {
  const name = filtered.find((each) => filter[each] !== undefined)
  return name === undefined ? lineBegin : JSON.stringify(filter[name])
}

const isWanted = (entry: AuditEntry, filter: Filter, { from, before }: IdRange): boolean =>
  entry.id >= from &&
  entry.id < before &&
  filtered.every((name) => filter[name] === undefined || filter[name] === entry[name])

/**
 * The newest entries of the audit log, as they were appended. A batch is one row, so calls wait for a few written pages
 * together. A row for each entry, with its index, would cost two to five times as much; those rows are written later, in
 * the background.
 */
export const sqliteAuditBatches = (db: SqliteReads) => {
  const oldest = db.query<{ first: string }, []>('SELECT first FROM audit_batches ORDER BY number LIMIT 1')
  const overlapping = (order: 'ASC' | 'DESC') =>
    db.query<BatchRow, [from: string, before: string]>(
      `SELECT * FROM audit_batches WHERE last >= ? AND first < ? ORDER BY number ${order} LIMIT ${sliceBatches}`,
    )
  const slice = (order: 'ASC' | 'DESC', from: string, before: string): readonly BatchRow[] => {
    // Most ranges are older than all batches, of which there may be thousands.
    const { first = newestId } = oldest.get() ?? {}
    return first < before ? overlapping(order).all(from, before) : []
  }
  return {
    ...batchWriter(db),
    newest(filter: Filter, range: IdRange, limit: number): AuditSlice {
      const batches = slice('DESC', range.from, range.before)
      const entries: AuditEntry[] = []
      for (const batch of batches) {
        for (const entry of entriesWith(batch.entries, findLinePart(filter))) {
          if (isWanted(entry, filter, range)) entries.push(entry)
          if (entries.length === limit) return { entries, next: entry.id }
        }
      }
      return { entries, next: batches.length < sliceBatches ? undefined : batches.at(-1)?.first }
    },
    oldest(filter: Filter, range: IdRange, limit: number): AuditPage {
      const entries: AuditEntry[] = []
      let looked = 0
      for (let from = range.from; ; ) {
        const batches = slice('ASC', from, range.before)
        for (const batch of batches) {
          for (const entry of parseAuditEntries(batch.entries)) {
            if (isWanted(entry, filter, range)) entries.push(entry)
            if (entries.length === limit) return { entries, upTo: entry.id }
          }
        }
        const last = batches.at(-1)?.last ?? ''
        if (batches.length < sliceBatches) return { entries, upTo: undefined }
        looked += batches.reduce((sum, { count }) => sum + count, 0)
        if (filter.tenant !== undefined && looked >= mostLooked) return { entries, upTo: last }
        from = isBehind(last)
      }
    },
    count: (): number =>
      db.query<{ count: number }, []>('SELECT coalesce(sum(count), 0) AS count FROM audit_batches').get()?.count ?? 0,
  }
}

/** Changes batches, within the caller's transaction. */
const batchWriter = (db: SqliteReads) => {
  const insert = db.query<never, [first: string, last: string, count: number, entries: string]>(
    'INSERT INTO audit_batches (first, last, count, entries) VALUES (?, ?, ?, ?)',
  )
  const newest = db.query<{ last: string }, []>('SELECT last FROM audit_batches ORDER BY number DESC LIMIT 1')
  const newestRow = db.query<{ id: string | null }, []>('SELECT max(id) AS id FROM audit')
  const holding = db.query<BatchRow, [id: string]>(
    'SELECT * FROM audit_batches WHERE last >= ? ORDER BY number LIMIT 1',
  )

  return {
    /** Adds entries, sorted by id, that are newer than all stored ones. Returns the other entries as `late`. */
    add(entries: readonly AuditEntry[]): {
      readonly added: readonly AuditEntry[]
      readonly late: readonly AuditEntry[]
    } {
      let last = newest.get()?.last ?? newestRow.get()?.id ?? ''
      const late: AuditEntry[] = []
      const added = entries.filter((entry) => {
        const isNewer = entry.id > last
        if (isNewer) last = entry.id
        else late.push(entry)
        return isNewer
      })
      for (let begin = 0; begin < added.length; begin += mostEntries) {
        const batch = added.slice(begin, begin + mostEntries)
        insert.run(batch[0]?.id ?? '', batch.at(-1)?.id ?? '', batch.length, printAuditEntries(batch))
      }
      return { added, late }
    },
    has: (id: string): boolean => holding.get(id)?.entries.includes(`${lineBegin}${id}"`) ?? false,
    takeOldest: taking(db),
    clear(): void {
      db.query('DELETE FROM audit_batches').run()
    },
  }
}

/**
 * Removes the oldest batches with entries before an id, and returns their entries: at least `limit`, as batches are removed
 * as a whole.
 */
const taking = (db: SqliteReads) => {
  const oldest = db.query<BatchRow, []>('SELECT * FROM audit_batches ORDER BY number LIMIT 1')
  const remove = db.query<never, [number: number]>('DELETE FROM audit_batches WHERE number = ?')
  return (limit: number, before = newestId): readonly AuditEntry[] => {
    const taken: AuditEntry[] = []
    while (taken.length < limit) {
      const batch = oldest.get()
      if (!batch || batch.first >= before) break
      taken.push(...parseAuditEntries(batch.entries))
      remove.run(batch.number)
    }
    return taken
  }
}
