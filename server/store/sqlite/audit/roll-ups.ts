import type { AuditEntry, AuditReader, LateMark, RollUpRecord, RollUpState, RollUps } from '@patchbay/core/store'
import { createLateMarks, firstState, lateMarks, parseLateMark, stateId } from '../../rules/audit/roll-up-records.ts'
import type { SqliteDatabase, SqliteReads } from '../engine/database.ts'

export interface SqliteRollUps extends RollUps {
  /** Marks entries that come behind what is counted; within the transaction that appends them. */
  markLate(entries: readonly AuditEntry[]): void
}

const createLookUps = (db: SqliteReads) => {
  const get = db.query<RollUpRecord, [id: string]>('SELECT id, value FROM roll_ups WHERE id = ?')
  return {
    get: (id: string): RollUpRecord | null => get.get(id),
    state: (): RollUpState => {
      const row = get.get(stateId)
      return row ? JSON.parse(row.value) : firstState
    },
    between: db.query<RollUpRecord, [from: string, to: string]>(
      'SELECT id, value FROM roll_ups WHERE id >= ? AND id < ? ORDER BY id',
    ),
  }
}

/** The half of the roll-ups that reads. */
export const sqliteRollUpReads = (
  db: SqliteReads,
  { state, get, between } = createLookUps(db),
): AuditReader['rollUps'] => ({
  state: () => db.read(state),
  get: (ids) => db.read(() => ids.flatMap((id) => get(id) ?? [])),
  between: (from, to) => db.read(() => between.all(from, to)),
  late: () => db.read((): LateMark[] => between.all(...lateMarks).map(parseLateMark)),
})

export const sqliteRollUps = (db: SqliteDatabase): SqliteRollUps => {
  const lookUps = createLookUps(db)
  const { state } = lookUps
  const put = db.query<never, [id: string, value: string]>('INSERT OR REPLACE INTO roll_ups (id, value) VALUES (?, ?)')
  const remove = db.query<never, [id: string]>('DELETE FROM roll_ups WHERE id = ?')
  const prune = db.query<never, [from: string, to: string]>('DELETE FROM roll_ups WHERE id >= ? AND id < ?')
  /** The id of the last counted entry, which each append needs; `undefined`: the next append reads it. */
  let counted: string | undefined

  return {
    markLate(entries) {
      counted ??= state().counted
      const upTo = counted
      const late = entries.filter(({ id }) => id <= upTo)
      for (const mark of createLateMarks(late, new Date())) put.run(mark.id, mark.value)
    },
    ...sqliteRollUpReads(db, lookUps),
    commit: ({ version, counted: last, put: records, settled }) =>
      db.write(() => {
        counted = undefined
        if (state().version !== version - 1) return false
        for (const { id, value } of records) put.run(id, value)
        for (const { id } of settled) remove.run(id)
        put.run(stateId, JSON.stringify({ counted: last, version }))
        return true
      }),
    prune: (from, to) =>
      db.write(() => {
        prune.run(from, to)
      }),
  }
}
