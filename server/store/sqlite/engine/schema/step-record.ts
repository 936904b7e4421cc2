import type { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'

/** The table with the digest of each step that ran in a database. */
export const recordTable = 'schema_steps'

export const digestStep = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** The recorded digests by the number of the step; `undefined`: an earlier version wrote the database, or it is new. */
export const readRecord = (db: Database): ReadonlyMap<number, string> | undefined => {
  const exists = db.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(recordTable)
  if (!exists) return undefined
  const rows = db.query<{ number: number; digest: string }, []>(`SELECT * FROM ${recordTable} ORDER BY number`).all()
  return new Map(rows.map(({ number, digest }) => [number, digest]))
}

/** The steps that ran in a database, and those that must run. */
export interface StepPlan {
  /** The version that the file names: the number of its last step; 0: it is new. */
  readonly version: number
  readonly ran: readonly number[]
  readonly missing: readonly number[]
  /** True if the database has the digests of the steps that ran. */
  readonly isRecorded: boolean
}

/** Runs the missing steps, and records the digests of all. The caller's transaction makes that one change. */
export const runSteps = (db: Database, steps: readonly string[], { ran, missing, isRecorded }: StepPlan): void => {
  if (!isRecorded)
    db.run(`CREATE TABLE ${recordTable} (number INTEGER NOT NULL PRIMARY KEY, digest TEXT NOT NULL) STRICT`)
  for (const number of missing) db.run(steps[number - 1] ?? '')
  const record = db.query<never, [number: number, digest: string]>(`INSERT INTO ${recordTable} VALUES (?, ?)`)
  for (const number of isRecorded ? missing : [...ran, ...missing])
    record.run(number, digestStep(steps[number - 1] ?? ''))
  // Versions that know no digests refuse a database whose version is above theirs.
  db.run(`PRAGMA user_version = ${steps.length}`)
}
