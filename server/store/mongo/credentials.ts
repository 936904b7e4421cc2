import type { AccountRef, CredentialCounts, CredentialRecord, Credentials } from '@patchbay/core/store'
import { credentialChange } from '../credential-change.ts'
import { hasAccount } from '../has-account.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import type { DocumentsOf } from './documents-of.ts'
import { tenants } from './tenant-document.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

interface CredentialDocument extends Omit<CredentialRecord, keyof AccountRef> {
  /** Compared as a whole, so its members keep their order. */
  readonly _id: AccountRef
}

const byExpiry = { expires_at: 1 } as const

export const credentials: CollectionOf<CredentialDocument> = {
  name: 'credentials',
  indexes: [{ key: { '_id.tenant': 1, '_id.provider': 1, '_id.account': 1 } }, { key: byExpiry }],
  tenant: '_id.tenant',
}

/** Only texts, in their order: see `text`. */
const keyOf = ({ tenant, provider, account }: AccountRef): AccountRef => ({
  tenant: text(tenant),
  provider: text(provider),
  account: text(account),
})

const recordOf = ({ _id, ...rest }: CredentialDocument): CredentialRecord => ({ ..._id, ...rest })

export const credentialDocuments: DocumentsOf<CredentialRecord, CredentialDocument> = {
  of: credentials,
  idOf: ([tenant = '', provider = '', account = '']) => keyOf({ tenant, provider, account }),
  documentOf: ({ tenant, provider, account, ...rest }) => ({ _id: keyOf({ tenant, provider, account }), ...rest }),
  recordOf,
}

export const mongoCredentials = (db: MongoDatabase): Credentials => {
  const collection = db.collection(credentials)
  const tenantsOf = db.collection(tenants)
  return {
    put: (ref, { sealed, token_type, expires_at }, now) =>
      db.write<'stored' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>(ref.tenant, async (session) => {
        const tenant = await tenantsOf.findOne({ _id: equal(ref.tenant) }, { session })
        if (!tenant) return { answer: 'TENANT_NOT_FOUND' }
        if (!hasAccount(JSON.parse(tenant.providers), ref)) return { answer: 'CONFIG_MISSING' }
        const version = crypto.randomUUID()
        const updated_at = now.toISOString()
        return {
          answer: 'stored',
          writes: [put(credentials, { _id: keyOf(ref), sealed, token_type, expires_at, version, updated_at })],
          changes: [credentialChange(ref)],
        }
      }),
    get: (ref) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: { $eq: keyOf(ref) } })
        return found ? recordOf(found) : undefined
      }),
    remove: (ref) =>
      db.write(ref.tenant, async (session) => {
        const known = await collection.findOne({ _id: { $eq: keyOf(ref) } }, { session })
        if (!known) return { answer: false }
        return {
          answer: true,
          writes: [remove(credentials, { _id: { $eq: keyOf(ref) } })],
          changes: [credentialChange(ref)],
        }
      }),
    count: (now, soonSeconds) =>
      db.run(async () => {
        const seconds = now.getTime() / 1000
        const soon = seconds + soonSeconds
        // In MongoDB's order null stands before every number.
        const expires = { $ne: ['$expires_at', null] }
        const isExpired = { $and: [expires, { $lte: ['$expires_at', seconds] }] }
        const isSoon = { $and: [{ $gt: ['$expires_at', seconds] }, { $lte: ['$expires_at', soon] }] }
        const count = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })
        const group = { _id: null, total: { $sum: 1 }, expiring_soon: count(isSoon), expired: count(isExpired) }
        const [counts] = await collection
          .aggregate<CredentialCounts>([{ $group: group }, { $project: { _id: 0 } }], { hint: byExpiry })
          .toArray()
        return counts ?? { total: 0, expiring_soon: 0, expired: 0 }
      }),
  }
}
