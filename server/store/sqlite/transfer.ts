import {
  type AuditEntry,
  type Progress,
  type RecordKind,
  type RecordSet,
  recordKeys,
  type StorePart,
  type Transfer,
} from '@patchbay/core/store'
import type { AnyRecordTable } from '../records/table.ts'
import { effectKeyTable, intentTable, unknownEffectTable } from '../rules/effects/effect-tables.ts'
import { mapTables } from '../rules/tables.ts'
import { auditTables } from './audit/log.ts'
import type { SqliteDatabase } from './engine/database.ts'
import { createRowCodec, type Row, type RowCodec } from './engine/row-codec.ts'
import { type GrantRow, grantRecords, tokenTable } from './oauth/grant-records.ts'

interface MovedTable {
  readonly part: StorePart
  /** Its columns are the members of a record, unless a codec says otherwise. */
  readonly table: string
  readonly codec?: Pick<RowCodec<object>, 'encode' | 'decode'>
}

const besideLog = ({ definition }: AnyRecordTable): MovedTable => ({
  part: 'audit',
  table: definition.name,
  codec: createRowCodec(definition),
})

/** The table of each kind. The audit log has several tables and reads them itself. */
const tables: Readonly<Record<Exclude<RecordKind, 'audit'>, MovedTable>> = {
  ...mapTables<MovedTable>(({ definition }) => ({
    part: 'configuration',
    table: definition.name,
    codec: createRowCodec(definition),
  })),
  grants: { part: 'configuration', table: 'oauth_grants' },
  rollUps: { part: 'audit', table: 'roll_ups' },
  intents: besideLog(intentTable),
  effectKeys: besideLog(effectKeyTable),
  unknownEffects: besideLog(unknownEffectTable),
}

/** The names of these tables. A test compares them with the existing ones. */
export const movedTables: readonly string[] = [
  ...Object.values(tables).map(({ table }) => table),
  ...auditTables,
  tokenTable,
]

const asItIs = { encode: (record: object) => record as Row, decode: (row: Row): object => row }

const prepareStatements = (db: SqliteDatabase, table: string, key: readonly string[]) => {
  const columns = db
    .query<{ name: string }, []>(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => name)
  // SQLite compares row values column by column (sqlite.org/rowvalue.html), which is the order of the table.
  const [keys, marks] = [key.join(', '), key.map(() => '?').join(', ')]
  const sets = columns.map((column) => `${column} = excluded.${column}`)
  return {
    count: db.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`),
    first: db.query<never, [limit: number]>(`SELECT * FROM ${table} ORDER BY ${keys} LIMIT ?`),
    next: db.query<never, (string | number)[]>(
      `SELECT * FROM ${table} WHERE (${keys}) > (${marks}) ORDER BY ${keys} LIMIT ?`,
    ),
    put: db.query<never, [Row]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `$${column}`).join(', ')})
     ON CONFLICT (${keys}) DO UPDATE SET ${sets.join(', ')}`,
    ),
    clear: db.query<never, []>(`DELETE FROM ${table}`),
  }
}

const recordSet = (
  db: SqliteDatabase,
  { table, codec: { encode, decode } = asItIs }: MovedTable,
  key: readonly string[],
): RecordSet<object> => {
  let prepared: ReturnType<typeof prepareStatements> | undefined
  // Prepared when records are moved, as a start that moves none would wait for a hundred statements.
  const statements = () => {
    prepared ??= prepareStatements(db, table, key)
    return prepared
  }
  return {
    count: () => db.read(() => statements().count.get()?.count ?? 0),
    read: ({ limit, after }) =>
      db.read(() => {
        const { first, next } = statements()
        return (after ? next.all(...after, limit) : first.all(limit)).map(decode)
      }),
    write: (records) =>
      db.write(() => {
        for (const record of records) statements().put.run(encode(record))
      }),
    clear: () =>
      db.write(() => {
        statements().clear.run()
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
  const openRecordSet = (kind: Exclude<RecordKind, 'audit'>): RecordSet<object> =>
    recordSet(parts[tables[kind].part], tables[kind], recordKeys[kind])
  const sets = Object.keys(tables).map((kind) => [kind, openRecordSet(kind as keyof typeof tables)])
  return {
    records: {
      ...(Object.fromEntries(sets) as Omit<Transfer['records'], 'audit'>),
      grants: grantRecords(configuration, openRecordSet('grants') as RecordSet<GrantRow>),
      audit: auditRecords,
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
