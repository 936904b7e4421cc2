import type { Database } from 'bun:sqlite'
import { lost } from './lost.ts'
import { transaction } from './transaction.ts'

/**
 * Runs missing migrations, each in a transaction that also writes its number to `user_version`. Throws an Error for the
 * operator if the database has seen more migrations than there are, or none although it isn't new.
 */
export const migrate = (db: Database, path: string, migrations: readonly string[], mayBeNew: boolean): void => {
  const { user_version: version } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {
    user_version: 0,
  }
  if (version > migrations.length) {
    throw new Error(
      `${path} was written by a newer Patchbay (schema version ${version}; this one knows ${migrations.length}): ` +
        'start that version, or restore a copy made before the upgrade',
    )
  }
  if (version === 0 && !mayBeNew) throw lost(path)
  for (const [done, sql] of migrations.entries()) {
    if (done < version) continue
    transaction(db, () => {
      db.run(sql)
      db.run(`PRAGMA user_version = ${done + 1}`)
    })
  }
}
