import type { AccountRef, Change, Seeds } from '@patchbay/core/store'
import { credentialChange } from '../rules/credential-change.ts'
import { completed, failed, freshSeed, judgeClaim } from '../rules/seed-state.ts'
import { credentialRows } from './credential-rows.ts'
import { missingAccount } from './credentials.ts'
import type { SqliteDatabase } from './database.ts'
import { seedRows } from './seed-rows.ts'

export const sqliteSeeds = (db: SqliteDatabase, announce: (change: Change) => void): Seeds => {
  const missing = missingAccount(db)
  const seeds = seedRows(db)
  const credentials = credentialRows(db)
  const due = db.query<AccountRef, { seconds: number; milliseconds: number; limit: number }>(
    `SELECT tenant, provider, account FROM seeds
     WHERE status = 'active' AND due_at <= $seconds AND ifnull(retry_at, 0) <= $milliseconds ORDER BY due_at LIMIT $limit`,
  )
  return {
    put: (ref, seed, now) =>
      db.write(() => {
        const reason = missing(ref)
        if (reason) return reason
        const outcome = seeds.get(ref) ? 'replaced' : 'created'
        seeds.put(freshSeed(ref, seed, credentials.get(ref), now))
        return outcome
      }),
    get: (ref) => db.read(() => seeds.get(ref)),
    claim: (ref, request) =>
      db.write(() => {
        const claim = judgeClaim(seeds.get(ref), credentials.get(ref), request, Date.now())
        if (claim.outcome === 'claimed') seeds.put(claim.seed)
        return claim
      }),
    extend: (ref, owner, leaseMs) =>
      db.write(() => {
        const seed = seeds.get(ref)
        if (seed?.lease_owner !== owner) return false
        seeds.put({ ...seed, lease_until: Date.now() + leaseMs })
        return true
      }),
    async complete(ref, result, now) {
      const stored = await db.write(() => {
        const next = completed(seeds.get(ref), credentials.get(ref), result, now)
        if (next) seeds.put(next.seed)
        if (next?.credential) credentials.put(next.credential)
        return next?.credential
      })
      if (stored) announce(credentialChange(ref))
      return stored
    },
    fail: (ref, failure) =>
      db.write(() => {
        const next = failed(seeds.get(ref), credentials.get(ref), failure, Date.now())
        if (next) seeds.put(next)
      }),
    due: (now, limit) =>
      db.read(() => due.all({ seconds: Math.floor(now.getTime() / 1000), milliseconds: now.getTime(), limit })),
    reseal: (ref, version, { sealed_client_secret, sealed_refresh_token }) =>
      db.write(() => {
        const seed = seeds.get(ref)
        if (seed?.version !== version) return false
        seeds.put({ ...seed, sealed_client_secret, sealed_refresh_token })
        return true
      }),
  }
}
