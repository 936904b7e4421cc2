import type { AccountRef, Claim, ClaimRequest, RefreshFailure, SeedRecord, Seeds } from '@patchbay/core/store'
import { exactSecondsOf, msOf, shiftTime } from '@patchbay/core/time'
import { credentialTable, findRefreshed, seedTable } from '../../rules/accounts/account-tables.ts'
import { findConnectedBefore } from '../../rules/accounts/connections.ts'
import { credentialChange } from '../../rules/accounts/credential-change.ts'
import { giveSeed, missingAccount } from '../../rules/accounts/credentials.ts'
import {
  decideClaim,
  endRefresh,
  failRefresh,
  isSameSeed,
  withApplication,
  withRefreshToken,
} from '../../rules/accounts/seed-state.ts'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { buildWrite, readRecords, readWholeTable } from '../engine/tables.ts'
import { createSeedChanges, seeds } from './seed-changes.ts'

/** The accounts whose seeds are due for a refresh. */
const findDue = async (db: MongoDatabase, now: Date, limit: number): Promise<AccountRef[]> => {
  const isOver = { $not: { $gt: msOf(now) } }
  // `$lte` with a number doesn't match null.
  const filter = { status: 'active', due_at: { $lte: exactSecondsOf(now) }, retry_at: isOver } as const
  const cursor = db.collection(seeds.collection).find(filter, {
    sort: { due_at: 1 },
    limit,
    batchSize: limit + 1,
    projection: { _id: 1 },
  })
  return (await cursor.toArray()).map(({ _id }) => _id as unknown as AccountRef)
}

export const mongoSeeds = (db: MongoDatabase): Seeds => {
  const { findSeed, findCredential, serverNow, swap, change, storeAccess } = createSeedChanges(db)

  const readClaim = async (ref: AccountRef, request: ClaimRequest): Promise<{ seed?: SeedRecord; claim: Claim }> => {
    const seed = await findSeed(ref)
    if (!seed) return { claim: { outcome: 'no-seed' } }
    return { seed, claim: decideClaim(seed, await findCredential(ref), request, await serverNow(ref)) }
  }

  /**
   * Decides in the tenant's turn, as the vendor's verdict does (`Credentials.recordVerdict`): of two gateways that find out at one moment that
   * an account needs a person, one begins the need.
   */
  const failForGood = (ref: AccountRef, failure: RefreshFailure): Promise<boolean> =>
    db.write<boolean>(ref.tenant, async (session) => {
      const reads = { seed: seedTable.at(ref), credential: credentialTable.at(ref) }
      const { seed, credential } = await readWholeTable(db, reads, session)
      const next = failRefresh(seed, credential, failure, msOf(db.serverNow()))
      return next ? { answer: next.beginsNeed, writes: [buildWrite(seedTable.put(next.seed))] } : { answer: false }
    })

  return {
    put: (ref, seed, now) =>
      db.write<'created' | 'replaced' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>(ref.tenant, async (session) => {
        const reads = {
          tenant: tenantTable.at({ id: ref.tenant }),
          current: seedTable.at(ref),
          credential: credentialTable.at(ref),
          link: findConnectedBefore(ref),
        }
        const { tenant, current, credential, link } = await readWholeTable(db, reads, session)
        const missing = missingAccount(tenant, ref)
        if (missing) return { answer: missing }
        return {
          answer: current ? 'replaced' : 'created',
          writes: giveSeed(ref, seed, credential, link, now).map(buildWrite),
          changes: [credentialChange(ref)],
        }
      }),
    get: (ref) => db.run(() => findSeed(ref)),
    async claim(ref, request) {
      for (;;) {
        const { seed, claim } = await db.run(() => readClaim(ref, request))
        if (!seed || claim.outcome !== 'claimed' || (await swap(seed, claim.seed))) return claim
      }
    },
    async extend(ref, owner, leaseMs) {
      const extended = await change(ref, async (seed) => {
        if (seed.lease_owner !== owner) return undefined
        return { ...seed, lease_until: shiftTime(await db.run(() => serverNow(ref)), leaseMs) }
      })
      return extended !== undefined
    },
    /**
     * Writes one document after the other, the refresh token first. If the process dies in between, only the access token is
     * lost, and the next holder of the lease requests another. This is not a transaction, because a transaction of a dead
     * process would lock both documents for a minute.
     */
    async complete(ref, result, now) {
      const updated = await change(ref, (seed) => withRefreshToken(seed, result, now))
      const access = updated && (await storeAccess(updated, result, now))
      const isCurrent = (seed: SeedRecord): boolean => updated !== undefined && isSameSeed(seed, updated)
      await change(ref, (seed) => endRefresh(seed, result.owner, isCurrent(seed) ? access : undefined, now))
      return access
    },
    async fail(ref, failure) {
      if (failure.retryInMs === null) return failForGood(ref, failure)
      await change(ref, async (seed) => {
        const [credential, nowMs] = await db.run(() => Promise.all([findCredential(ref), serverNow(ref)]))
        return failRefresh(seed, credential, failure, nowMs)?.seed
      })
      return false
    },
    due: (now, limit) => db.run(() => findDue(db, now, limit)),
    useApplication: async (ref, application, retries) =>
      (await change(ref, (seed) => withApplication(seed, application, retries))) !== undefined,
    hasRefreshed: async (client, since) =>
      (await db.run(() => readRecords(db, findRefreshed(client, since)))) !== undefined,
    async reseal(ref, version, { sealed_client_secret, sealed_refresh_token }) {
      const resealed = await change(ref, (seed) =>
        seed.version === version ? { ...seed, sealed_client_secret, sealed_refresh_token } : undefined,
      )
      return resealed !== undefined
    },
  }
}
