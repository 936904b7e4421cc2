import { Database } from 'bun:sqlite'
import { digestStep, readRecord, recordTable, type StepPlan } from './step-record.ts'
import type { Trace } from './traces.ts'

/** The steps of a database file; a step's number is its place, from 1. */
export interface DatabaseSchema {
  readonly steps: readonly string[]
  /** Show which steps ran if no digests are recorded; without traces, the file's version shows it. */
  readonly traces?: readonly Trace[]
}

/** True if nothing has to be written. */
export const isUpToDate = ({ missing, isRecorded }: StepPlan): boolean => missing.length === 0 && isRecorded

/** The version that the file names; 0: no step has run in it. */
export const readVersion = (db: Database): number =>
  db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** The statements that made every table and index. */
const readSchema = (db: Database): readonly string[] =>
  db
    .query<{ sql: string }, [record: string]>(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name <> ? ORDER BY type DESC, name",
    )
    .all(recordTable)
    .map(({ sql }) => sql)

/** The schema that statements make in an empty database. */
const schemaMadeBy = (statements: readonly string[]): readonly string[] => {
  const db = new Database(':memory:', { strict: true })
  try {
    for (const sql of statements) db.run(sql)
    return readSchema(db)
  } finally {
    db.close()
  }
}

/** True if the missing steps lead from this schema to the one of a new database. Tried without rows, in memory. */
const leadToOurs = (db: Database, steps: readonly string[], missing: readonly number[]): boolean => {
  const schema = readSchema(db)
  // A new database runs the very steps with which it would be compared.
  if (schema.length === 0 && missing.length === steps.length) return true
  const ours = schemaMadeBy(steps)
  const left = steps.filter((_, at) => missing.includes(at + 1))
  try {
    return Bun.deepEquals(schemaMadeBy([...schema, ...left]), ours)
  } catch {
    // A step doesn't fit the database.
    return false
  }
}

const findRan = (db: Database, { steps, traces }: DatabaseSchema, version: number): readonly number[] => {
  const numbers = steps.map((_, at) => at + 1)
  if (!traces) return numbers.slice(0, version)
  return numbers.filter((number) => {
    const trace = traces[number - 1]
    return trace !== undefined && db.query(trace).get() !== null
  })
}

const refuse = (path: string, what: string): Error =>
  new Error(
    `${path} ${what}. Nothing in it was changed: start the version that wrote it, or restore a copy from before that version`,
  )

/**
 * Finds the steps that a database needs, and changes nothing. Throws an Error for the operator if a newer version wrote it, if it
 * was made by other steps than ours, or if ours don't lead to the schema that a new database has.
 */
export const planSteps = (db: Database, path: string, schema: DatabaseSchema): StepPlan => {
  const { steps } = schema
  const version = readVersion(db)
  const record = readRecord(db)
  if (version > steps.length || (record && Math.max(0, ...record.keys()) > steps.length)) {
    throw new Error(
      `${path} was written by a newer Patchbay (schema version ${version}; this one knows ${steps.length}): ` +
        'start that version, or restore a copy made before the upgrade',
    )
  }
  for (const [number, digest] of record ?? []) {
    if (digest !== digestStep(steps[number - 1] ?? ''))
      throw refuse(path, `was made by another step ${number} than this version has`)
  }
  const ran = record ? [...record.keys()] : findRan(db, schema, version)
  const missing = steps.map((_, at) => at + 1).filter((number) => !ran.includes(number))
  const plan = { version, ran, missing, isRecorded: record !== undefined }
  if (!isUpToDate(plan) && !leadToOurs(db, steps, missing))
    throw refuse(path, `has a schema that no released version has made (schema version ${version})`)
  return plan
}
