import { type ComparisonOperator, readConditions } from '../../records/filter.ts'
import type { ReadResults, Reads } from '../../records/record-store.ts'
import type { AnyTable, ListOptions, RecordRead, RecordWrite, TableDefinition } from '../../records/table.ts'
import type { SqliteDatabase } from './database.ts'
import { createRowCodec, type Row, type RowValue } from './row-codec.ts'

interface Phrase {
  readonly sql: string
  readonly values: readonly RowValue[]
}

const comparisons: Readonly<Record<ComparisonOperator, (member: string, count: number) => string>> = {
  '=': (member) => `${member} = ?`,
  '<>': (member) => `${member} <> ?`,
  in: (member, count) => `${member} IN (${Array(count).fill('?').join(', ')})`,
  '<': (member) => `${member} < ?`,
  '<=': (member) => `${member} <= ?`,
  '>': (member) => `${member} > ?`,
  '>=': (member) => `${member} >= ?`,
  '< or null': (member) => `(${member} IS NULL OR ${member} < ?)`,
}

const buildWherePhrase = (filter: object, buildExpression: (path: string) => string): Phrase => {
  const conditions = readConditions(filter).map(({ member, operator, value }) => {
    const expression = buildExpression(member)
    if (value === null) return { sql: `${expression} IS NULL`, values: [] }
    const values = [value].flat() as RowValue[]
    return { sql: comparisons[operator](expression, values.length), values }
  })
  const sql = conditions.map((condition) => condition.sql).join(' AND ')
  return { sql: sql && ` WHERE ${sql}`, values: conditions.flatMap(({ values }) => values) }
}

const buildPagePhrase = (
  { sort = [], descending = false, limit, skip = 0 }: ListOptions<Row>,
  buildExpression: (path: string) => string,
): Phrase => {
  const order = sort.map((member) => `${buildExpression(member)}${descending ? ' DESC' : ''}`).join(', ')
  const isPage = limit !== undefined || skip > 0
  return {
    sql: `${order && ` ORDER BY ${order}`}${isPage ? ' LIMIT ? OFFSET ?' : ''}`,
    values: isPage ? [limit ?? -1, skip] : [],
  }
}

/** The rows of a table. */
interface TableRows {
  read<A>(read: RecordRead<A>): A
  /** Counts the rows that a read without a key would find. */
  count(read: RecordRead<unknown>): number
  /** Returns how many rows it inserted, changed or removed. */
  write(write: RecordWrite): number
}

/** The rows of all tables, for use within a transaction. */
export interface SqliteTables extends TableRows {
  readAll<R extends Reads>(reads: R): ReadResults<R>
}

const openTable = (db: SqliteDatabase, table: AnyTable): TableRows => {
  const { name, key } = table
  const { encode, encodeMembers, buildExpression, decode } = createRowCodec<object, never>(
    table as TableDefinition<object, never>,
  )
  const columns = db
    .query<{ name: string }, []>(`PRAGMA table_info(${name})`)
    .all()
    .map((column) => column.name)

  /** Bun keeps the last twenty statements of a database. */
  const statements = new Map<string, ReturnType<typeof db.query<Row, RowValue[]>>>()
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? db.query<Row, RowValue[]>(sql)
    statements.set(sql, statement)
    return statement
  }
  const get = db.query<Row, string[]>(
    `SELECT * FROM ${name} WHERE ${key.map((member) => `${member} = ?`).join(' AND ')}`,
  )
  const values = `(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const put = db.query<never, RowValue[]>(`INSERT OR REPLACE INTO ${name} ${values}`)
  const insert = db.query<never, RowValue[]>(`INSERT INTO ${name} ${values} ON CONFLICT DO NOTHING`)

  const buildWhere = (filter: object): Phrase => buildWherePhrase(encodeMembers(filter), buildExpression)
  const rowValues = (record: object): RowValue[] => {
    const row = encode(record)
    return columns.map((column) => row[column] ?? null)
  }
  const find = (filter: object, options: ListOptions<Row>): object[] => {
    const [where, page] = [buildWhere(filter), buildPagePhrase(options, buildExpression)]
    const rows = prepare(`SELECT * FROM ${name}${where.sql}${page.sql}`).all(...where.values, ...page.values)
    return rows.map(decode)
  }
  const update = (filter: object, members: object): number => {
    if (table.columnsBesideJson) {
      const records = find(filter, {})
      for (const record of records) put.run(...rowValues({ ...record, ...members }))
      return records.length
    }
    const where = buildWhere(filter)
    const set = Object.entries(encodeMembers(members))
    const sql = `UPDATE ${name} SET ${set.map(([member]) => `${member} = ?`).join(', ')}${where.sql}`
    return prepare(sql).run(...set.map(([, value]) => value), ...where.values).changes
  }
  return {
    read({ key: one, filter, options, pick }) {
      if (!one) return pick(find(filter, options))
      const row = get.get(...one)
      return pick(row ? [decode(row)] : [])
    },
    count({ filter, options }) {
      const [where, page] = [buildWhere(filter), buildPagePhrase(options, buildExpression)]
      const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${name}${where.sql}${page.sql})`
      return Number(prepare(sql).get(...where.values, ...page.values)?.rows)
    },
    write(write) {
      if ('put' in write) return put.run(...rowValues(write.put)).changes
      if ('insert' in write) return insert.run(...rowValues(write.insert)).changes
      if ('update' in write) return update(write.update, write.members)
      const where = buildWhere(write.remove)
      return prepare(`DELETE FROM ${name}${where.sql}`).run(...where.values).changes
    },
  }
}

/** Each table is opened at its first use. */
export const createTables = (db: SqliteDatabase): SqliteTables => {
  const opened = new Map<string, TableRows>()
  const open = (table: AnyTable): TableRows => {
    const rows = opened.get(table.name) ?? openTable(db, table)
    opened.set(table.name, rows)
    return rows
  }
  const read = <A>(one: RecordRead<A>): A => open(one.table).read(one)
  return {
    read,
    readAll: (reads) =>
      Object.fromEntries(Object.entries(reads).map(([name, each]) => [name, read(each)])) as ReadResults<typeof reads>,
    count: (one) => open(one.table).count(one),
    write: (write) => open(write.table).write(write),
  }
}
