import type { UsedAssertions } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

export const sqliteUsedAssertions = (db: SqliteDatabase): UsedAssertions => {
  const dropExpired = db.query<never, [now: number]>('DELETE FROM used_assertions WHERE expires_at <= ?')
  const insert = db.query<never, [hash: string, expiresAt: number]>(
    'INSERT INTO used_assertions (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    use: ({ hash, expires_at }, now) =>
      db.write(() => {
        dropExpired.run(now.getTime() / 1000)
        return insert.run(hash, expires_at).changes > 0
      }),
  }
}
