import type { AccountRef, Change, SeedRecord, Seeds } from '@patchbay/core/store'
import { currentMs, msOf, secondsOf, shiftTime } from '@patchbay/core/time'
import { credentialTable, findRefreshed, readAccountRef, seedTable } from '../../rules/accounts/account-tables.ts'
import { findConnectedBefore } from '../../rules/accounts/connections.ts'
import { credentialChange } from '../../rules/accounts/credential-change.ts'
import { giveSeed, missingAccount } from '../../rules/accounts/credentials.ts'
import { completeRefresh, decideClaim, failRefresh, withApplication } from '../../rules/accounts/seed-state.ts'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createTables } from '../engine/tables.ts'

export const sqliteSeeds = (db: SqliteDatabase, announce: (change: Change) => void): Seeds => {
  const tables = createTables(db)
  const findSeed = (ref: AccountRef) => tables.read(seedTable.at(ref))
  const findCredential = (ref: AccountRef) => tables.read(credentialTable.at(ref))
  const putSeed = (seed: SeedRecord): void => {
    tables.write(seedTable.put(seed))
  }
  const due = db.query<AccountRef, { seconds: number; milliseconds: number; limit: number }>(
    `SELECT tenant, provider, account FROM seeds
     WHERE status = 'active' AND due_at <= $seconds AND ifnull(retry_at, 0) <= $milliseconds ORDER BY due_at LIMIT $limit`,
  )
  return {
    async put(ref, seed, now) {
      const outcome = await db.write(() => {
        const reason = missingAccount(tables.read(tenantTable.at({ id: ref.tenant })), ref)
        if (reason) return reason
        const replaced = findSeed(ref) ? 'replaced' : 'created'
        const link = tables.read(findConnectedBefore(ref))
        for (const write of giveSeed(ref, seed, findCredential(ref), link, now)) tables.write(write)
        return replaced
      })
      if (outcome === 'created' || outcome === 'replaced') announce(credentialChange(ref))
      return outcome
    },
    get: (ref) => db.read(() => findSeed(ref)),
    claim: (ref, request) =>
      db.write(() => {
        const claim = decideClaim(findSeed(ref), findCredential(ref), request, currentMs())
        if (claim.outcome === 'claimed') putSeed(claim.seed)
        return claim
      }),
    extend: (ref, owner, leaseMs) =>
      db.write(() => {
        const seed = findSeed(ref)
        if (seed?.lease_owner !== owner) return false
        putSeed({ ...seed, lease_until: shiftTime(currentMs(), leaseMs) })
        return true
      }),
    async complete(ref, result, now) {
      const stored = await db.write(() => {
        const next = completeRefresh(findSeed(ref), findCredential(ref), result, now)
        if (next) putSeed(next.seed)
        if (next?.credential) tables.write(credentialTable.put(next.credential))
        return next?.credential
      })
      if (stored) announce(credentialChange(ref))
      return stored
    },
    fail: (ref, failure) =>
      db.write(() => {
        const next = failRefresh(findSeed(ref), findCredential(ref), failure, currentMs())
        if (next) putSeed(next.seed)
        return next?.beginsNeed ?? false
      }),
    due: (now, limit) => db.read(() => due.all({ seconds: secondsOf(now), milliseconds: msOf(now), limit })),
    useApplication: (ref, application, retries) =>
      db.write(() => {
        const seed = findSeed(ref)
        const next = seed && withApplication(seed, application, retries)
        if (next) putSeed(next)
        return next !== undefined
      }),
    hasRefreshed: (client, since) => db.read(() => tables.read(findRefreshed(client, since)) !== undefined),
    reseal: (ref, version, { sealed_client_secret, sealed_refresh_token }) =>
      db.write(() => {
        const sealed = { sealed_client_secret, sealed_refresh_token }
        return tables.write(seedTable.update({ ...readAccountRef(ref), version }, sealed)) > 0
      }),
  }
}
