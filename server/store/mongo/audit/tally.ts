import type { Audit, AuditRange, Tally } from '@patchbay/core/store'
import type { Collection, Document } from 'mongodb'
import { newestId, oldestIdAt } from '../../rules/audit/ids.ts'
import { equalText, requireText } from '../engine/text.ts'
import type { AuditDocument } from './document.ts'

/** Documents that one command counts. */
const sliceSize = 25_000

/** `latencyBucket` as an aggregation; a test compares the two. */
const latency = [
  { below: 100_000, tenths: 10_000 },
  { below: 10_000, tenths: 1000 },
  { below: 1000, tenths: 100 },
  { below: 100, tenths: 10 },
  { below: 10, tenths: 1 },
].reduce<unknown>((otherwise, { below, tenths }) => {
  // Dividing by 0.1 isn't the same as multiplying by 10.
  const inTenths = tenths === 1 ? { $multiply: ['$duration_ms', 10] } : { $divide: ['$duration_ms', tenths / 10] }
  return { $cond: [{ $lt: ['$duration_ms', below] }, { $multiply: [{ $floor: inTenths }, tenths] }, otherwise] }
}, 990_000)

const alike = {
  hour: { $substrBytes: ['$at', 0, 13] },
  tenant: '$tenant',
  source: '$source',
  action: '$action',
  key: '$key',
  outcome: '$outcome',
  code: '$code',
  status: '$status',
  token_id: '$token_id',
  cache: '$cache',
  billable: '$billable',
  latency,
}

const buildMatch = ({ after = '', upTo = newestId, since, until, tenant }: AuditRange): Document => ({
  _id: {
    $gt: requireText(after),
    $lte: requireText(upTo),
    $gte: since ? oldestIdAt(since) : '',
    $lt: until ? oldestIdAt(until) : newestId,
  },
  ...(tenant !== undefined && { tenant: equalText(tenant) }),
})

interface Group {
  readonly _id: Omit<Tally, 'entries' | 'bytes'>
  readonly entries: number
  readonly bytes: number
  readonly last: string
  readonly documents: number
}

export const mongoTally = async (
  collection: Collection<AuditDocument>,
  range: AuditRange,
): ReturnType<Audit['tally']> => {
  const limit = Math.min(range.limit ?? sliceSize, sliceSize)
  const groups = await collection
    .aggregate<Group>([
      { $match: buildMatch(range) },
      { $sort: { _id: 1 } },
      { $limit: limit },
      {
        $group: {
          _id: alike,
          entries: { $sum: '$count' },
          bytes: { $sum: '$bytes' },
          last: { $max: '$_id' },
          documents: { $sum: 1 },
        },
      },
    ])
    .toArray()
  let last: string | undefined
  let counted = 0
  for (const group of groups) {
    if (last === undefined || group.last > last) last = group.last
    counted += group.documents
  }
  const tallies = groups.map(({ _id, entries, bytes }) => ({ ..._id, entries, bytes }))
  return { tallies, last, more: counted === limit }
}
