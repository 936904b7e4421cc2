import type { AccountRef, Change, CredentialCounts, CredentialRecord, Credentials } from '@patchbay/core/store'
import { credentialChange } from '../credential-change.ts'
import { hasAccount } from '../has-account.ts'
import type { SqliteDatabase } from './database.ts'

type Key = [tenant: string, provider: string, account: string]

const keyOf = ({ tenant, provider, account }: AccountRef): Key => [tenant, provider, account]

export const sqliteCredentials = (db: SqliteDatabase, announce: (change: Change) => void): Credentials => {
  const providersOf = db.query<{ providers: string }, [tenant: string]>('SELECT providers FROM tenants WHERE id = ?')
  const get = db.query<CredentialRecord, Key>(
    'SELECT * FROM credentials WHERE tenant = ? AND provider = ? AND account = ?',
  )
  const replace = db.query<
    never,
    [...Key, sealed: string, tokenType: string, expiresAt: number | null, version: string, updatedAt: string]
  >(
    `INSERT OR REPLACE INTO credentials (tenant, provider, account, sealed, token_type, expires_at, version, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.query<never, Key>('DELETE FROM credentials WHERE tenant = ? AND provider = ? AND account = ?')
  const count = db.query<CredentialCounts, { now: number; soon: number }>(
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE expires_at > $now AND expires_at <= $soon) AS expiring_soon,
       count(*) FILTER (WHERE expires_at <= $now) AS expired
     FROM credentials`,
  )
  return {
    async put(ref, { sealed, token_type, expires_at }, now) {
      const outcome = await db.write(() => {
        const tenant = providersOf.get(ref.tenant)
        if (!tenant) return 'TENANT_NOT_FOUND'
        if (!hasAccount(JSON.parse(tenant.providers), ref)) return 'CONFIG_MISSING'
        replace.run(...keyOf(ref), sealed, token_type, expires_at, crypto.randomUUID(), now.toISOString())
        return 'stored'
      })
      if (outcome === 'stored') announce(credentialChange(ref))
      return outcome
    },
    get: (ref) => db.read(() => get.get(...keyOf(ref)) ?? undefined),
    async remove(ref) {
      const removed = await db.write(() => remove.run(...keyOf(ref)).changes > 0)
      if (removed) announce(credentialChange(ref))
      return removed
    },
    count: (now, soonSeconds) =>
      db.read(() => {
        const seconds = now.getTime() / 1000
        return count.get({ now: seconds, soon: seconds + soonSeconds }) ?? { total: 0, expiring_soon: 0, expired: 0 }
      }),
  }
}
