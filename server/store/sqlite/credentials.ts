import type { AccountRef, Change, CredentialCounts, Credentials } from '@patchbay/core/store'
import { credentialChange } from '../rules/credential-change.ts'
import { hasAccount } from '../rules/has-account.ts'
import { judged } from '../rules/judge-credential.ts'
import { withToken } from '../rules/seed-state.ts'
import { credentialRows } from './credential-rows.ts'
import type { SqliteDatabase } from './database.ts'
import { leaveRevocations } from './revocations.ts'
import { seedRows } from './seed-rows.ts'

/** Why an account can't have a credential or seed; `undefined`: it can. For use within a transaction. */
export const missingAccount = (db: SqliteDatabase) => {
  const providersOf = db.query<{ providers: string }, [tenant: string]>('SELECT providers FROM tenants WHERE id = ?')
  return (ref: AccountRef): 'TENANT_NOT_FOUND' | 'CONFIG_MISSING' | undefined => {
    const tenant = providersOf.get(ref.tenant)
    if (!tenant) return 'TENANT_NOT_FOUND'
    return hasAccount(JSON.parse(tenant.providers), ref) ? undefined : 'CONFIG_MISSING'
  }
}

export const sqliteCredentials = (db: SqliteDatabase, announce: (change: Change) => void): Credentials => {
  const missing = missingAccount(db)
  const rows = credentialRows(db)
  const seeds = seedRows(db)
  const leave = leaveRevocations(db)
  const count = db.query<CredentialCounts, { now: number; soon: number }>(
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE expires_at > $now AND expires_at <= $soon) -
         (SELECT count(*) FROM seeds WHERE status = 'active' AND expires_at > $now AND expires_at <= $soon)
         AS expiring_soon,
       count(*) FILTER (WHERE expires_at <= $now) AS expired
     FROM credentials`,
  )
  return {
    async put(ref, { sealed, token_type, expires_at }, now) {
      const outcome = await db.write(() => {
        const reason = missing(ref)
        if (reason) return reason
        const { tenant, provider, account } = ref
        const updated_at = now.toISOString()
        const version = crypto.randomUUID()
        const rejected_at = null
        rows.put({ tenant, provider, account, sealed, token_type, expires_at, version, updated_at, rejected_at })
        const seed = seeds.get(ref)
        if (seed) seeds.put(withToken(seed, expires_at, now))
        return 'stored'
      })
      if (outcome === 'stored') announce(credentialChange(ref))
      return outcome
    },
    get: (ref) => db.read(() => rows.get(ref)),
    async remove(ref, leaving) {
      const removed = await db.write(() => {
        leave([ref], leaving)
        return [rows.remove(ref), seeds.remove(ref)].includes(true)
      })
      if (removed) announce(credentialChange(ref))
      return removed
    },
    count: (now, soonSeconds) =>
      db.read(() => {
        const seconds = now.getTime() / 1000
        return (
          count.get({ now: seconds, soon: seconds + soonSeconds }) ?? {
            total: 0,
            expiring_soon: 0,
            expired: 0,
          }
        )
      }),
    async judge(ref, version, rejected) {
      const changed = await db.write(() => {
        const next = judged(rows.get(ref), version, rejected)
        if (next) rows.put(next)
        return next !== undefined
      })
      if (changed) announce(credentialChange(ref))
      return changed
    },
    reseal: (ref, version, sealed) =>
      db.write(() => {
        const known = rows.get(ref)
        if (known?.version !== version) return false
        rows.put({ ...known, sealed })
        return true
      }),
  }
}
