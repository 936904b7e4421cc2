import type { AccountRef, Change, Leaving, PutTenant, TenantRecord, Tenants } from '@patchbay/core/store'
import { credentialTable, readAccountRef, seedTable } from '../../rules/accounts/account-tables.ts'
import { endConnections } from '../../rules/accounts/connections.ts'
import { leaveRevocation, readHeld } from '../../rules/accounts/credentials.ts'
import { hasAccount } from '../../rules/accounts/has-account.ts'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import { dropUnknownMembers, keepUnknownMembers } from '../../rules/unknown-members.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createRowCodec } from '../engine/row-codec.ts'
import { createTables } from '../engine/tables.ts'
import { createEndGrants } from '../oauth/end-grants.ts'
import { createFindTenants } from './find-tenants.ts'

const { encode, decode } = createRowCodec(tenantTable.definition)

/** `forget` drops a removed tenant's data in memory. */
export const sqliteTenants = (
  db: SqliteDatabase,
  announce: (change: Change) => void,
  forget: (tenant: string) => void,
): Tenants => {
  const tables = createTables(db)
  const selectAccountRefs = db.query<AccountRef, [tenant: string]>(
    `SELECT tenant, provider, account FROM credentials WHERE tenant = ?1
     UNION SELECT tenant, provider, account FROM seeds WHERE tenant = ?1 ORDER BY provider, account`,
  )
  const endGrants = createEndGrants(db)
  const removals = [
    'DELETE FROM seeds WHERE tenant = ?',
    'DELETE FROM billing WHERE tenant = ?',
    'DELETE FROM credentials WHERE tenant = ?',
    'DELETE FROM bearer_tokens WHERE tenant_id = ?',
    'DELETE FROM apps WHERE tenant = ?',
    'DELETE FROM connect_links WHERE tenant = ?',
    'DELETE FROM tenant_secrets WHERE tenant = ?',
    'DELETE FROM approvals WHERE tenant = ?',
    'DELETE FROM approval_texts WHERE tenant = ?',
    'DELETE FROM standing_approvals WHERE tenant = ?',
    'DELETE FROM code_runs WHERE tenant = ?',
    'DELETE FROM code_run_texts WHERE tenant = ?',
    'DELETE FROM stored_files WHERE tenant = ?',
    'DELETE FROM tenants WHERE id = ?',
  ].map((sql) => db.query<never, [id: string]>(sql))

  /** Records the access to revoke for accounts that are about to be removed. */
  const leave = (refs: readonly AccountRef[], leaving: Leaving | undefined): void => {
    if (!leaving) return
    for (const ref of refs) {
      for (const write of leaveRevocation(ref, tables.readAll(readHeld(ref)), leaving)) tables.write(write)
    }
  }

  /** With members of later versions. */
  const findWhole = (id: string): TenantRecord | undefined => tables.read(tenantTable.at({ id }))
  const find = (id: string): TenantRecord | undefined => {
    const whole = findWhole(id)
    return whole && dropUnknownMembers(whole)
  }

  const findPage = createFindTenants(db)

  return {
    get: (id) => db.read(() => find(id)),
    async put(id, given, { now, prune, isRevocable }) {
      const { put, pruned } = await db.write((): { put: PutTenant; pruned: readonly AccountRef[] } => {
        const current = findWhole(id)
        const configured = typeof given === 'function' ? given(current && dropUnknownMembers(current)) : given
        const { name, status, providers, options } = keepUnknownMembers(configured, current)
        const dropped = selectAccountRefs.all(id).filter((ref) => !hasAccount(providers, ref))
        if (dropped.length > 0 && !prune) return { put: { outcome: 'conflict', accounts: dropped }, pruned: [] }
        leave(dropped, isRevocable && { now, isRevocable })
        for (const ref of dropped) {
          tables.write(credentialTable.remove(readAccountRef(ref)))
          tables.write(seedTable.remove(readAccountRef(ref)))
          tables.write(endConnections(ref))
        }
        const updated_at = now.toISOString()
        const created_at = current?.created_at ?? updated_at
        const version = crypto.randomUUID()
        const record = { id, name, status, providers, options, created_at, updated_at, version }
        const { id: _, ...members } = record
        // A row is changed in its place, as others refer to it.
        tables.write(current ? tenantTable.update({ id }, members) : tenantTable.put(record))
        return {
          put: { outcome: current ? 'replaced' : 'created', record: dropUnknownMembers(decode(encode(record))) },
          pruned: dropped,
        }
      })
      for (const ref of pruned) announce({ kind: 'credential', ...ref })
      if (put.outcome !== 'conflict') announce({ kind: 'tenant', tenant: id })
      return put
    },
    list: (page) => db.read(() => findPage(page).flatMap((id) => find(id) ?? [])),
    async remove(id, check, leaving) {
      const removed = await db.write(() => {
        const current = find(id)
        if (!current) return false
        check?.(current)
        leave(leaving ? selectAccountRefs.all(id) : [], leaving)
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
