import {
  type AccessTokenRecord,
  type GrantRecord,
  type Grants,
  type GrantWithTokens,
  toTokenId,
} from '@patchbay/core/store'
import { exactSecondsOf, type UnixSeconds } from '@patchbay/core/time'
import type { SqliteDatabase } from '../engine/database.ts'

/** The columns of a grant's record. */
export const grantColumns =
  'grant_id, tenant_id, client_id, client_name, resource, scope, issuer, subject, created_at, last_used_at, expires_at'

interface FoundToken extends GrantRecord {
  readonly bearer_hash: string | null
  readonly token_scope: string | null
  readonly token_expires_at: UnixSeconds
}

type GrantReads = Pick<
  Grants,
  'findByFamily' | 'findAccessToken' | 'findByTokenId' | 'list' | 'listOfToken' | 'hasOfClient'
> & { readonly isOfToken: (bearerHash: string, grantId: string) => boolean }

export const createGrantReads = (db: SqliteDatabase): GrantReads => {
  const byFamily = db.query<GrantRecord & Pick<GrantWithTokens, 'bearer_hash'>, [family: string]>(
    `SELECT ${grantColumns}, bearer_hash FROM oauth_grants WHERE family = ?`,
  )
  const accessToken = db.query<Omit<AccessTokenRecord, 'token_id' | 'status'>, [hash: string]>(
    `SELECT hash, grant_id, tenant_id, client_id, resource, bearer_hash, last_used_at, oauth_tokens.expires_at,
       coalesce(oauth_tokens.scope, oauth_grants.scope) AS scope
     FROM oauth_tokens JOIN oauth_grants USING (grant_id) WHERE hash = ? AND kind = 'access'`,
  )
  const byTokenId = db.query<FoundToken, [tokenId: string, tenant: string]>(
    // Hashes are hex digits, so all that begin with the id are before this one.
    `SELECT ${grantColumns}, bearer_hash, token_expires_at, coalesce(token_scope, scope) AS token_scope FROM (
       SELECT grant_id, expires_at AS token_expires_at, scope AS token_scope FROM oauth_tokens
       WHERE hash >= ?1 AND hash < ?1 || 'g' AND kind = 'access')
     JOIN oauth_grants USING (grant_id) WHERE tenant_id = ?2`,
  )
  const list = db.query<GrantRecord, [tenant: string, now: number, after: string, limit: number]>(
    `SELECT ${grantColumns} FROM oauth_grants WHERE tenant_id = ? AND expires_at > ? AND grant_id > ?
     ORDER BY grant_id LIMIT ?`,
  )
  const listOfToken = db.query<GrantRecord, [bearerHash: string, now: number, limit: number]>(
    `SELECT ${grantColumns} FROM oauth_grants WHERE bearer_hash = ? AND expires_at > ? ORDER BY grant_id LIMIT ?`,
  )
  const ofClient = db.query<{ grant_id: string }, [clientId: string, now: number]>(
    'SELECT grant_id FROM oauth_grants WHERE client_id = ? AND expires_at > ? LIMIT 1',
  )
  const isOfToken = db.query<{ grant_id: string }, [bearerHash: string, grantId: string]>(
    'SELECT grant_id FROM oauth_grants WHERE bearer_hash = ? AND grant_id = ?',
  )
  return {
    findByFamily: (family) => db.read(() => byFamily.get(family) ?? undefined),
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
    list: (tenant, { now, limit, after = '' }) => db.read(() => list.all(tenant, exactSecondsOf(now), after, limit)),
    listOfToken: (bearerHash, { now, limit }) => db.read(() => listOfToken.all(bearerHash, exactSecondsOf(now), limit)),
    hasOfClient: (clientId, now) => db.read(() => ofClient.get(clientId, exactSecondsOf(now)) !== null),
    /** Tells whether a grant was given with a tenant token; within a transaction. */
    isOfToken: (bearerHash, grantId) => isOfToken.get(bearerHash, grantId) !== null,
  }
}
