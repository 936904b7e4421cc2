import { noTokenMembers, type RegisteredToken, type TenantTokenRecord, type TenantTokens } from '@patchbay/core/store'
import { changes, registeredToken } from '../rules/registered-token.ts'
import { authorizationCodes } from './authorization-code-document.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { endGrants } from './end-grants.ts'
import { grants } from './grant-document.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the hash, so it is unique over all tenants. */
interface TenantTokenDocument extends Omit<TenantTokenRecord, 'hash' | 'last_used_at'> {
  readonly _id: string
  /** Documents of earlier versions of the gateway have none. */
  readonly last_used_at?: string | null
}

export const tenantTokens: CollectionOf<TenantTokenDocument> = {
  name: 'bearer_tokens',
  indexes: [{ key: { tenant_id: 1, created_at: 1, _id: 1 } }],
  tenant: 'tenant_id',
}

const recordOf = ({ _id, ...rest }: TenantTokenDocument): TenantTokenRecord => ({
  hash: _id,
  ...noTokenMembers,
  last_used_at: null,
  ...rest,
})
const documentOf = ({ hash, ...rest }: TenantTokenRecord): TenantTokenDocument => ({ _id: hash, ...rest })

export const bearerTokenDocuments: DocumentsOf<TenantTokenRecord, TenantTokenDocument> = {
  collection: tenantTokens,
  idOf: onlyText,
  documentOf,
  recordOf,
}

const named = (tenant: string, tokenId: string) => ({ tenant_id: equal(tenant), token_id: equal(tokenId) })

export const mongoTenantTokens = (db: MongoDatabase): TenantTokens => {
  const collection = db.collection(tenantTokens)
  const grantsOf = db.collection(grants)
  return {
    register: (tenant, hash, now, members = {}) =>
      // The scope is the token rather than the tenant: two tenants may register the same token.
      db.write<RegisteredToken>(`token ${hash}`, async (session) => {
        const found = await collection.findOne({ _id: equal(hash) }, { session })
        const known = found ? recordOf(found) : undefined
        if (known && known.tenant_id !== tenant) return { answer: { outcome: 'taken' } }
        const record = registeredToken(known, { tenant: text(tenant), hash, now }, members)
        if (known && !changes(known, members)) return { answer: { outcome: 'exists', record } }
        return {
          answer: { outcome: known ? 'exists' : 'created', record },
          writes: [put(tenantTokens, documentOf(record))],
          changes: [{ kind: 'bearer-token', hash }],
        }
      }),
    find: (hash) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(hash) })
        return found ? recordOf(found) : undefined
      }),
    findById: (tenant, tokenId) =>
      db.run(async () => {
        const found = await collection.findOne(named(tenant, tokenId))
        return found ? recordOf(found) : undefined
      }),
    change: (tenant, tokenId, members) =>
      db.write<TenantTokenRecord | undefined>(tenant, async (session) => {
        const found = await collection.findOne(named(tenant, tokenId), { session })
        const known = found ? recordOf(found) : undefined
        if (!known || !changes(known, members)) return { answer: known }
        const record = { ...known, ...members }
        return {
          answer: record,
          writes: [put(tenantTokens, documentOf(record))],
          changes: [{ kind: 'bearer-token', hash: record.hash }],
        }
      }),
    // Without a transaction: it may get lost, and must be cheap.
    touch: (hash, now) =>
      db.run(async () => {
        const last_used_at = now.toISOString()
        const unlessLater = { _id: equal(hash), last_used_at: { $not: { $gte: last_used_at } } }
        await collection.updateOne(unlessLater, { $set: { last_used_at } })
      }),
    list: (tenant) =>
      db.run(async () => {
        const found = collection.find({ tenant_id: equal(tenant) }, { sort: { created_at: 1, _id: 1 } })
        return (await found.toArray()).map(recordOf)
      }),
    revoke: (tenant, tokenId) =>
      db.write(tenant, async (session) => {
        const revoked = await collection.find(named(tenant, tokenId), { session }).toArray()
        const hashes = { $in: revoked.map(({ _id }) => _id) }
        const ended = await endGrants(grantsOf, { bearer_hash: hashes }, session)
        return {
          answer: revoked.length > 0,
          writes: [
            remove(tenantTokens, { _id: hashes }),
            remove(authorizationCodes, { tenant_id: equal(tenant), bearer_hash: hashes }),
            ...ended.writes,
          ],
          changes: [...revoked.map(({ _id }) => ({ kind: 'bearer-token', hash: _id }) as const), ...ended.changes],
        }
      }),
  }
}
