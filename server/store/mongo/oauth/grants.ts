import { type GrantRecord, type Grants, mostTokens, toTokenId } from '@patchbay/core/store'
import { exactSecondsOf, isoTime, msOf } from '@patchbay/core/time'
import { checkRefresh } from '../../rules/accounts/check-refresh.ts'
import { codeTable } from '../../rules/oauth/authorization-codes.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { buildWrite } from '../engine/tables.ts'
import { equalText, requireText } from '../engine/text.ts'
import { putWrite } from '../engine/write.ts'
import { endGrants } from './end-grants.ts'
import { earlier, type GrantDocument, grants } from './grant-document.ts'
import { issueAsserted } from './issue-asserted.ts'

const toRecord = (document: GrantDocument): GrantRecord => {
  const { _id, tenant_id, client_id, client_name, resource, ...rest } = { ...earlier, ...document }
  const { scope, issuer, subject, created_at, last_used_at, expires_at } = rest
  const times = { created_at, last_used_at, expires_at }
  return { grant_id: _id, tenant_id, client_id, client_name, resource, scope, issuer, subject, ...times }
}

export const mongoGrants = (db: MongoDatabase): Grants => {
  const collection = db.collection(grants)
  return {
    issue: (grant, now) => issueAsserted(db, grant, now),
    findByFamily: (family) =>
      db.run(async () => {
        const found = await collection.findOne({ family: equalText(family) })
        return found ? { ...toRecord(found), bearer_hash: found.bearer_hash } : undefined
      }),
    refresh: ({ family, hash }, { access, refresh }, how) =>
      db.write<'refreshed' | 'reused' | 'unknown'>(`family ${family}`, async (session) => {
        const grant = await collection.findOne({ family: equalText(family) }, { session })
        if (!grant) return { answer: 'unknown' }
        const verdict = checkRefresh(grant, grant.refresh.find((token) => token.hash === hash)?.generation, how)
        if (verdict === 'reused') {
          return { answer: 'reused', ...(await endGrants(collection, { _id: equalText(grant._id) }, session)) }
        }
        const generation = verdict === 'rotate' ? grant.generation + 1 : grant.generation
        const remembered = grant.refresh.filter((token) => token.generation >= generation - 1)
        const renewed: GrantDocument = {
          ...grant,
          generation,
          rotated_at: verdict === 'rotate' ? msOf(how.now) : grant.rotated_at,
          last_used_at: isoTime(how.now),
          expires_at: refresh.expires_at,
          access: [...grant.access, access].slice(-mostTokens),
          refresh: [...remembered, { hash: refresh.hash, generation }].slice(-mostTokens),
        }
        const changes = [{ kind: 'grant', grant_id: grant._id } as const]
        return { answer: 'refreshed', writes: [putWrite(grants, renewed)], changes }
      }),
    findAccessToken: (hash) =>
      db.run(async () => {
        const found = await collection.findOne({ 'access.hash': equalText(hash) })
        const token = found?.access.find((each) => each.hash === hash)
        if (!found || !token) return undefined
        const { tenant_id, client_id, resource, bearer_hash, last_used_at } = found
        const token_id = toTokenId(hash)
        return {
          ...token,
          token_id,
          grant_id: found._id,
          tenant_id,
          client_id,
          resource,
          scope: token.scope ?? found.scope ?? null,
          bearer_hash,
          last_used_at,
          status: 'active',
        }
      }),
    findByTokenId: (tenant, token_id) =>
      db.run(async () => {
        // Hashes are hex digits, so all that begin with the id are before this one.
        const beginsWith = { hash: { $gte: requireText(token_id), $lt: `${requireText(token_id)}g` } }
        const found = await collection.findOne({ tenant_id: equalText(tenant), access: { $elemMatch: beginsWith } })
        const token = found?.access.find(({ hash }) => hash.startsWith(token_id))
        if (!found || !token) return undefined
        const grant = toRecord(found)
        const { bearer_hash } = found
        return { token_id, bearer_hash, expires_at: token.expires_at, scope: token.scope ?? grant.scope, grant }
      }),
    // Without a transaction: it may get lost, and must be cheap.
    touch: (grantId, now) =>
      db.run(async () => {
        const last_used_at = isoTime(now)
        await collection.updateOne(
          { _id: equalText(grantId), last_used_at: { $lt: last_used_at } },
          { $set: { last_used_at } },
        )
      }),
    list: (tenant, { now, limit, after = '' }) =>
      db.run(async () => {
        const valid = {
          tenant_id: equalText(tenant),
          _id: { $gt: requireText(after) },
          expires_at: { $gt: exactSecondsOf(now) },
        }
        const found = collection.find(valid, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await found.toArray()).map(toRecord)
      }),
    listOfToken: (bearerHash, { now, limit }) =>
      db.run(async () => {
        const valid = { bearer_hash: equalText(bearerHash), expires_at: { $gt: exactSecondsOf(now) } }
        const found = collection.find(valid, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await found.toArray()).map(toRecord)
      }),
    hasOfClient: (clientId, now) =>
      db.run(async () => {
        const valid = { client_id: equalText(clientId), expires_at: { $gt: exactSecondsOf(now) } }
        return (await collection.findOne(valid, { projection: { _id: 1 } })) !== null
      }),
    revokeOfToken: (bearerHash, grantId) =>
      db.write(`bearer ${bearerHash}`, async (session) => {
        const ofToken = { bearer_hash: equalText(bearerHash) }
        const filter = grantId === undefined ? ofToken : { ...ofToken, _id: equalText(grantId) }
        const { writes, changes } = await endGrants(collection, filter, session)
        const codes = grantId === undefined ? [buildWrite(codeTable.remove({ bearer_hash: bearerHash }))] : []
        const answer = changes.flatMap((change) => (change.kind === 'grant' ? [change.grant_id] : []))
        return { answer, writes: [...codes, ...writes], changes }
      }),
    revoke: (tenant, grantId) =>
      db.write(tenant, async (session) => {
        const ended = await endGrants(collection, { _id: equalText(grantId), tenant_id: equalText(tenant) }, session)
        return { answer: ended.writes.length > 0, ...ended }
      }),
    revokeByCode: (codeHash, clientId) =>
      db.write(`code ${codeHash}`, async (session) => {
        const filter = { code_hash: equalText(codeHash), client_id: equalText(clientId) }
        const grant = await collection.findOne(filter, { session })
        return { answer: grant ? toRecord(grant) : undefined, ...(await endGrants(collection, filter, session)) }
      }),
    revokeAccessToken: (hash) =>
      db.write(`access ${hash}`, async (session) => {
        const grant = await collection.findOne({ 'access.hash': equalText(hash) }, { session })
        if (!grant) return { answer: false }
        const access = grant.access.filter((token) => token.hash !== hash)
        const changes = [{ kind: 'grant', grant_id: grant._id } as const]
        return { answer: true, writes: [putWrite(grants, { ...grant, access })], changes }
      }),
  }
}
