import { type EntryGroup, groupedMembers } from '@patchbay/core/store'
import type { AggregateOptions, Collection, Document, Filter } from 'mongodb'
import type { AuditDocument } from './document.ts'

/** Older documents lack members. */
const readMember = (name: string): Document => ({ $ifNull: [`$${name}`, null] })
const ifFailed = (value: Document): Document => ({ $cond: [{ $ne: ['$outcome', 'ok'] }, value, null] })

/** The members of a group of entries, as `groupEntries` reads them. */
const alike: Document = {
  outcome: '$outcome',
  source: '$source',
  action: {
    $cond: [{ $or: [{ $ne: ['$outcome', 'ok'] }, { $eq: ['$source', 'admin'] }] }, readMember('action'), null],
  },
  ...Object.fromEntries(groupedMembers.map((name) => [name, ifFailed(readMember(name))])),
}

interface Group {
  readonly _id: Omit<EntryGroup, 'entries' | 'first' | 'last'>
  readonly entries: number
  readonly first: string
  readonly last: string
}

export const groupDocuments = async (
  collection: Collection<AuditDocument>,
  filter: Filter<AuditDocument>,
  options: AggregateOptions,
): Promise<readonly EntryGroup[]> => {
  const sums = { entries: { $sum: '$count' }, first: { $min: '$_id' }, last: { $max: '$_id' } }
  const groups = await collection
    .aggregate<Group>([{ $match: filter }, { $group: { _id: alike, ...sums } }], options)
    .toArray()
  return groups.map(({ _id, ...group }) => ({ ..._id, ...group }))
}
