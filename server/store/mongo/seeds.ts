import type { AccountRef, Claim, ClaimRequest, CredentialRecord, SeedRecord, Seeds } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
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
  const serverNow = async (ref: AccountRef, session: ClientSession | undefined): Promise<number> => {
    const [found] = await collection
      .aggregate<{ now: Date }>([{ $match: { _id: { $eq: accountId(ref) } } }, { $project: { now: '$$NOW' } }], {
        session,
      })
      .toArray()
    return found?.now.getTime() ?? 0
  }

  const judge = async (ref: AccountRef, request: ClaimRequest, session?: ClientSession): Promise<Claim> => {
    const seed = await stored.get(ref, session)
    if (!seed) return { outcome: 'no-seed' }
    const credential: CredentialRecord | undefined = await storedCredentials.get(ref, session)
    return judgeClaim(seed, credential, request, await serverNow(ref, session))
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
      // Those who wait ask again and again: a look costs less than a transaction, which asks anew.
      const seen = await db.run(() => judge(ref, request))
      if (seen.outcome !== 'claimed') return seen
      return db.write<Claim>(ref.tenant, async (session) => {
        const claim = await judge(ref, request, session)
        return claim.outcome === 'claimed' ? { answer: claim, writes: [write(claim.seed)] } : { answer: claim }
      })
    },
    extend: (ref, owner, leaseMs) =>
      db.write(ref.tenant, async (session) => {
        const seed = await stored.get(ref, session)
        if (seed?.lease_owner !== owner) return { answer: false }
        return {
          answer: true,
          writes: [write({ ...seed, lease_until: (await serverNow(ref, session)) + leaseMs })],
        }
      }),
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
    fail: (ref, failure) =>
      db.write(ref.tenant, async (session) => {
        const seed = await stored.get(ref, session)
        const credential = await storedCredentials.get(ref, session)
        const next = failed(seed, credential, failure, await serverNow(ref, session))
        return { answer: undefined, writes: next ? [write(next)] : [] }
      }),
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
