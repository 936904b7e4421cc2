import type { AuditEntry, Progress, RecordSet, Records, StorePart, Transfer } from '@patchbay/core/store'
import { recordKeys } from '@patchbay/core/store'
import { appRecordOf, appRowOf } from './apps.ts'
import { auditTables } from './audit.ts'
import { billingRecordOf, billingRowOf } from './billing.ts'
import { linkRecordOf, linkRowOf } from './connections.ts'
import type { SqliteDatabase } from './database.ts'
import { type GrantRow, grantRecords, tokenTable } from './grant-records.ts'
import { clientRecordOf, clientRowOf } from './oauth-clients.ts'
import { revocationRecordOf, revocationRowOf } from './revocation-rows.ts'
import { suggestionRecordOf, suggestionRowOf } from './suggestions.ts'
import { tokenRecordOf, tokenRowOf } from './tenant-tokens.ts'
import { tenantRecordOf, tenantRowOf } from './tenants.ts'

type Row = Record<string, string | number | null>

interface TableOf<T> {
  readonly part: StorePart
  /** Its columns are the members of a record, unless `recordOf` and `rowOf` are given. */
  readonly table: string
  recordOf?(row: never): T
  rowOf?(record: T): object
}

/** The record in a row of each kind. */
type Rows = Omit<Records, 'grants' | 'audit'> & { readonly grants: GrantRow }

/** The table of each kind. The audit log has several tables and reads them itself. */
const tables: { readonly [K in keyof Rows]: TableOf<Rows[K]> } = {
  tenants: { part: 'configuration', table: 'tenants', recordOf: tenantRecordOf, rowOf: tenantRowOf },
  tenantTokens: { part: 'configuration', table: 'bearer_tokens', recordOf: tokenRecordOf, rowOf: tokenRowOf },
  credentials: { part: 'configuration', table: 'credentials' },
  seeds: { part: 'configuration', table: 'seeds' },
  oauthClients: { part: 'configuration', table: 'oauth_clients', recordOf: clientRecordOf, rowOf: clientRowOf },
  authorizationCodes: { part: 'configuration', table: 'authorization_codes' },
  grants: { part: 'configuration', table: 'oauth_grants' },
  usedAssertions: { part: 'configuration', table: 'used_assertions' },
  snapshots: { part: 'configuration', table: 'snapshots' },
  billing: { part: 'configuration', table: 'billing', recordOf: billingRecordOf, rowOf: billingRowOf },
  suggestions: { part: 'configuration', table: 'suggestions', recordOf: suggestionRecordOf, rowOf: suggestionRowOf },
  adminKeys: { part: 'configuration', table: 'admin_keys' },
  webhooks: { part: 'configuration', table: 'webhooks' },
  apps: { part: 'configuration', table: 'apps', recordOf: appRecordOf, rowOf: appRowOf },
  connections: { part: 'configuration', table: 'connect_links', recordOf: linkRecordOf, rowOf: linkRowOf },
  revocations: { part: 'configuration', table: 'revocations', recordOf: revocationRecordOf, rowOf: revocationRowOf },
  rollUps: { part: 'audit', table: 'roll_ups' },
}

/** The names of these tables. A test compares them with the existing ones. */
export const movedTables: readonly string[] = [
  ...Object.values(tables).map(({ table }) => table),
  ...auditTables,
  tokenTable,
]

const recordSet = <T>(
  db: SqliteDatabase,
  { table, recordOf = (row) => row as T, rowOf = (record) => record as object }: TableOf<T>,
  key: readonly string[],
): RecordSet<T> => {
  const columns = db
    .query<{ name: string }, []>(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => name)
  const count = db.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`)
  // SQLite compares row values column by column (sqlite.org/rowvalue.html), which is the order of the table.
  const [keys, marks] = [key.join(', '), key.map(() => '?').join(', ')]
  const first = db.query<never, [limit: number]>(`SELECT * FROM ${table} ORDER BY ${keys} LIMIT ?`)
  const next = db.query<never, (string | number)[]>(
    `SELECT * FROM ${table} WHERE (${keys}) > (${marks}) ORDER BY ${keys} LIMIT ?`,
  )
  const sets = columns.map((column) => `${column} = excluded.${column}`)
  const put = db.query<never, [Row]>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `$${column}`).join(', ')})
     ON CONFLICT (${keys}) DO UPDATE SET ${sets.join(', ')}`,
  )
  const clear = db.query<never, []>(`DELETE FROM ${table}`)
  return {
    count: () => db.read(() => count.get()?.count ?? 0),
    read: ({ limit, after }) => db.read(() => (after ? next.all(...after, limit) : first.all(limit)).map(recordOf)),
    write: (records) =>
      db.write(() => {
        for (const record of records) put.run(rowOf(record) as Row)
      }),
    clear: () =>
      db.write(() => {
        clear.run()
      }),
  }
}

export const sqliteTransfer = (
  parts: Readonly<Record<StorePart, SqliteDatabase>>,
  auditRecords: RecordSet<AuditEntry>,
): Transfer => {
  const { configuration } = parts
  const get = configuration.query<{ progress: string }, []>('SELECT progress FROM transfer')
  const put = configuration.query<never, [progress: string]>(
    'INSERT OR REPLACE INTO transfer (id, progress) VALUES (1, ?)',
  )
  const remove = configuration.query<never, []>('DELETE FROM transfer')
  const setOf = <K extends keyof Rows>(kind: K): RecordSet<Rows[K]> => {
    const kept: TableOf<Rows[K]> = tables[kind]
    return recordSet(parts[kept.part], kept, recordKeys[kind])
  }
  return {
    records: {
      tenants: setOf('tenants'),
      tenantTokens: setOf('tenantTokens'),
      credentials: setOf('credentials'),
      seeds: setOf('seeds'),
      oauthClients: setOf('oauthClients'),
      authorizationCodes: setOf('authorizationCodes'),
      grants: grantRecords(configuration, setOf('grants')),
      usedAssertions: setOf('usedAssertions'),
      snapshots: setOf('snapshots'),
      billing: setOf('billing'),
      suggestions: setOf('suggestions'),
      adminKeys: setOf('adminKeys'),
      webhooks: setOf('webhooks'),
      apps: setOf('apps'),
      connections: setOf('connections'),
      revocations: setOf('revocations'),
      audit: auditRecords,
      rollUps: setOf('rollUps'),
    },
    progress: () =>
      configuration.read((): Progress | null => {
        const row = get.get()
        return row ? JSON.parse(row.progress) : null
      }),
    setProgress: (progress) =>
      configuration.write(() => {
        if (progress) put.run(JSON.stringify(progress))
        else remove.run()
      }),
  }
}
