import { mostCounted, type TenantOrder, type TenantPage, type Tenants, toListTotal } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments, type TableDocument } from '../engine/table-documents.ts'
import { containingText, equalText, requireText } from '../engine/text.ts'

const { collection: tenants, recordOf } = createTableDocuments(tenantTable.definition)

/** The path that a list is sorted by. Times have indexes; names are made comparable for the time of a query, like those of the embedded store. */
const sortKeys: Readonly<Record<TenantOrder, string>> = {
  id: '_id',
  name: 'name_to_sort',
  created_at: 'created_at',
  updated_at: 'updated_at',
}

const buildBounds = (key: string, after: NonNullable<TenantPage['after']>, isDescending: boolean): Document => {
  const [by, id] = [requireText(after.by), requireText(after.id)]
  const beyond = isDescending ? '$lt' : '$gt'
  if (key === '_id') return { _id: { [beyond]: id } }
  return { $or: [{ [key]: { [beyond]: by } }, { [key]: { $eq: by }, _id: { [beyond]: id } }] }
}

const buildFilters = ({ search, status }: Pick<TenantPage, 'search' | 'status'>): readonly Document[] => [
  ...(status === undefined ? [] : [{ status: equalText(status) }]),
  ...(search === undefined ? [] : [{ $or: [{ _id: containingText(search) }, { name: containingText(search) }] }]),
]

/** The aggregation that finds a page of tenants. */
const buildPage = (page: TenantPage): readonly Document[] => {
  const { limit, after, order = 'id', isDescending = false } = page
  const key = sortKeys[order]
  const direction = isDescending ? -1 : 1
  const filters = buildFilters(page)
  const bounds = after === undefined ? [] : [buildBounds(key, after, isDescending)]
  const sort: Document = key === '_id' ? { _id: direction } : { [key]: direction, _id: direction }
  if (order !== 'name') return [{ $match: { $and: [{}, ...filters, ...bounds] } }, { $sort: sort }, { $limit: limit }]
  return [
    { $match: { $and: [{}, ...filters] } },
    { $addFields: { [key]: { $toLower: '$name' } } },
    { $match: { $and: [{}, ...bounds] } },
    { $sort: sort },
    { $limit: limit },
    { $unset: key },
  ]
}

export const createListTenants = (db: MongoDatabase): Tenants['list'] => {
  const collection = db.collection(tenants)
  return (page) =>
    db.run(async () => (await collection.aggregate<TableDocument>([...buildPage(page)]).toArray()).map(recordOf))
}

export const createCountTenants = (db: MongoDatabase): Tenants['total'] => {
  const collection = db.collection(tenants)
  return (filter) =>
    db.run(async () =>
      toListTotal(await collection.countDocuments({ $and: [{}, ...buildFilters(filter)] }, { limit: mostCounted + 1 })),
    )
}
