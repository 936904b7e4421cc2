import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStore } from './index.ts'
import { movedTables } from './transfer.ts'

test('every table is moved with the store, but sessions of the console, files and failed calls, which live for a day, the schedules, which a start makes, and how far a move has come, and the record of the schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  await openSqliteStore(folder).close()
  const tablesOf = (file: string): string[] => {
    const db = new Database(join(folder, file), { readonly: true })
    const rows = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    db.close()
    return rows.map(({ name }) => name)
  }
  const tables = [...tablesOf('patchbay.sqlite'), ...tablesOf('audit.sqlite')]
  rmSync(folder, { recursive: true })
  expect(tables.toSorted()).toEqual(
    [
      ...movedTables,
      'failed_calls',
      'jobs',
      'schema_steps',
      'schema_steps',
      'sessions',
      'stored_files',
      'transfer',
    ].toSorted(),
  )
})
