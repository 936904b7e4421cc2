import type { CredentialCounts, Credentials } from '@patchbay/core/store'
import { exactSecondsOf } from '@patchbay/core/time'
import { credentialTable, seedTable } from '../../rules/accounts/account-tables.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments } from '../engine/table-documents.ts'

const { collection: credentials } = createTableDocuments(credentialTable.definition)
const { collection: seeds } = createTableDocuments(seedTable.definition)

const byExpiry = { expires_at: 1 } as const

export const createCountCredentials = (db: MongoDatabase): Credentials['count'] => {
  const [collection, seedsOf] = [db.collection(credentials), db.collection(seeds)]

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

  return (now, soonSeconds) =>
    db.run(async () => {
      const seconds = exactSecondsOf(now)
      const soon = seconds + soonSeconds
      const [counts, refreshed] = await Promise.all([
        countTokens(seconds, soon),
        seedsOf.countDocuments({ status: 'active', expires_at: { $gt: seconds, $lte: soon } }),
      ])
      return { ...counts, expiring_soon: Math.max(0, counts.expiring_soon - refreshed) }
    })
}
