import { type AuditEntry, type AuditFilter, matchesSearch } from '@patchbay/core/store'
import { filtered } from '../../rules/audit/filter.ts'
import { newestId } from '../../rules/audit/ids.ts'
import type { SqliteReads } from '../engine/database.ts'
import {
  entriesWith,
  type LineMembers,
  lineBegin,
  parseAuditEntries,
  parseAuditLines,
  printAuditEntries,
} from './lines.ts'
import { type AuditPage, type AuditSlice, type IdRange, newestFirst, oldestFirst } from './slices.ts'

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

type Filter = { readonly [N in (typeof filtered)[number] | 'search']?: AuditFilter[N] | undefined }

/** A text that is in the line of every matching entry. */
const findLinePart = (filter: Filter): string => {
  const name = filtered.find((each) => filter[each] !== undefined)
  return name === undefined ? lineBegin : JSON.stringify(filter[name])
}

const isWanted = (entry: AuditEntry, filter: Filter, { from, before }: IdRange): boolean =>
  entry.id >= from &&
  entry.id < before &&
  filtered.every((name) => filter[name] === undefined || filter[name] === entry[name]) &&
  (filter.search === undefined || matchesSearch(entry, filter.search))

/**
 * The stretch of time that a batch's entries are of: 256 ms, by the beginning of their ids. Entries of writes are appended after
 * entries with later ids, so batches of one stretch overlap; those of two never do.
 */
const stretchOf = (id: string): string => id.slice(0, 11)
const endOfStretch = (stretch: string): string => `${stretch}~`

/** Some batches: all of their stretches. */
interface Stretches {
  readonly batches: readonly BatchRow[]
  /** The start of the following stretches, or their end if the newest come first; `undefined`: there are no more. */
  readonly rest: string | undefined
}

/** Reads the batches of a range that begins with a stretch, some stretches at a time. */
const reading = (db: SqliteReads) => {
  const select = (order: 'ASC' | 'DESC', limit = '') =>
    db.query<BatchRow, [from: string, before: string]>(
      `SELECT * FROM audit_batches WHERE first >= ? AND first < ? ORDER BY first ${order} ${limit}`,
    )
  const next = { ASC: select('ASC', `LIMIT ${sliceBatches}`), DESC: select('DESC', `LIMIT ${sliceBatches}`) }
  const ofStretch = select('ASC')
  return (order: 'ASC' | 'DESC', { from, before }: IdRange): Stretches => {
    const batches = next[order].all(from, before)
    if (batches.length < sliceBatches) return { batches, rest: undefined }
    const last = stretchOf(batches.at(-1)?.first ?? '')
    const end = endOfStretch(last)
    const whole = batches.filter(({ first }) => stretchOf(first) !== last)
    if (whole.length > 0) return { batches: whole, rest: order === 'ASC' ? last : end }
    const all = ofStretch.all(last, end < before ? end : before)
    return { batches: all, rest: order === 'ASC' ? end : last }
  }
}

/**
 * The newest entries of the audit log, as they were appended. A batch is one row, so calls wait for a few written pages
 * together. A row for each entry, with its index, would cost two to five times as much; those rows are written later, in
 * the background.
 */
