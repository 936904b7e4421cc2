import type { AccountRef, CredentialCounts, Credentials } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import { credentialChange } from '../rules/credential-change.ts'
import { hasAccount } from '../rules/has-account.ts'
import { judged } from '../rules/judge-credential.ts'
import { withToken } from '../rules/seed-state.ts'
import { accountId, accountsIn, byExpiry, credentials, documentOf, seeds } from './account-documents.ts'
import type { MongoDatabase } from './database.ts'
import { leaveRevocations } from './revocations.ts'
import { tenants } from './tenant-document.ts'
import { equal } from './text.ts'
import { put, remove, replacement } from './write.ts'

/** Why an account can't have a credential or seed; `undefined`: it can. */
export const missingAccount = (db: MongoDatabase) => {
  const tenantsOf = db.collection(tenants)
  return async (
    ref: AccountRef,
    session: ClientSession,
  ): Promise<'TENANT_NOT_FOUND' | 'CONFIG_MISSING' | undefined> => {
    const tenant = await tenantsOf.findOne({ _id: equal(ref.tenant) }, { session })
    if (!tenant) return 'TENANT_NOT_FOUND'
    return hasAccount(JSON.parse(tenant.providers), ref) ? undefined : 'CONFIG_MISSING'
  }
}

export const mongoCredentials = (db: MongoDatabase): Credentials => {
  const collection = db.collection(credentials)
  const seedsOf = db.collection(seeds)
  const missing = missingAccount(db)
  const leave = leaveRevocations(db)
  const stored = accountsIn(db, credentials)
  const storedSeeds = accountsIn(db, seeds)

  const countTokens = async (seconds: number, soon: number): Promise<CredentialCounts> => {
    // MongoDB sorts null before every number.
    const expires = { $ne: ['$expires_at', null] }
    const isExpired = { $and: [expires, { $lte: ['$expires_at', seconds] }] }
    const isSoon = { $and: [{ $gt: ['$expires_at', seconds] }, { $lte: ['$expires_at', soon] }] }
    const count = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })
    const group = { _id: null, total: { $sum: 1 }, expiring_soon: count(isSoon), expired: count(isExpired) }
    const [counts] = await collection
      .aggregate<CredentialCounts>([{ $group: group }, { $project: { _id: 0 } }], { hint: byExpiry })
      .toArray()
    return counts ?? { total: 0, expiring_soon: 0, expired: 0 }
  }

  return {
    put: (ref, { sealed, token_type, expires_at }, now) =>
      db.write<'stored' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>(ref.tenant, async (session) => {
        const reason = await missing(ref, session)
        if (reason) return { answer: reason }
        const version = crypto.randomUUID()
        const updated_at = now.toISOString()
        const seed = await storedSeeds.get(ref, session)
        return {
          answer: 'stored',
          writes: [
            put(credentials, {
              ...{ _id: accountId(ref), sealed, token_type, expires_at, version, updated_at },
              rejected_at: null,
            }),
            ...(seed ? [put(seeds, documentOf(withToken(seed, expires_at, now)))] : []),
          ],
          changes: [credentialChange(ref)],
        }
      }),
    get: (ref) => db.run(() => stored.get(ref)),
    remove: (ref, leaving) =>
      db.write(ref.tenant, async (session) => {
        const known = [await stored.get(ref, session), await storedSeeds.get(ref, session)]
        if (!known.some(Boolean)) return { answer: false }
        const _id = { $eq: accountId(ref) }
        return {
          answer: true,
          writes: [...(await leave([ref], leaving, session)), remove(credentials, { _id }), remove(seeds, { _id })],
          changes: [credentialChange(ref)],
        }
      }),
    count: (now, soonSeconds) =>
      db.run(async () => {
        const seconds = now.getTime() / 1000
        const soon = seconds + soonSeconds
        const [counts, refreshed] = await Promise.all([
          countTokens(seconds, soon),
          seedsOf.countDocuments({ status: 'active', expires_at: { $gt: seconds, $lte: soon } }),
        ])
        return { ...counts, expiring_soon: Math.max(0, counts.expiring_soon - refreshed) }
      }),
    judge: (ref, version, rejected) =>
      db.write(ref.tenant, async (session) => {
        const next = judged(await stored.get(ref, session), version, rejected)
        if (!next) return { answer: false }
        return { answer: true, writes: [put(credentials, documentOf(next))], changes: [credentialChange(ref)] }
      }),
    async reseal(ref, version, sealed) {
      const known = await db.run(() => stored.get(ref))
      if (known?.version !== version) return false
      return db.replace(replacement(credentials, { version }, documentOf({ ...known, sealed })))
    },
  }
}
