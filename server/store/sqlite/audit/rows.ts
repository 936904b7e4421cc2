import {
  type AuditEntry,
  type AuditFilter,
  type EntryFilter,
  type EntryGroup,
  groupedMembers,
} from '@patchbay/core/store'
import { filtered } from '../../rules/audit/filter.ts'
import type { SqliteReads } from '../engine/database.ts'
import { insertRow, type LineMembers, type RowValues, rowOfLine } from './lines.ts'
import { buildSearchConditions } from './search-conditions.ts'
import type { AuditPage, AuditSlice, IdRange } from './slices.ts'

/** Rows that a query reads before other work runs: a few milliseconds. */
const sliceRows = 10_000

/** An object type: an interface isn't assignable to named bindings. `changes` are JSON. */
type AuditRow = Pick<AuditEntry, Exclude<keyof AuditEntry, 'billable' | 'changes'>> & {
  readonly billable: 0 | 1
  readonly changes: string | null
}

type Bindings = Record<string, string | number>

const toEntry = (row: AuditRow): AuditEntry => ({
  ...row,
  billable: row.billable === 1,
  changes: row.changes === null ? null : JSON.parse(row.changes),
})

/**
 * The table of the audit log, in the order of its ids. Only `tenant` has an index (see `migrations.ts`). Other filters scan
 * in slices, so that the search for a rare match in a long log doesn't delay calls.
 */
export const sqliteAuditRows = (db: SqliteReads) => {
  // INSERT OR IGNORE would also ignore a missing value.
  // A boolean is bound as 0 or 1.
  const prepareInsert = (members: number) =>
    db.query<never, RowValues>(`${insertRow(members)} ON CONFLICT (id) DO NOTHING`)
  /** By the number of members. */
  const inserts: ReturnType<typeof prepareInsert>[] = []
  const prune = db.query<never, [before: string, limit: number]>(
    'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE id < ? ORDER BY id LIMIT ?)',
  )
  const select = (scope: string) =>
    db.query<AuditRow, [Bindings]>(
      `SELECT * FROM audit WHERE id >= $from AND id < $before ${scope} ORDER BY id LIMIT $limit`,
    )

  const one = db.query<{ id: string }, [id: string]>('SELECT id FROM audit WHERE id = ?')

  return {
    has: (id: string): boolean => one.get(id) !== null,
    /** Adds the entry of a line, whose members are the row's values already. An entry whose id is known is skipped. */
    add(line: LineMembers): void {
      inserts[line.length] ??= prepareInsert(line.length)
      inserts[line.length]?.run(...rowOfLine(line))
    },
    newest(filter: AuditFilter, range: IdRange, limit: number): AuditSlice {
      const { scope, match, values } = buildConditions(filter)
      const next = db
        .query<{ id: string }, [Bindings]>(
          `SELECT id FROM audit WHERE ${scope} ORDER BY id DESC LIMIT 1 OFFSET ${sliceRows - 1}`,
        )
        .get({ ...values, ...range })?.id
      const entries = db
        .query<AuditRow, [Bindings]>(`SELECT * FROM audit WHERE ${scope} ${match} ORDER BY id DESC LIMIT $limit`)
        .all({ ...values, ...range, from: next ?? range.from, limit })
        .map(toEntry)
      return { entries, next }
    },
    groups(filter: EntryFilter, range: IdRange): readonly EntryGroup[] {
      const { scope, match, values } = buildConditions(filter)
      return db
        .query<EntryGroup, [Bindings]>(
          `SELECT ${alike.map(([name, value]) => `${value} AS ${name}`).join(', ')}, sum("count") AS entries,
             min(id) AS first, max(id) AS last
           FROM audit WHERE ${scope} ${match} GROUP BY ${alike.map((_, place) => place + 1).join(', ')}`,
        )
        .all({ ...values, ...range })
    },
    oldest(range: IdRange, limit: number, tenant?: string): AuditPage {
      const rows =
        tenant === undefined
          ? select('').all({ ...range, limit })
          : select('AND tenant = $tenant').all({ ...range, limit, tenant })
      return { entries: rows.map(toEntry), upTo: rows.length === limit ? rows.at(-1)?.id : undefined }
    },
    removeOldest: (before: string, limit: number): number => prune.run(before, limit).changes,
    count: (): number => db.query<{ count: number }, []>('SELECT count(*) AS count FROM audit').get()?.count ?? 0,
    clear(): void {
      db.query('DELETE FROM audit').run()
    },
  }
}

/** The columns of a group of entries, as `groupEntries` reads them. */
const alike: readonly (readonly [name: string, value: string])[] = [
  ['outcome', 'outcome'],
  ['source', 'source'],
  ['action', `CASE WHEN outcome <> 'ok' OR source = 'admin' THEN "action" END`],
  ...groupedMembers.map((name) => [name, `CASE WHEN outcome <> 'ok' THEN "${name}" END`] as const),
]

const equals = (name: string): string => `AND ${name} = $${name}`

/** `scope`: the conditions that an index answers. `match`: the conditions that are checked row by row. */
const buildConditions = (filter: EntryFilter) => {
  const values: Bindings = {}
  for (const name of filtered) {
    const value = filter[name]
    if (value !== undefined) values[name] = value
  }
  const names = Object.keys(values)
  const indexed = names.filter((name) => name === 'id' || name === 'tenant')
  const scope = ['id < $before AND id >= $from', ...indexed.map(equals)].join(' ')
  const search = filter.search && buildSearchConditions(filter.search)
  return {
    scope,
    match: [...names.map(equals), ...(search ? [search.sql] : [])].join(' '),
    values: { ...values, ...search?.values },
  }
}
