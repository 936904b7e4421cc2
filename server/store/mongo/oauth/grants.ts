import { type Grants, mostTokens } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { checkRefresh } from '../../rules/accounts/check-refresh.ts'
import { codeTable } from '../../rules/oauth/authorization-codes.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { buildWrite } from '../engine/tables.ts'
import { equalText } from '../engine/text.ts'
import { putWrite } from '../engine/transactions/write.ts'
import { endGrants } from './end-grants.ts'
import { type GrantDocument, grants } from './grant-document.ts'
import { createGrantReads, toGrantRecord } from './grant-reads.ts'
import { issueAsserted } from './issue-asserted.ts'

export const mongoGrants = (db: MongoDatabase): Grants => {
  const collection = db.collection(grants)
  return {
    ...createGrantReads(db),
    issue: (grant, now) => issueAsserted(db, grant, now),
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
    // Without a transaction: it may get lost, and must be cheap.
    touch: (grantId, now) =>
      db.run(async () => {
        const last_used_at = isoTime(now)
        await collection.updateOne(
          { _id: equalText(grantId), last_used_at: { $lt: last_used_at } },
          { $set: { last_used_at } },
        )
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
        return { answer: grant ? toGrantRecord(grant) : undefined, ...(await endGrants(collection, filter, session)) }
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
