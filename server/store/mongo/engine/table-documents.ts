import { parseExact } from '@patchbay/core/exact-json'
import type { RecordKey } from '@patchbay/core/store'
import type { AnyBulkWriteOperation, Document, Filter } from 'mongodb'
import { type ComparisonOperator, readConditions } from '../../records/filter.ts'
import type { AnyTable, ListOptions, RecordMember, RecordWrite, TableDefinition } from '../../records/table.ts'
import type { DocumentsOf } from './documents-of.ts'
import { requireText } from './text.ts'

const comparisons: Readonly<Record<ComparisonOperator, (value: unknown) => Document>> = {
  '=': (value) => ({ $eq: value }),
  '<>': (value) => ({ $nin: [value, null] }),
  in: (value) => ({ $in: value }),
  '<': (value) => ({ $lt: value }),
  '<=': (value) => ({ $lte: value }),
  '>': (value) => ({ $gt: value }),
  '>=': (value) => ({ $gte: value }),
  '< or null': (value) => ({ $not: { $gte: value } }),
}

const encodeItems = (list: unknown): unknown =>
  Array.isArray(list) ? list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))) : list

const decodeItems = (list: unknown): unknown =>
  Array.isArray(list) ? list.map((item) => (String(item).startsWith('{') ? parseExact(item) : item)) : list

const decodeMembers = (document: Document, members: readonly string[], decode: (value: unknown) => unknown): object =>
  Object.fromEntries(members.filter((name) => name in document).map((name) => [name, decode(document[name])]))

/** A record as it is stored. The `_id` of a key with several members is an object of them. */
export interface TableDocument extends Document {
  readonly _id: string
}

/** Refuses operators: an object like `{"$gt": ""}`, stored in place of a text, would act as an operator when it is read back. */
const refuseOperator = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.startsWith('$'))) {
    throw new TypeError('a member of a record may not be an operator of MongoDB')
  }
  return value
}

/** The storage and the look-up of a table's records. */
export interface TableDocuments<T extends object = object> extends DocumentsOf<T, TableDocument> {
  buildFilter(filter: object): Filter<TableDocument>
  buildSort(options: ListOptions<object>): Record<string, 1 | -1>
  buildOperation(write: RecordWrite): AnyBulkWriteOperation<TableDocument>
}

/** How documents hold the members that aren't of the key: some of them as JSON. */
const createMemberCodec = ({ key, jsonInDocuments = [], jsonItemsInDocuments = [] }: AnyTable) => {
  const encodeMember = (member: string, value: unknown): unknown => {
    if (jsonInDocuments.includes(member)) return JSON.stringify(value)
    return jsonItemsInDocuments.includes(member) ? encodeItems(value) : refuseOperator(value)
  }
  return {
    encodeMembers(members: object): Document {
      const others = Object.entries(members).filter(([member]) => !key.includes(member))
      return Object.fromEntries(others.map(([member, value]) => [member, encodeMember(member, value)]))
    },
    /** The members that are stored as JSON. */
    decode: (document: Document): object => ({
      ...decodeMembers(document, jsonInDocuments, (text) => parseExact(String(text))),
      ...decodeMembers(document, jsonItemsInDocuments, decodeItems),
    }),
  }
}

export const createTableDocuments = <T extends object, K extends RecordMember<T>>(
  table: TableDefinition<T, K>,
): TableDocuments<T> => {
  const { name, bound, key, indexes = [], tenant, earlier }: AnyTable = table
  const { encodeMembers, decode } = createMemberCodec(table)
  const only = key.length === 1 ? key[0] : undefined
  const findPath = (member: string): string => {
    if (!key.includes(member)) return member
    return member === only ? '_id' : `_id.${member}`
  }
  const withPaths = <V>(members: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(members).map(([member, value]) => [findPath(member), value]))

  const toId = (values: readonly unknown[]): unknown => {
    const texts = values.map((value) => requireText(value as string))
    // MongoDB compares an `_id` as a whole, so its members must keep their order.
    return only ? texts[0] : Object.fromEntries(key.map((member, at) => [member, texts[at]]))
  }

  const toDocument = (record: object): TableDocument => {
    const members = new Map<string, unknown>(Object.entries(record))
    return { _id: toId(key.map((member) => members.get(member))) as string, ...encodeMembers(record) }
  }

  const buildFilter = (filter: object): Filter<TableDocument> => {
    const conditions = readConditions(filter)
    const named = key.map((member) => conditions.find((each) => each.member === member && each.operator === '='))
    const isOfKey = named.every((condition) => condition !== undefined)
    const others = isOfKey ? conditions.filter(({ member }) => !key.includes(member)) : conditions
    return {
      ...(isOfKey && { _id: { $eq: toId(named.map(({ value }) => value)) } }),
      ...Object.fromEntries(
        others.map(({ member, operator, value }) => [findPath(member), comparisons[operator](value)]),
      ),
    } as Filter<TableDocument>
  }
  /** True if a filter names a single document. The driver repeats the writes of single documents if their answers get lost. */
  const isSingle = (filter: Filter<TableDocument>): boolean => typeof filter._id === 'object' && '$eq' in filter._id

  return {
    collection: {
      name,
      bound,
      indexes: indexes.map(({ on, where, unique }) => ({
        key: withPaths(on as Record<string, 1 | -1>),
        ...(unique && { unique }),
        ...(where && { partialFilterExpression: withPaths(where as Record<string, unknown>) }),
      })),
      ...(tenant && { tenant: findPath(tenant) }),
    },
    idOf: (values: RecordKey) => toId(values),
    documentOf: toDocument,
    recordOf: ({ _id, ...rest }) => {
      const id = only ? { [only]: _id } : (_id as unknown as object)
      return { ...id, ...earlier?.(rest), ...rest, ...decode(rest) } as unknown as T
    },
    buildFilter,
    buildSort: ({ sort = [], descending = false }) => {
      const direction = descending ? -1 : 1
      return withPaths(Object.fromEntries(sort.map((member) => [member, direction])))
    },
    buildOperation(write) {
      if ('put' in write) {
        const replacement = toDocument(write.put)
        return { replaceOne: { filter: { _id: { $eq: replacement._id } }, replacement, upsert: true } }
      }
      if ('insert' in write) {
        const { _id, ...inserted } = toDocument(write.insert)
        return { updateOne: { filter: { _id: { $eq: _id } }, update: { $setOnInsert: inserted }, upsert: true } }
      }
      if ('remove' in write) {
        const filter = buildFilter(write.remove)
        return isSingle(filter) ? { deleteOne: { filter } } : { deleteMany: { filter } }
      }
      const [filter, update] = [buildFilter(write.update), { $set: encodeMembers(write.members) }]
      return isSingle(filter) ? { updateOne: { filter, update } } : { updateMany: { filter, update } }
    },
  }
}
