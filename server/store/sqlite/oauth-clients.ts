import type { Change, OAuthClientRecord, OAuthClients } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'
import { createEndGrants } from './end-grants.ts'

type ClientRow = Omit<OAuthClientRecord, 'redirect_uris'> & { readonly redirect_uris: string }

export const clientRecordOf = (row: ClientRow): OAuthClientRecord => ({
  ...row,
  redirect_uris: JSON.parse(row.redirect_uris),
})

export const clientRowOf = (record: OAuthClientRecord): ClientRow => ({
  ...record,
  redirect_uris: JSON.stringify(record.redirect_uris),
})

export const sqliteOAuthClients = (db: SqliteDatabase, announce: (change: Change) => void): OAuthClients => {
  const insert = db.query<never, [...(string | null)[]]>(
    `INSERT INTO oauth_clients (client_id, source, client_name, redirect_uris, auth_method, secret_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const dropOld = db.query<never, [unusedSince: string]>(
    'DELETE FROM oauth_clients WHERE used_at IS NULL AND created_at < ?',
  )
  const dropMany = db.query<never, [most: number]>(
    `DELETE FROM oauth_clients WHERE client_id IN (
       SELECT client_id FROM oauth_clients WHERE used_at IS NULL ORDER BY created_at DESC LIMIT -1 OFFSET ?)`,
  )
  const find = db.query<ClientRow, [clientId: string]>('SELECT * FROM oauth_clients WHERE client_id = ?')
  const list = db.query<ClientRow, [after: string, limit: number]>(
    'SELECT * FROM oauth_clients WHERE client_id > ? ORDER BY client_id LIMIT ?',
  )
  const remove = db.query<never, [clientId: string]>('DELETE FROM oauth_clients WHERE client_id = ?')
  const endGrants = createEndGrants(db)
  return {
    register: (client, { now, unusedSince, mostUnused }) =>
      db.write(() => {
        dropOld.run(unusedSince.toISOString())
        dropMany.run(mostUnused - 1)
        const { client_id, source, client_name, redirect_uris, auth_method, secret_hash } = client
        const uris = JSON.stringify(redirect_uris)
        insert.run(client_id, source, client_name, uris, auth_method, secret_hash, now.toISOString())
      }),
    find: (clientId) =>
      db.read(() => {
        const row = find.get(clientId)
        return row ? clientRecordOf(row) : undefined
      }),
    list: ({ limit, after = '' }) => db.read(() => list.all(after, limit).map(clientRecordOf)),
    async remove(clientId) {
      const { removed, ended } = await db.write(() => {
        const removed = remove.run(clientId).changes > 0
        return { removed, ended: removed ? endGrants('client_id', clientId) : [] }
      })
      for (const grant_id of ended) announce({ kind: 'grant', grant_id })
      return removed
    },
  }
}
