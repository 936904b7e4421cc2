import {
  type AccessTokenRecord,
  type Change,
  type GrantRecord,
  type Grants,
  type GrantWithTokens,
  toTokenId,
} from '@patchbay/core/store'
import { exactSecondsOf, isoTime, msOf, type UnixSeconds } from '@patchbay/core/time'
import { checkRefresh } from '../../rules/accounts/check-refresh.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createEndGrants } from './end-grants.ts'
import { createIssueAsserted } from './issue-asserted.ts'
import { createKeepTokens } from './keep-tokens.ts'

const columns =
  'grant_id, tenant_id, client_id, client_name, resource, scope, issuer, subject, created_at, last_used_at, expires_at'

interface FoundToken extends GrantRecord {
  readonly bearer_hash: string | null
  readonly token_scope: string | null
  readonly token_expires_at: UnixSeconds
}

export const sqliteGrants = (db: SqliteDatabase, announce: (change: Change) => void): Grants => {
  const byFamily = db.query<GrantRecord & Pick<GrantWithTokens, 'bearer_hash'>, [family: string]>(
    `SELECT ${columns}, bearer_hash FROM oauth_grants WHERE family = ?`,
  )
  const byCode = db.query<GrantRecord, [codeHash: string, clientId: string]>(
    `SELECT ${columns} FROM oauth_grants WHERE code_hash = ? AND client_id = ?`,
  )
  const rotation = db.query<Pick<GrantWithTokens, 'grant_id' | 'generation' | 'rotated_at'>, [family: string]>(
    'SELECT grant_id, generation, rotated_at FROM oauth_grants WHERE family = ?',
  )
  const selectGeneration = db.query<{ generation: number }, [hash: string, grantId: string]>(
    `SELECT generation FROM oauth_tokens WHERE hash = ? AND grant_id = ? AND kind = 'refresh'`,
  )
  const rotate = db.query<never, [generation: number, rotatedAt: number, grantId: string]>(
    'UPDATE oauth_grants SET generation = ?, rotated_at = ? WHERE grant_id = ?',
  )
  const dropOlder = db.query<never, [grantId: string, generation: number]>(
    `DELETE FROM oauth_tokens WHERE grant_id = ? AND kind = 'refresh' AND generation < ?`,
  )
  const renew = db.query<never, [expiresAt: number, now: string, grantId: string]>(
    'UPDATE oauth_grants SET expires_at = ?, last_used_at = ? WHERE grant_id = ?',
  )
  const accessToken = db.query<Omit<AccessTokenRecord, 'token_id' | 'status'>, [hash: string]>(
    `SELECT hash, grant_id, tenant_id, client_id, resource, bearer_hash, last_used_at, oauth_tokens.expires_at,
       coalesce(oauth_tokens.scope, oauth_grants.scope) AS scope
     FROM oauth_tokens JOIN oauth_grants USING (grant_id) WHERE hash = ? AND kind = 'access'`,
  )
  const byTokenId = db.query<FoundToken, [tokenId: string, tenant: string]>(
    // Hashes are hex digits, so all that begin with the id are before this one.
    `SELECT ${columns}, bearer_hash, token_expires_at, coalesce(token_scope, scope) AS token_scope FROM (
       SELECT grant_id, expires_at AS token_expires_at, scope AS token_scope FROM oauth_tokens
       WHERE hash >= ?1 AND hash < ?1 || 'g' AND kind = 'access')
     JOIN oauth_grants USING (grant_id) WHERE tenant_id = ?2`,
  )
  const touch = db.query<never, [now: string, grantId: string]>(
    'UPDATE oauth_grants SET last_used_at = ?1 WHERE grant_id = ?2 AND last_used_at < ?1',
  )
  const list = db.query<GrantRecord, [tenant: string, now: number, after: string, limit: number]>(
    `SELECT ${columns} FROM oauth_grants WHERE tenant_id = ? AND expires_at > ? AND grant_id > ?
     ORDER BY grant_id LIMIT ?`,
  )
  const listOfToken = db.query<GrantRecord, [bearerHash: string, now: number, limit: number]>(
    `SELECT ${columns} FROM oauth_grants WHERE bearer_hash = ? AND expires_at > ? ORDER BY grant_id LIMIT ?`,
  )
  const ofClient = db.query<{ grant_id: string }, [clientId: string, now: number]>(
    'SELECT grant_id FROM oauth_grants WHERE client_id = ? AND expires_at > ? LIMIT 1',
  )
  const isOfToken = db.query<{ grant_id: string }, [bearerHash: string, grantId: string]>(
    'SELECT grant_id FROM oauth_grants WHERE bearer_hash = ? AND grant_id = ?',
  )
  const has = db.query<{ grant_id: string }, [tenant: string, grantId: string]>(
    'SELECT grant_id FROM oauth_grants WHERE tenant_id = ? AND grant_id = ?',
  )
  const dropAccessToken = db.query<{ grant_id: string }, [hash: string]>(
    `DELETE FROM oauth_tokens WHERE hash = ? AND kind = 'access' RETURNING grant_id`,
  )
  const issue = createIssueAsserted(db)
  const endGrants = createEndGrants(db)
  const keepTokens = createKeepTokens(db)

  /** Runs `work` in a transaction, and announces the grant that it ended or changed. */
  const changing = async <T>(work: () => { readonly answer: T; readonly changed?: string | undefined }): Promise<T> => {
    const { answer, changed } = await db.write(work)
    if (changed !== undefined) announce({ kind: 'grant', grant_id: changed })
    return answer
  }

  return {
    issue: (grant, now) => db.write(() => issue(grant, now)),
    findByFamily: (family) => db.read(() => byFamily.get(family) ?? undefined),
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
    findAccessToken: (hash) =>
      db.read(() => {
        const row = accessToken.get(hash)
        return row ? { ...row, token_id: toTokenId(hash), status: 'active' } : undefined
      }),
    findByTokenId: (tenant, token_id) =>
      db.read(() => {
        const row = byTokenId.get(token_id, tenant)
        if (!row) return undefined
        const { bearer_hash, token_expires_at: expires_at, token_scope: scope, ...grant } = row
        return { token_id, bearer_hash, expires_at, scope, grant }
      }),
    touch: (grantId, now) =>
      db.write(() => {
        touch.run(isoTime(now), grantId)
      }),
    list: (tenant, { now, limit, after = '' }) => db.read(() => list.all(tenant, exactSecondsOf(now), after, limit)),
    listOfToken: (bearerHash, { now, limit }) => db.read(() => listOfToken.all(bearerHash, exactSecondsOf(now), limit)),
    hasOfClient: (clientId, now) => db.read(() => ofClient.get(clientId, exactSecondsOf(now)) !== null),
    async revokeOfToken(bearerHash, grantId) {
      const ended = await db.write(() => {
        if (grantId === undefined) return endGrants('bearer_hash', bearerHash)
        return isOfToken.get(bearerHash, grantId) ? endGrants('grant_id', grantId) : []
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
