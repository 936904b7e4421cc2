import type { AppRecord, AppRef, Apps } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

type AppRow = Omit<AppRecord, 'scopes'> & { readonly scopes: string | null }

export const appRecordOf = (row: AppRow): AppRecord => ({
  ...row,
  scopes: row.scopes === null ? null : JSON.parse(row.scopes),
})
export const appRowOf = (record: AppRecord): AppRow => ({
  ...record,
  scopes: record.scopes === null ? null : JSON.stringify(record.scopes),
})

const appOf = (db: SqliteDatabase) => {
  const get = db.query<AppRow, [provider: string, tenant: string]>(
    'SELECT * FROM apps WHERE provider = ? AND tenant = ?',
  )
  return ({ provider, tenant }: AppRef): AppRecord | undefined => {
    const row = get.get(provider, tenant)
    return row ? appRecordOf(row) : undefined
  }
}

/** The tenant's own application, else the gateway's. For use within a transaction. */
export const findApp = (db: SqliteDatabase) => {
  const find = appOf(db)
  return (ref: AppRef): AppRecord | undefined => find(ref) ?? find({ ...ref, tenant: '' })
}

export const sqliteApps = (db: SqliteDatabase): Apps => {
  const [find, findNearest] = [appOf(db), findApp(db)]
  const list = db.query<AppRow, []>('SELECT * FROM apps ORDER BY provider, tenant')
  const hasTenant = db.query<{ id: string }, [id: string]>('SELECT id FROM tenants WHERE id = ?')
  const put = db.query<never, [AppRow]>(
    `INSERT OR REPLACE INTO apps (provider, tenant, client_id, sealed_client_secret, scopes, authorize_url, token_url,
       revoke_url, version, created_at, updated_at)
     VALUES ($provider, $tenant, $client_id, $sealed_client_secret, $scopes, $authorize_url, $token_url, $revoke_url,
       $version, $created_at, $updated_at)`,
  )
  const remove = db.query<{ provider: string }, [provider: string, tenant: string]>(
    'DELETE FROM apps WHERE provider = ? AND tenant = ? RETURNING provider',
  )
  return {
    put: (app, now) =>
      db.write(() => {
        if (app.tenant !== '' && !hasTenant.get(app.tenant)) return 'TENANT_NOT_FOUND'
        const known = find(app)
        const updated_at = now.toISOString()
        put.run(
          appRowOf({ ...app, version: crypto.randomUUID(), created_at: known?.created_at ?? updated_at, updated_at }),
        )
        return known ? 'replaced' : 'created'
      }),
    get: (ref) => db.read(() => find(ref)),
    find: (ref) => db.read(() => findNearest(ref)),
    list: () => db.read(() => list.all().map(appRecordOf)),
    remove: ({ provider, tenant }) => db.write(() => remove.all(provider, tenant).length > 0),
    reseal: (ref, version, sealed_client_secret) =>
      db.write(() => {
        const known = find(ref)
        if (known?.version !== version) return false
        put.run(appRowOf({ ...known, sealed_client_secret }))
        return true
      }),
  }
}
