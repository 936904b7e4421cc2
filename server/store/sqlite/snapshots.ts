import type { SnapshotRecord, Snapshots } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

export const sqliteSnapshots = (db: SqliteDatabase): Snapshots => {
  const replace = db.query<never, [name: string, at: string, value: string]>(
    'INSERT OR REPLACE INTO snapshots (name, at, value) VALUES (?, ?, ?)',
  )
  const get = db.query<SnapshotRecord, [name: string]>('SELECT * FROM snapshots WHERE name = ?')
  return {
    put: ({ name, at, value }) =>
      db.write(() => {
        replace.run(name, at, value)
      }),
    get: (name) => db.read(() => get.get(name) ?? undefined),
  }
}
