import type { AssertedGrant } from '@patchbay/core/store'
import { exactSecondsOf, isoTime, msOf } from '@patchbay/core/time'
import type { SqliteDatabase } from '../engine/database.ts'
import { createEndGrants } from './end-grants.ts'
import { createInsertToken } from './keep-tokens.ts'

/** Removes some expired grants, within a transaction. */
export const createDropExpiredGrants = (db: SqliteDatabase): ((now: Date) => void) => {
  const expired = db.query<{ grant_id: string }, [now: number]>(
    'SELECT grant_id FROM oauth_grants WHERE expires_at <= ? LIMIT 100',
  )
  const endGrants = createEndGrants(db)
  return (now) => {
    for (const { grant_id } of expired.all(exactSecondsOf(now))) endGrants('grant_id', grant_id)
  }
}

/** Creates the grant of an assertion, within a transaction. `false`: its tenant or client doesn't exist. */
export const createIssueAsserted = (db: SqliteDatabase): ((grant: AssertedGrant, now: Date) => boolean) => {
  const hasTenant = db.query<{ id: string }, [id: string]>('SELECT id FROM tenants WHERE id = ?')
  const useClient = db.query<never, [now: string, clientId: string]>(
    'UPDATE oauth_clients SET used_at = ? WHERE client_id = ?',
  )
  const insert = db.query<never, [...(string | number | null)[]]>(
    `INSERT INTO oauth_grants (grant_id, tenant_id, client_id, client_name, resource, scope, issuer, subject, code_hash,
       family, generation, rotated_at, created_at, last_used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?12, ?12, ?)`,
  )
  const dropExpired = createDropExpiredGrants(db)
  const insertToken = createInsertToken(db)
  return (grant, now) => {
    dropExpired(now)
    const { grant_id, tenant_id, client_id, access } = grant
    if (!hasTenant.get(tenant_id) || useClient.run(isoTime(now), client_id).changes === 0) return false
    insert.run(
      ...[grant_id, tenant_id, client_id, grant.client_name, grant.resource, grant.scope, grant.issuer, grant.subject],
      ...[grant.code_hash, grant.family, msOf(now), isoTime(now), access.expires_at],
    )
    insertToken(grant_id, access)
    return true
  }
}
