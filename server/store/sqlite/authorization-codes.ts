import type { AuthorizationCodeRecord, AuthorizationCodes, NewOAuthClient } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'
import { createDropExpiredGrants } from './issue-asserted.ts'
import { createKeepTokens } from './keep-tokens.ts'

/** An object type: an interface isn't assignable to named bindings. */
type CodeRow = Pick<AuthorizationCodeRecord, keyof AuthorizationCodeRecord>

const seconds = (moment: Date): number => moment.getTime() / 1000

export const sqliteAuthorizationCodes = (db: SqliteDatabase): AuthorizationCodes => {
  const hasBearer = db.query<{ hash: string }, [hash: string, tenant: string]>(
    'SELECT hash FROM bearer_tokens WHERE hash = ? AND tenant_id = ?',
  )
  const use = db.query<never, [now: string, clientId: string]>(
    'UPDATE oauth_clients SET used_at = ? WHERE client_id = ?',
  )
  const keepDocument = db.query<never, [clientId: string, name: string | null, redirectUris: string, now: string]>(
    `INSERT INTO oauth_clients (client_id, source, client_name, redirect_uris, auth_method, created_at, used_at)
     VALUES (?, 'document', ?, ?, 'none', ?4, ?4)
     ON CONFLICT (client_id) DO UPDATE SET client_name = excluded.client_name, redirect_uris = excluded.redirect_uris,
       used_at = excluded.used_at`,
  )
  const insert = db.query<never, [CodeRow]>(
    `INSERT INTO authorization_codes VALUES ($hash, $client_id, $tenant_id, $bearer_hash, $redirect_uri,
       $code_challenge, $resource, $expires_at, $scope)`,
  )
  const dropExpiredCodes = db.query<never, [now: number]>('DELETE FROM authorization_codes WHERE expires_at <= ?')
  const find = db.query<CodeRow, [hash: string, now: number]>(
    'SELECT * FROM authorization_codes WHERE hash = ? AND expires_at > ?',
  )
  const take = db.query<CodeRow, [hash: string, now: number]>(
    'DELETE FROM authorization_codes WHERE hash = ? AND expires_at > ? RETURNING *',
  )
  const insertGrant = db.query<never, [...(string | number | null)[]]>(
    `INSERT INTO oauth_grants (grant_id, tenant_id, client_id, client_name, resource, scope, bearer_hash, code_hash,
       family, generation, rotated_at, created_at, last_used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?11, ?11, ?)`,
  )
  const dropExpiredGrants = createDropExpiredGrants(db)
  const keepTokens = createKeepTokens(db)

  const useClient = ({ client_id, source, client_name, redirect_uris }: NewOAuthClient, now: Date): boolean => {
    if (source === 'registration') return use.run(now.toISOString(), client_id).changes > 0
    keepDocument.run(client_id, client_name, JSON.stringify(redirect_uris), now.toISOString())
    return true
  }

  return {
    issue: (code, client, now) =>
      db.write(() => {
        dropExpiredCodes.run(seconds(now))
        if (!hasBearer.get(code.bearer_hash, code.tenant_id) || !useClient(client, now)) return false
        insert.run(code)
        return true
      }),
    find: (hash, now) => db.read(() => find.get(hash, seconds(now)) ?? undefined),
    claim: (hash, grant, now) =>
      db.write(() => {
        dropExpiredGrants(now)
        const code = take.get(hash, seconds(now))
        if (!code) return false
        const { grant_id, client_name, family } = grant
        const { tenant_id, client_id, resource, scope, bearer_hash } = code
        insertGrant.run(
          ...[grant_id, tenant_id, client_id, client_name, resource, scope, bearer_hash, hash, family],
          ...[now.getTime(), now.toISOString(), grant.refresh.expires_at],
        )
        keepTokens(grant_id, grant, 0)
        return true
      }),
  }
}
