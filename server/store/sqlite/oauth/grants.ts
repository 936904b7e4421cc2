import type { Change, GrantRecord, Grants, GrantWithTokens } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { checkRefresh } from '../../rules/accounts/check-refresh.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createEndGrants } from './end-grants.ts'
import { createGrantReads, grantColumns } from './grant-reads.ts'
import { createIssueAsserted } from './issue-asserted.ts'
import { createKeepTokens } from './keep-tokens.ts'

/** The statements that change grants and their tokens. */
const prepareStatements = (db: SqliteDatabase) => ({
  byCode: db.query<GrantRecord, [codeHash: string, clientId: string]>(
    `SELECT ${grantColumns} FROM oauth_grants WHERE code_hash = ? AND client_id = ?`,
  ),
  rotation: db.query<Pick<GrantWithTokens, 'grant_id' | 'generation' | 'rotated_at'>, [family: string]>(
    'SELECT grant_id, generation, rotated_at FROM oauth_grants WHERE family = ?',
  ),
  selectGeneration: db.query<{ generation: number }, [hash: string, grantId: string]>(
    `SELECT generation FROM oauth_tokens WHERE hash = ? AND grant_id = ? AND kind = 'refresh'`,
  ),
  rotate: db.query<never, [generation: number, rotatedAt: number, grantId: string]>(
    'UPDATE oauth_grants SET generation = ?, rotated_at = ? WHERE grant_id = ?',
  ),
  dropOlder: db.query<never, [grantId: string, generation: number]>(
    `DELETE FROM oauth_tokens WHERE grant_id = ? AND kind = 'refresh' AND generation < ?`,
  ),
  renew: db.query<never, [expiresAt: number, now: string, grantId: string]>(
    'UPDATE oauth_grants SET expires_at = ?, last_used_at = ? WHERE grant_id = ?',
  ),
  touch: db.query<never, [now: string, grantId: string]>(
    'UPDATE oauth_grants SET last_used_at = ?1 WHERE grant_id = ?2 AND last_used_at < ?1',
  ),
  has: db.query<{ grant_id: string }, [tenant: string, grantId: string]>(
    'SELECT grant_id FROM oauth_grants WHERE tenant_id = ? AND grant_id = ?',
  ),
  dropAccessToken: db.query<{ grant_id: string }, [hash: string]>(
    `DELETE FROM oauth_tokens WHERE hash = ? AND kind = 'access' RETURNING grant_id`,
  ),
})

export const sqliteGrants = (db: SqliteDatabase, announce: (change: Change) => void): Grants => {
  const { byCode, rotation, selectGeneration, rotate, dropOlder, renew, touch, has, dropAccessToken } =
    prepareStatements(db)
  const issue = createIssueAsserted(db)
  const endGrants = createEndGrants(db)
  const keepTokens = createKeepTokens(db)

  /** Runs `work` in a transaction, and announces the grant that it ended or changed. */
  const changing = async <T>(work: () => { readonly answer: T; readonly changed?: string | undefined }): Promise<T> => {
    const { answer, changed } = await db.write(work)
    if (changed !== undefined) announce({ kind: 'grant', grant_id: changed })
    return answer
  }

  const { isOfToken, ...reads } = createGrantReads(db)

  return {
    ...reads,
    issue: (grant, now) => db.write(() => issue(grant, now)),
    refresh: ({ family, hash }, tokens, how) =>
      changing(() => {
        const grant = rotation.get(family)
        if (!grant) return { answer: 'unknown' }
        const { grant_id } = grant
        const verdict = checkRefresh(grant, selectGeneration.get(hash, grant_id)?.generation, how)
        if (verdict === 'reused') {
          endGrants('grant_id', grant_id)
          return { answer: 'reused', changed: grant_id }
        }
        const generation = verdict === 'rotate' ? grant.generation + 1 : grant.generation
        if (verdict === 'rotate') rotate.run(generation, msOf(how.now), grant_id)
        dropOlder.run(grant_id, generation - 1)
        keepTokens(grant_id, tokens, generation)
        renew.run(tokens.refresh.expires_at, isoTime(how.now), grant_id)
        return { answer: 'refreshed', changed: grant_id }
      }),
    touch: (grantId, now) =>
      db.write(() => {
        touch.run(isoTime(now), grantId)
      }),
    async revokeOfToken(bearerHash, grantId) {
      const ended = await db.write(() => {
        if (grantId === undefined) return endGrants('bearer_hash', bearerHash)
        return isOfToken(bearerHash, grantId) ? endGrants('grant_id', grantId) : []
      })
      for (const grant_id of ended) announce({ kind: 'grant', grant_id })
      return ended
    },
    revoke: (tenant, grantId) =>
      changing(() => {
        if (!has.get(tenant, grantId)) return { answer: false }
        endGrants('grant_id', grantId)
        return { answer: true, changed: grantId }
      }),
    revokeByCode: (codeHash, clientId) =>
      changing(() => {
        const grant = byCode.get(codeHash, clientId) ?? undefined
        if (grant) endGrants('grant_id', grant.grant_id)
        return { answer: grant, changed: grant?.grant_id }
      }),
    revokeAccessToken: (hash) =>
      changing(() => {
        const dropped = dropAccessToken.get(hash)
        return { answer: dropped !== null, changed: dropped?.grant_id }
      }),
  }
}
