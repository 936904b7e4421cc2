import type { SessionRecord, Sessions } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

export const sqliteSessions = (db: SqliteDatabase): Sessions => {
  const dropExpired = db.query<never, [at: number]>('DELETE FROM sessions WHERE expires_at <= ?')
  const insert = db.query<never, [Pick<SessionRecord, keyof SessionRecord>]>(
    `INSERT INTO sessions (hash, person_id, name, role, key_hash, confirmed_at, used_at, expires_at)
     VALUES ($hash, $person_id, $name, $role, $key_hash, $confirmed_at, $used_at, $expires_at)`,
  )
  const find = db.query<SessionRecord, [hash: string]>('SELECT * FROM sessions WHERE hash = ?')
  const use = db.query<never, [usedAt: number, hash: string]>('UPDATE sessions SET used_at = ? WHERE hash = ?')
  const end = db.query<never, [hash: string]>('DELETE FROM sessions WHERE hash = ?')
  const endAll = db.query<never, [personId: string]>('DELETE FROM sessions WHERE person_id = ?')
  return {
    create: (session) =>
      db.write(() => {
        dropExpired.run(session.used_at)
        insert.run(session)
      }),
    find: (hash) => db.read(() => find.get(hash) ?? undefined),
    use: (hash, usedAt) =>
      db.write(() => {
        use.run(usedAt, hash)
      }),
    end: (hash) =>
      db.write(() => {
        end.run(hash)
      }),
    endAll: (personId) =>
      db.write(() => {
        endAll.run(personId)
      }),
  }
}
