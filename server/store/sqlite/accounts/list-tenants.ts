import { setImmediate } from 'node:timers/promises'
import {
  mostCounted,
  type TenantOrder,
  type TenantPage,
  type TenantRecord,
  type Tenants,
  toListTotal,
} from '@patchbay/core/store'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createTables } from '../engine/tables.ts'

/** The key that a list is sorted by. Each has an index. */
const sortKeys: Readonly<Record<TenantOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  created_at: 'created_at',
  updated_at: 'updated_at',
}

type Head = Pick<TenantRecord, 'id' | 'name'>

type Bounds = {
  readonly by: string
  readonly id: string
  readonly status: string | null
}

/** Compared here, because SQLite ignores the case of ASCII letters only. */
const contains = ({ id, name }: Head, wanted: string): boolean =>
  id.includes(wanted) || name.toLowerCase().includes(wanted)

/** Lists a page of tenants: a search reads the ids and names of all, until the page is full. */
export const createListTenants = (db: SqliteDatabase): Tenants['list'] => {
  const tables = createTables(db)
  const queryOf = (order: TenantOrder, isDescending: boolean, isFirst: boolean) => {
    const key = sortKeys[order]
    const [direction, beyond] = isDescending ? ['DESC', '<'] : ['ASC', '>']
    // The first page has no bounds, but its statement takes values for them.
    const bounds = isFirst ? '$by = $by AND $id = $id' : `(${key}, id) ${beyond} ($by, $id)`
    return db.query<Head, Bounds>(
      `SELECT id, name FROM tenants WHERE ${bounds} AND ($status IS NULL OR status = $status)
       ORDER BY ${key} ${direction}, id ${direction}`,
    )
  }
  const findIds = ({ limit, after, order = 'id', isDescending = false, search, status }: TenantPage): string[] => {
    const wanted = search?.toLowerCase()
    const bounds = { by: after?.by ?? '', id: after?.id ?? '', status: status ?? null }
    const ids: string[] = []
    for (const head of queryOf(order, isDescending, after === undefined).iterate(bounds)) {
      if (ids.length >= limit) break
      if (wanted === undefined || contains(head, wanted)) ids.push(head.id)
    }
    return ids
  }
  return (page) => db.read(() => findIds(page).flatMap((id) => tables.read(tenantTable.at({ id })) ?? []))
}

/** Names that are compared at once: calls get their turn before the next. */
const sliceSize = 1000

/** Counts tenants: a search reads the ids and names of all, some at a time. */
export const createCountTenants = (db: SqliteDatabase): Tenants['total'] => {
  const condition = '($status IS NULL OR status = $status)'
  const count = db.query<{ tenants: number }, { status: string | null; most: number }>(
    `SELECT count(*) AS tenants FROM (SELECT 1 FROM tenants WHERE ${condition} LIMIT $most)`,
  )
  const slice = db.query<Head, { status: string | null; after: string; most: number }>(
    `SELECT id, name FROM tenants WHERE id > $after AND ${condition} ORDER BY id LIMIT $most`,
  )
  return async ({ search, status = null }) => {
    const most = mostCounted + 1
    if (search === undefined) return toListTotal(await db.read(() => count.get({ status, most })?.tenants ?? 0))
    const wanted = search.toLowerCase()
    let matches = 0
    for (let after = ''; matches < most; ) {
      const heads = await db.read(() => slice.all({ status, after, most: sliceSize }))
      matches += heads.filter((head) => contains(head, wanted)).length
      if (heads.length < sliceSize) break
      after = heads.at(-1)?.id ?? after
      await setImmediate()
    }
    return toListTotal(matches)
  }
}