export const sqliteAuditBatches = (db: SqliteReads) => {
  const read = reading(db)
  const newest = (filter: Filter, range: IdRange, limit: number): AuditSlice => {
    const { batches, rest } = read('DESC', { ...range, from: stretchOf(range.from) })
    const part = findLinePart(filter)
    const entries: AuditEntry[] = []
    for (const ofStretch of Map.groupBy(batches, ({ first }) => stretchOf(first)).values()) {
      const stretchEntries = ofStretch.flatMap((batch) => [...entriesWith(batch.entries, part)])
      entries.push(...newestFirst(stretchEntries.filter((entry) => isWanted(entry, filter, range))))
      const last = entries[limit - 1]
      if (last) return { entries: entries.slice(0, limit), next: last.id }
    }
    return { entries, next: rest }
  }
  return {
    ...batchWriter(db),
    newest,
    /** The matching entries of a range, however many there are. */
    all(filter: Filter, range: IdRange): readonly AuditEntry[] {
      const matches: AuditEntry[] = []
      for (let before: string | undefined = range.before; before !== undefined; ) {
        const { entries, next } = newest(filter, { ...range, before }, Number.MAX_SAFE_INTEGER)
        for (const entry of entries) matches.push(entry)
        before = next
      }
      return matches
    },
    oldest(filter: Filter, range: IdRange, limit: number): AuditPage {
      const entries: AuditEntry[] = []
      let looked = 0
      for (let from = stretchOf(range.from); ; ) {
        const { batches, rest } = read('ASC', { from, before: range.before })
        for (const ofStretch of Map.groupBy(batches, ({ first }) => stretchOf(first)).values()) {
          const stretchEntries = ofStretch.flatMap((batch) => parseAuditEntries(batch.entries))
          entries.push(...oldestFirst(stretchEntries).filter((entry) => isWanted(entry, filter, range)))
          const last = entries[limit - 1]
          if (last) return { entries: entries.slice(0, limit), upTo: last.id }
        }
        if (rest === undefined) return { entries, upTo: undefined }
        looked += batches.reduce((sum, { count }) => sum + count, 0)
        if (filter.tenant !== undefined && looked >= mostLooked) return { entries, upTo: findLast(batches) }
        from = rest
      }
    },
    count: (): number =>
      db.query<{ count: number }, []>('SELECT coalesce(sum(count), 0) AS count FROM audit_batches').get()?.count ?? 0,
  }
}

const findLast = (batches: readonly BatchRow[]): string =>
  batches
    .map(({ last }) => last)
    .sort()
    .at(-1) ?? ''

/** Changes batches, within the caller's transaction. */
const batchWriter = (db: SqliteReads) => {
  const insert = db.query<never, [first: string, last: string, count: number, entries: string]>(
    'INSERT INTO audit_batches (first, last, count, entries) VALUES (?, ?, ?, ?)',
  )
  const ofStretch = db.query<Pick<BatchRow, 'entries'>, [from: string, before: string]>(
    'SELECT entries FROM audit_batches WHERE first >= ? AND first < ?',
  )

  return {
    /** Adds entries, sorted by id. */
    add(entries: readonly AuditEntry[]): void {
      for (let begin = 0; begin < entries.length; ) {
        const first = entries[begin]?.id ?? ''
        const before = endOfStretch(stretchOf(first))
        let end = begin + 1
        while (end < entries.length && end < begin + mostEntries && (entries[end]?.id ?? '') < before) end++
        const batch = entries.slice(begin, end)
        insert.run(first, batch.at(-1)?.id ?? '', batch.length, printAuditEntries(batch))
        begin = end
      }
    },
    has(id: string): boolean {
      const stretch = stretchOf(id)
      const line = `${lineBegin}${id}"`
      return ofStretch.all(stretch, endOfStretch(stretch)).some(({ entries }) => entries.includes(line))
    },
    takeOldest: taking(db),
    clear(): void {
      db.query('DELETE FROM audit_batches').run()
    },
  }
}

/**
 * Removes the oldest batches with entries before an id, and returns their lines: at least `limit`, as batches are removed
 * as a whole.
 */
const taking = (db: SqliteReads) => {
  const oldest = db.query<BatchRow, [before: string]>(
    'SELECT * FROM audit_batches WHERE first < ? ORDER BY first LIMIT 1',
  )
  const remove = db.query<never, [number: number]>('DELETE FROM audit_batches WHERE number = ?')
  return (limit: number, before = newestId): LineMembers[] => {
    const taken: LineMembers[] = []
    while (taken.length < limit) {
      const batch = oldest.get(before)
      if (!batch) break
      taken.push(...parseAuditLines(batch.entries))
      remove.run(batch.number)
    }
    return taken
  }
}
