import { type GrantRecord, type Grants, toTokenId } from '@patchbay/core/store'
import { exactSecondsOf } from '@patchbay/core/time'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText, requireText } from '../engine/text.ts'
import { earlier, type GrantDocument, grants } from './grant-document.ts'

export const toGrantRecord = (document: GrantDocument): GrantRecord => {
  const { _id, tenant_id, client_id, client_name, resource, ...rest } = { ...earlier, ...document }
  const { scope, issuer, subject, created_at, last_used_at, expires_at } = rest
  const times = { created_at, last_used_at, expires_at }
  return { grant_id: _id, tenant_id, client_id, client_name, resource, scope, issuer, subject, ...times }
}

type GrantReads = Pick<
  Grants,
  'findByFamily' | 'findAccessToken' | 'findByTokenId' | 'list' | 'listOfToken' | 'hasOfClient'
>

export const createGrantReads = (db: MongoDatabase): GrantReads => {
  const collection = db.collection(grants)
  return {
    findByFamily: (family) =>
      db.run(async () => {
        const document = await collection.findOne({ family: equalText(family) })
        return document ? { ...toGrantRecord(document), bearer_hash: document.bearer_hash } : undefined
      }),
    findAccessToken: (hash) =>
      db.run(async () => {
        const document = await collection.findOne({ 'access.hash': equalText(hash) })
        const token = document?.access.find((each) => each.hash === hash)
        if (!document || !token) return undefined
        const { tenant_id, client_id, resource, bearer_hash, last_used_at } = document
        const token_id = toTokenId(hash)
        return {
          ...token,
          token_id,
          grant_id: document._id,
          tenant_id,
          client_id,
          resource,
          scope: token.scope ?? document.scope ?? null,
          bearer_hash,
          last_used_at,
          status: 'active',
        }
      }),
    findByTokenId: (tenant, token_id) =>
      db.run(async () => {
        // Hashes are hex digits, so all that begin with the id are before this one.
        const beginsWith = { hash: { $gte: requireText(token_id), $lt: `${requireText(token_id)}g` } }
        const document = await collection.findOne({ tenant_id: equalText(tenant), access: { $elemMatch: beginsWith } })
        const token = document?.access.find(({ hash }) => hash.startsWith(token_id))
        if (!document || !token) return undefined
        const grant = toGrantRecord(document)
        const { bearer_hash } = document
        return { token_id, bearer_hash, expires_at: token.expires_at, scope: token.scope ?? grant.scope, grant }
      }),
    list: (tenant, { now, limit, after = '' }) =>
      db.run(async () => {
        const valid = {
          tenant_id: equalText(tenant),
          _id: { $gt: requireText(after) },
          expires_at: { $gt: exactSecondsOf(now) },
        }
        const cursor = collection.find(valid, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await cursor.toArray()).map(toGrantRecord)
      }),
    listOfToken: (bearerHash, { now, limit }) =>
      db.run(async () => {
        const valid = { bearer_hash: equalText(bearerHash), expires_at: { $gt: exactSecondsOf(now) } }
        const cursor = collection.find(valid, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await cursor.toArray()).map(toGrantRecord)
      }),
    hasOfClient: (clientId, now) =>
      db.run(async () => {
        const valid = { client_id: equalText(clientId), expires_at: { $gt: exactSecondsOf(now) } }
        return (await collection.findOne(valid, { projection: { _id: 1 } })) !== null
      }),
  }
}
