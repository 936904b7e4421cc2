import { setImmediate } from 'node:timers/promises'
import type { Audit, AuditEntry, AuditFilter } from '@patchbay/core/store'
import { newestId, oldestIdAt } from '../rules/audit-ids.ts'
import type { SqliteDatabase } from './database.ts'
import type { SqliteRollUps } from './roll-ups.ts'
import { sqliteTally } from './tally.ts'

/** Rows that a query looks at before other work gets its turn: a few milliseconds. */
const sliceRows = 10_000

/** Pages that a removal gives back to the disk: more than the entries of one had, and a few milliseconds. */
const mostPages = 200

/** An object type, which an interface isn't where named bindings are asked for. */
export type AuditRow = Pick<AuditEntry, Exclude<keyof AuditEntry, 'billable'>> & { readonly billable: 0 | 1 }

type Bindings = Record<string, string | number>

export const auditEntryOf = (row: AuditRow): AuditEntry => ({ ...row, billable: row.billable === 1 })

export const auditRowOf = (entry: AuditEntry): AuditRow => ({ ...entry, billable: entry.billable ? 1 : 0 })

/**
 * The audit log in the order of its ids, which is that of time. Only `tenant` has an index (see `migrations.ts`); other
 * filters scan, in slices, so that a rare match in a long log holds up nobody's call.
 */
export const sqliteAudit = (db: SqliteDatabase, { markLate }: Pick<SqliteRollUps, 'markLate'>): Audit => {
  // ON CONFLICT and not INSERT OR IGNORE, which would pass over a missing value as well.
  // A boolean is bound as 0 or 1.
  const insert = db.query<never, [Pick<AuditEntry, keyof AuditEntry>]>(
    `INSERT INTO audit VALUES ($id, $at, $tenant, $action, $source, $key, $outcome, $code, $status, $ip, $token_id,
       $request_id, $duration_ms, $count, $cache, $bytes, $billable)
     ON CONFLICT (id) DO NOTHING`,
  )

  const prune = db.query<never, [before: string, limit: number]>(
    'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE id < ? ORDER BY id LIMIT ?)',
  )

  /** Moves pages from the end of the file to where entries were; the file is cut with the next checkpoint. */
  const giveBack = db.query(`PRAGMA incremental_vacuum(${mostPages})`)

  /** The page's part of one slice, and where the next slice begins, if there is one. */
  const querySlice = (filter: AuditFilter, before: string, limit: number) => {
    const { scope, match, values } = conditionsOf(filter)
    const oldest = filter.since ? oldestIdAt(filter.since) : ''
    const next = db
      .query<{ id: string }, [Bindings]>(
        `SELECT id FROM audit WHERE ${scope} ORDER BY id DESC LIMIT 1 OFFSET ${sliceRows - 1}`,
      )
      .get({ ...values, before, oldest })?.id
    const entries = db
      .query<AuditRow, [Bindings]>(`SELECT * FROM audit WHERE ${scope} ${match} ORDER BY id DESC LIMIT $limit`)
      .all({ ...values, before, oldest: next ?? oldest, limit })
      .map(auditEntryOf)
    return { entries, next }
  }

  return {
    append: (entries) =>
      db.write(() => {
        markLate(entries.filter((entry) => insert.run(entry).changes > 0))
      }, entries.length),
    async query(filter) {
      const found: AuditEntry[] = []
      let before = firstBefore(filter)
      for (;;) {
        const { entries, next } = await db.read(() => querySlice(filter, before, filter.limit - found.length))
        found.push(...entries)
        if (found.length >= filter.limit || next === undefined) return found
        before = next
        await setImmediate()
      }
    },
    prune: (before, limit) =>
      db.write(() => {
        const { changes } = prune.run(oldestIdAt(before), limit)
        giveBack.all()
        return changes
      }),
    tally: sqliteTally(db),
  }
}

const firstBefore = ({ before = newestId, until }: AuditFilter): string => {
  const end = until ? oldestIdAt(until) : newestId
  return before < end ? before : end
}

const equals = (name: string): string => `AND ${name} = $${name}`

/** `scope` is what an index answers, `match` is looked at row by row. */
const conditionsOf = ({ id, tenant, action, source, key }: AuditFilter) => {
  const values: Bindings = {}
  for (const [name, value] of Object.entries({ id, tenant, action, source, key })) {
    if (value !== undefined) values[name] = value
  }
  const names = Object.keys(values)
  const indexed = names.filter((name) => name === 'id' || name === 'tenant')
  const scope = ['id < $before AND id >= $oldest', ...indexed.map(equals)].join(' ')
  return { scope, match: names.map(equals).join(' '), values }
}
