import type { AccountRef, Claim, ClaimRequest, CredentialRecord, SeedRecord, Seeds } from '@patchbay/core/store'
import { credentialChange } from '../credential-change.ts'
import { completed, failed, freshSeed, judgeClaim } from '../seed-state.ts'
import { accountId, accountsIn, credentials, documentOf, seeds } from './account-documents.ts'
import { missingAccount } from './credentials.ts'
import type { MongoDatabase } from './database.ts'
import { put, type Write } from './write.ts'

const write = (seed: SeedRecord): Write => put(seeds, documentOf(seed))

export const mongoSeeds = (db: MongoDatabase): Seeds => {
  const collection = db.collection(seeds)
  const missing = missingAccount(db)
  const stored = accountsIn(db, seeds)
  const storedCredentials = accountsIn(db, credentials)

  /** The server's clock: those of the gateways may differ. */
  const serverNow = async (ref: AccountRef): Promise<number> => {
    const [found] = await collection
      .aggregate<{ now: Date }>([{ $match: { _id: { $eq: accountId(ref) } } }, { $project: { now: '$$NOW' } }], {})
      .toArray()
    return found?.now.getTime() ?? 0
  }

  const judge = async (ref: AccountRef, request: ClaimRequest): Promise<{ seed?: SeedRecord; claim: Claim }> => {
    const seed = await stored.get(ref)
    if (!seed) return { claim: { outcome: 'no-seed' } }
    return { seed, claim: judgeClaim(seed, await storedCredentials.get(ref), request, await serverNow(ref)) }
  }

  /**
   * Replaces the seed if it is as it was seen. One document is written as a whole without a transaction: one that a dead
   * process leaves open would keep the others from the account for a minute.
   */
  const swap = (seen: SeedRecord, next: SeedRecord): Promise<boolean> => {
    if (db.hasTransactions) {
      const { _id, ...members } = documentOf(seen)
      return db.run(async () => {
        const { matchedCount } = await collection.replaceOne({ _id: { $eq: _id }, ...members }, documentOf(next))
        return matchedCount > 0
      })
    }
    return db.write(seen.tenant, async () =>
      Bun.deepEquals(await stored.get(seen), seen) ? { answer: true, writes: [write(next)] } : { answer: false },
    )
  }

  return {
    put: (ref, seed, now) =>
      db.write<'created' | 'replaced' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>(ref.tenant, async (session) => {
        const reason = await missing(ref, session)
        if (reason) return { answer: reason }
        const known = await stored.get(ref, session)
        const credential = await storedCredentials.get(ref, session)
        return {
          answer: known ? 'replaced' : 'created',
          writes: [write(freshSeed(ref, seed, credential, now))],
        }
      }),
    get: (ref) => db.run(() => stored.get(ref)),
    async claim(ref, request) {
      for (;;) {
        const { seed, claim } = await db.run(() => judge(ref, request))
        if (!seed || claim.outcome !== 'claimed' || (await swap(seed, claim.seed))) return claim
      }
    },
    async extend(ref, owner, leaseMs) {
      for (;;) {
        const seed = await db.run(() => stored.get(ref))
        if (seed?.lease_owner !== owner) return false
        const lease_until = (await db.run(() => serverNow(ref))) + leaseMs
        if (await swap(seed, { ...seed, lease_until })) return true
      }
    },
    complete: (ref, result, now) =>
      db.write<CredentialRecord | undefined>(ref.tenant, async (session) => {
        const credential = await storedCredentials.get(ref, session)
        const next = completed(await stored.get(ref, session), credential, result, now)
        if (!next) return { answer: undefined }
        if (!next.credential) return { answer: undefined, writes: [write(next.seed)] }
        return {
          answer: next.credential,
          // The refresh token first: without a replica set a crash in between is completed later.
          writes: [write(next.seed), put(credentials, documentOf(next.credential))],
          changes: [credentialChange(ref)],
        }
      }),
    async fail(ref, failure) {
      for (;;) {
        const [seed, credential] = await db.run(() => Promise.all([stored.get(ref), storedCredentials.get(ref)]))
        const next = failed(seed, credential, failure, await db.run(() => serverNow(ref)))
        if (!seed || !next || (await swap(seed, next))) return
      }
    },
    due: (now, limit) =>
      db.run(async () => {
        const isOver = { $not: { $gt: now.getTime() } }
        // Beside null nothing that is no number is at most a number.
        const filter = { status: 'active', due_at: { $lte: now.getTime() / 1000 }, retry_at: isOver } as const
        const found = collection.find(filter, {
          sort: { due_at: 1 },
          limit,
          batchSize: limit + 1,
          projection: { _id: 1 },
        })
        return (await found.toArray()).map(({ _id }) => _id)
      }),
    reseal: (ref, version, sealed) =>
      db.write(ref.tenant, async (session) => {
        const seed = await stored.get(ref, session)
        if (seed?.version !== version) return { answer: false }
        const { sealed_client_secret, sealed_refresh_token } = sealed
        return { answer: true, writes: [write({ ...seed, sealed_client_secret, sealed_refresh_token })] }
      }),
  }
}
