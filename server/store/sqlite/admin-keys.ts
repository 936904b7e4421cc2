import type { AdminKeyRecord, AdminKeys, Change } from '@patchbay/core/store'
import { adminKeyRecord } from '../rules/admin-key-record.ts'
import type { SqliteDatabase } from './database.ts'

export const sqliteAdminKeys = (db: SqliteDatabase, announce: (change: Change) => void): AdminKeys => {
  const count = db.query<{ count: number }, []>('SELECT count(*) AS count FROM admin_keys')
  const insert = db.query<never, [Pick<AdminKeyRecord, keyof AdminKeyRecord>]>(
    `INSERT INTO admin_keys (hash, key_id, name, role, created_at, expires_at)
     VALUES ($hash, $key_id, $name, $role, $created_at, $expires_at)`,
  )
  const find = db.query<AdminKeyRecord, [hash: string]>('SELECT * FROM admin_keys WHERE hash = ?')
  const list = db.query<AdminKeyRecord, []>('SELECT * FROM admin_keys ORDER BY created_at, hash')
  const remove = db.query<{ hash: string }, [keyId: string]>('DELETE FROM admin_keys WHERE key_id = ? RETURNING hash')
  return {
    async create(key, { now, most }) {
      const record = adminKeyRecord(key, now)
      const isCreated = await db.write(() => {
        if ((count.get()?.count ?? 0) >= most) return false
        insert.run(record)
        return true
      })
      if (!isCreated) return undefined
      announce({ kind: 'admin-key', hash: key.hash })
      return record
    },
    find: (hash) => db.read(() => find.get(hash) ?? undefined),
    list: () => db.read(() => list.all()),
    async remove(keyId) {
      const removed = await db.write(() => remove.all(keyId))
      for (const { hash } of removed) announce({ kind: 'admin-key', hash })
      return removed.length > 0
    },
  }
}
