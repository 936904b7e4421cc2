import type { AuthorizationCodes } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { codeTable, findCode } from '../../rules/oauth/authorization-codes.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createTables } from '../engine/tables.ts'
import { createDropExpiredGrants } from './issue-asserted.ts'
import { createKeepTokens } from './keep-tokens.ts'

/** Turns a code into its grant. */
export const createClaimCode = (db: SqliteDatabase): AuthorizationCodes['claim'] => {
  const tables = createTables(db)
  const insertGrant = db.query<never, [...(string | number | null)[]]>(
    `INSERT INTO oauth_grants (grant_id, tenant_id, client_id, client_name, resource, scope, bearer_hash, code_hash,
       family, generation, rotated_at, created_at, last_used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?11, ?11, ?)`,
  )
  const dropExpiredGrants = createDropExpiredGrants(db)
  const keepTokens = createKeepTokens(db)
  return (hash, grant, now) =>
    db.write(() => {
      dropExpiredGrants(now)
      const code = tables.read(findCode(hash, now))
      if (!code) return false
      tables.write(codeTable.remove({ hash }))
      const { grant_id, client_name, family } = grant
      const { tenant_id, client_id, resource, scope, bearer_hash } = code
      insertGrant.run(
        ...[grant_id, tenant_id, client_id, client_name, resource, scope, bearer_hash, hash, family],
        ...[msOf(now), isoTime(now), grant.refresh.expires_at],
      )
      keepTokens(grant_id, grant, 0)
      return true
    })
}
