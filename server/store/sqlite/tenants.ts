import type { AccountRef, Change, PutTenant, TenantRecord, Tenants } from '@patchbay/core/store'
import { hasAccount } from '../rules/has-account.ts'
import type { SqliteDatabase } from './database.ts'
import { createEndGrants } from './end-grants.ts'
import { leaveRevocations } from './revocations.ts'

export type TenantRow = Omit<TenantRecord, 'providers' | 'options'> & {
  readonly providers: string
  readonly options: string
}

export const tenantRecordOf = (row: TenantRow): TenantRecord => ({
  ...row,
  providers: JSON.parse(row.providers),
  options: JSON.parse(row.options),
})

export const tenantRowOf = (record: TenantRecord): TenantRow => ({
  ...record,
  providers: JSON.stringify(record.providers),
  options: JSON.stringify(record.options),
})

/** `forget` drops a removed tenant's data in memory. */
export const sqliteTenants = (
  db: SqliteDatabase,
  announce: (change: Change) => void,
  forget: (tenant: string) => void,
): Tenants => {
  const get = db.query<TenantRow, [id: string]>('SELECT * FROM tenants WHERE id = ?')
  const list = db.query<TenantRow, [after: string, limit: number]>(
    'SELECT * FROM tenants WHERE id > ? ORDER BY id LIMIT ?',
  )
  const upsert = db.query<TenantRow, [...string[]]>(
    `INSERT INTO tenants (id, name, status, providers, options, created_at, updated_at, version)
     VALUES (?, ?, ?, ?, ?, ?6, ?6, ?7)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, status = excluded.status, providers = excluded.providers,
       options = excluded.options, updated_at = excluded.updated_at, version = excluded.version
     RETURNING *`,
  )
  const credentialsOf = db.query<AccountRef, [tenant: string]>(
    `SELECT tenant, provider, account FROM credentials WHERE tenant = ?1
     UNION SELECT tenant, provider, account FROM seeds WHERE tenant = ?1 ORDER BY provider, account`,
  )
  const drops = ['credentials', 'seeds'].map((table) =>
    db.query<never, [string, string, string]>(`DELETE FROM ${table} WHERE tenant = ? AND provider = ? AND account = ?`),
  )
  const endGrants = createEndGrants(db)
  const leave = leaveRevocations(db)
  const removals = [
    'DELETE FROM seeds WHERE tenant = ?',
    'DELETE FROM billing WHERE tenant = ?',
    'DELETE FROM credentials WHERE tenant = ?',
    'DELETE FROM bearer_tokens WHERE tenant_id = ?',
    'DELETE FROM apps WHERE tenant = ?',
    'DELETE FROM connect_links WHERE tenant = ?',
    'DELETE FROM tenants WHERE id = ?',
  ].map((sql) => db.query<never, [id: string]>(sql))

  const find = (id: string): TenantRecord | undefined => {
    const row = get.get(id)
    return row ? tenantRecordOf(row) : undefined
  }

  return {
    get: (id) => db.read(() => find(id)),
    async put(id, given, { now, prune, isRevocable }) {
      const { put, pruned } = await db.write((): { put: PutTenant; pruned: readonly AccountRef[] } => {
        const current = find(id)
        const { name, status, providers, options } = typeof given === 'function' ? given(current) : given
        const dropped = credentialsOf.all(id).filter((ref) => !hasAccount(providers, ref))
        if (dropped.length > 0 && !prune) return { put: { outcome: 'conflict', accounts: dropped }, pruned: [] }
        leave(dropped, isRevocable && { now, isRevocable })
        for (const { provider, account } of dropped) for (const drop of drops) drop.run(id, provider, account)
        const [at, version] = [now.toISOString(), crypto.randomUUID()]
        const row = upsert.get(id, name, status, JSON.stringify(providers), JSON.stringify(options), at, version)
        if (!row) throw new Error('the upsert returned no row')
        return { put: { outcome: current ? 'replaced' : 'created', record: tenantRecordOf(row) }, pruned: dropped }
      })
      for (const ref of pruned) announce({ kind: 'credential', ...ref })
      if (put.outcome !== 'conflict') announce({ kind: 'tenant', tenant: id })
      return put
    },
    list: ({ limit, after = '' }) => db.read(() => list.all(after, limit).map(tenantRecordOf)),
    async remove(id, check, leaving) {
      const removed = await db.write(() => {
        const current = find(id)
        if (!current) return false
        check?.(current)
        leave(leaving ? credentialsOf.all(id) : [], leaving)
        endGrants('tenant_id', id)
        for (const removal of removals) removal.run(id)
        return true
      })
      if (!removed) return false
      forget(id)
      announce({ kind: 'tenant', tenant: id })
      return true
    },
  }
}
