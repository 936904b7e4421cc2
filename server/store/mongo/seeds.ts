import type {
  AccountRef,
  Claim,
  ClaimRequest,
  CredentialRecord,
  RefreshResult,
  SeedRecord,
  Seeds,
} from '@patchbay/core/store'
import { credentialChange } from '../rules/credential-change.ts'
import { accessOf, ended, failed, freshSeed, isSameSeed, judgeClaim, withRefreshToken } from '../rules/seed-state.ts'
import { accountId, accountsIn, credentials, documentOf, seeds } from './account-documents.ts'
import { missingAccount } from './credentials.ts'
import type { MongoDatabase } from './database.ts'
import { put, replacement, type Write } from './write.ts'

const write = (seed: SeedRecord): Write => put(seeds, documentOf(seed))

export const mongoSeeds = (db: MongoDatabase): Seeds => {
  const collection = db.collection(seeds)
  const missing = missingAccount(db)
  const stored = accountsIn(db, seeds)
  const storedCredentials = accountsIn(db, credentials)

  /** The server's clock, as the clocks of gateways may differ. */
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

  /** Replaces the seed if it hasn't changed. */
  const swap = (seen: SeedRecord, next: SeedRecord): Promise<boolean> =>
    db.replace(replacement(seeds, documentOf(seen), documentOf(next)))

  /** Replaces the seed by the result of `make`, which may run more than once. Returns `undefined` if `make` does. */
  const change = async (
    ref: AccountRef,
    make: (seed: SeedRecord) => SeedRecord | undefined | Promise<SeedRecord | undefined>,
  ): Promise<SeedRecord | undefined> => {
    for (;;) {
      const seed = await db.run(() => stored.get(ref))
      const next = seed && (await make(seed))
      if (!next || (await swap(seed, next))) return next
    }
  }

  /** Inserts the first access token of an account, if the account still exists and has the same seed. */
  const insertAccess = (seed: SeedRecord, access: CredentialRecord): Promise<boolean> =>
    db.write<boolean>(seed.tenant, async (session) => {
      const current = await stored.get(seed, session)
      const known = await storedCredentials.get(seed, session)
      if (current?.version !== seed.version || (known && known.version !== access.version)) return { answer: false }
      return {
        answer: true,
        writes: [put(credentials, documentOf(access))],
        changes: [credentialChange(seed)],
      }
    })

  const storeAccess = async (
    seed: SeedRecord,
    result: RefreshResult,
    now: Date,
  ): Promise<CredentialRecord | undefined> => {
    const access = accessOf(seed, result, now)
    const replaceAccess = (version: string): Promise<boolean> =>
      db.replace(replacement(credentials, { version }, documentOf(access)), [credentialChange(seed)])
    const { credential: version } = result
    const isStored =
      version === null
        ? await insertAccess(seed, access)
        : // If an earlier attempt stored the token, its change may not have been announced.
          (await replaceAccess(version)) || (await replaceAccess(access.version))
    return isStored ? access : undefined
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
      const extended = await change(ref, async (seed) => {
        if (seed.lease_owner !== owner) return undefined
        return { ...seed, lease_until: (await db.run(() => serverNow(ref))) + leaseMs }
      })
      return extended !== undefined
    },
    /**
     * Writes one document after the other, the refresh token first. If the process dies in between, only the access token is
     * lost, and the next holder of the lease requests another. This is no transaction, because a transaction of a dead
     * process would lock both documents for a minute.
     */
    async complete(ref, result, now) {
      const kept = await change(ref, (seed) => withRefreshToken(seed, result, now))
      const access = kept && (await storeAccess(kept, result, now))
      const isCurrent = (seed: SeedRecord): boolean => kept !== undefined && isSameSeed(seed, kept)
      await change(ref, (seed) => ended(seed, result.owner, isCurrent(seed) ? access : undefined, now))
      return access
    },
    async fail(ref, failure) {
      await change(ref, async (seed) => {
        const [credential, nowMs] = await db.run(() => Promise.all([storedCredentials.get(ref), serverNow(ref)]))
        return failed(seed, credential, failure, nowMs)
      })
    },
    due: (now, limit) =>
      db.run(async () => {
        const isOver = { $not: { $gt: now.getTime() } }
        // `$lte` with a number doesn't match null.
        const filter = { status: 'active', due_at: { $lte: now.getTime() / 1000 }, retry_at: isOver } as const
        const found = collection.find(filter, {
          sort: { due_at: 1 },
          limit,
          batchSize: limit + 1,
          projection: { _id: 1 },
        })
        return (await found.toArray()).map(({ _id }) => _id)
      }),
    async reseal(ref, version, { sealed_client_secret, sealed_refresh_token }) {
      const resealed = await change(ref, (seed) =>
        seed.version === version ? { ...seed, sealed_client_secret, sealed_refresh_token } : undefined,
      )
      return resealed !== undefined
    },
  }
}
