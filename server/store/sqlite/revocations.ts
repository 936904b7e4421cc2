import type { AccountRef, Leaving, Revocations } from '@patchbay/core/store'
import { revocationOf } from '../rules/revocation-of.ts'
import { findApp } from './apps.ts'
import { findConnectedBefore } from './connections.ts'
import { credentialRows } from './credential-rows.ts'
import type { SqliteDatabase } from './database.ts'
import { addRevocation, type RevocationRow, revocationRecordOf } from './revocation-rows.ts'
import { seedRows } from './seed-rows.ts'

/** Keeps what is to be ended of accounts that are about to be removed, for use within the transaction that removes them. */
export const leaveRevocations = (db: SqliteDatabase) => {
  const add = addRevocation(db)
  const [credentials, seeds, app, link] = [credentialRows(db), seedRows(db), findApp(db), findConnectedBefore(db)]
  return (refs: readonly AccountRef[], leaving: Leaving | undefined): void => {
    if (!leaving) return
    for (const ref of refs) {
      const held = { credential: credentials.get(ref), seed: seeds.get(ref), link: link(ref), app: app(ref) }
      const revocation = revocationOf(ref, held, leaving)
      if (revocation) add(revocation)
    }
  }
}

export const sqliteRevocations = (db: SqliteDatabase): Revocations => {
  const put = addRevocation(db)
  const get = db.query<RevocationRow, [id: string]>('SELECT value FROM revocations WHERE id = ?')
  const due = db.query<RevocationRow, [now: number]>(
    'SELECT value FROM revocations WHERE next_at <= ? ORDER BY next_at, id LIMIT 1',
  )
  const remove = db.query<{ id: string }, [id: string]>('DELETE FROM revocations WHERE id = ? RETURNING id')
  return {
    claim: (now, until) =>
      db.write(() => {
        const row = due.get(now.getTime())
        if (!row) return undefined
        const claimed = { ...revocationRecordOf(row), next_at: until.getTime() }
        put(claimed)
        return claimed
      }),
    update: (revocation) =>
      db.write(() => {
        if (!get.get(revocation.id)) return false
        put(revocation)
        return true
      }),
    remove: (id) => db.write(() => remove.all(id).length > 0),
  }
}
