import type { VendorQuotaCounts, VendorQuotaReport, VendorQuotaShare, VendorQuotaTaken } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import {
  applyReport,
  buildTaken,
  countUnasked,
  takeCalls,
  type VendorQuotaWindow,
} from '../../rules/limits/vendor-quota.ts'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText, requireText } from '../engine/text.ts'
import { relaxedWrite } from './concerns.ts'
import { isConflict, retryConflicts } from './conflicts.ts'
import { createKeyBatches, type KeyBatch } from './key-batches.ts'

interface StoredWindow extends Omit<VendorQuotaWindow, 'endsInMs' | 'isReported'> {
  readonly _id: string
  readonly told: boolean
  readonly ends: Date
  /** Changes with each write: of two gateways that have read the same window, one writes and the other reads again. */
  readonly version: number
}

const retentionSeconds = 3600

const vendorWindows: CollectionOf<StoredWindow> = {
  name: 'allowances',
  bound: ownTables.allowances,
  // Longer than the window: its limit is known when the next one begins.
  indexes: [{ key: { ends: 1 }, expireAfterSeconds: retentionSeconds }],
}

type FoundWindow = VendorQuotaWindow & Pick<StoredWindow, '_id' | 'version'>

interface Waiting {
  readonly share: VendorQuotaShare
  readonly resolve: (taken: VendorQuotaTaken) => void
}

/** The calls and reports of this process for one key. */
interface VendorQuotaBatch extends KeyBatch {
  readonly reports: VendorQuotaReport[]
  readonly waiting: Waiting[]
  figures: boolean
  /** Calls that were sent without asking. */
  sent: number
}

const mostTries = 20
const mostClosed = 10_000

const countWaiting = (waiting: readonly Waiting[], share: VendorQuotaShare): number =>
  waiting.filter((caller) => caller.share === share).length

/** Resolves each caller of a batch: the first callers of each share get the calls that were granted. */
const answer = (
  { waiting }: VendorQuotaBatch,
  window: VendorQuotaWindow | undefined,
  granted: Readonly<Record<VendorQuotaShare, number>>,
) => {
  const rest = { ...granted }
  for (const { share, resolve } of waiting) resolve(buildTaken(window, share, rest[share]-- > 0))
}

/**
 * Windows of vendors' rate limits that all gateways share, on the server's clock. One batch for a key runs at a time; later callers
 * go into the next one. The vendor's next answer reports what is left, so the primary's memory is enough.
 */
export const mongoVendorQuotas = (db: MongoDatabase): VendorQuotaCounts => {
  const collection = db.plainCollection(vendorWindows)

  const members = { left: 1, seen: 1, limit: 1, early: 1, isReported: '$told', lengthMs: 1, reason: 1, version: 1 }
  const projection = { ...members, endsInMs: { $subtract: ['$ends', '$$NOW'] } }
  const read = (key: string) =>
    collection.findOne<FoundWindow>({ _id: equalText(key) }, { projection, readConcern: { level: 'local' } })

  /** `false`: another gateway has written in between. */
  const write = async (
    key: string,
    version: number | undefined,
    after: VendorQuotaWindow,
    before: VendorQuotaWindow | undefined,
  ) => {
    const { endsInMs, isReported, ...members } = after
    // An unchanged end is not written again, because it would move by the time since it was read.
    const ends = endsInMs === before?.endsInMs ? '$ends' : { $add: ['$$NOW', endsInMs] }
    const update: Document[] = [{ $set: { ...members, told: isReported, ends, version: (version ?? 0) + 1 } }]
    const unchanged = { _id: equalText(key), version: version ?? { $exists: false } }
    try {
      const result = await collection.updateOne(unchanged, update, { upsert: version === undefined, ...relaxedWrite })
      return result.matchedCount + result.upsertedCount === 1
    } catch (error) {
      if (isConflict(error)) return false
      throw error
    }
  }

  const tryBatch = async (key: string, batch: VendorQuotaBatch): Promise<boolean> => {
    const stored = await read(key)
    const { _id: _, version, ...before } = stored ?? { _id: key, version: undefined }
    const current = stored ? (before as VendorQuotaWindow) : undefined
    const reported = batch.reports.reduce(applyReport, countUnasked(current, batch.sent))
    const requests = { people: countWaiting(batch.waiting, 'people'), agents: countWaiting(batch.waiting, 'agents') }
    const { window, granted } = takeCalls(reported, requests, batch.figures)
    const changed = window !== undefined && JSON.stringify(window) !== JSON.stringify(current)
    if (changed && !(await write(key, version, window, current))) return false
    answer(batch, window, granted)
    return true
  }

  const openBatch = createKeyBatches<VendorQuotaBatch>(
    'count_vendor_quota',
    () => ({ reports: [], waiting: [], figures: false, sent: 0, settled: [] }),
    (key, batch) => retryConflicts('a window', mostTries, () => db.run(() => tryBatch(key, batch))),
  )

  return {
    take: (key, { share, figures, sent = 0, report }) =>
      new Promise((resolve, reject) => {
        const batch = openBatch(requireText(key))
        if (report) batch.reports.push(report)
        batch.figures = figures
        batch.sent += sent
        batch.waiting.push({ share, resolve })
        batch.settled.push({ resolve: () => undefined, reject })
      }),
    tell: (key, report) =>
      new Promise((resolve, reject) => {
        const batch = openBatch(requireText(key))
        batch.reports.push(report)
        batch.settled.push({ resolve, reject })
      }),
    closed: () =>
      db.run(async () => {
        const none = { told: true, $or: [{ left: { $lte: 0 } }, { seen: { $lte: 0 } }] }
        const open = { $expr: { $gt: ['$ends', '$$NOW'] } }
        const windows = await collection
          .find<FoundWindow>({ ...none, ...open }, { projection, readConcern: { level: 'local' } })
          .limit(mostClosed)
          .toArray()
        return windows.map(({ _id: key, endsInMs, reason = null }) => ({ key, endsInMs, reason }))
      }),
    forget: (keyStart) =>
      db.run(async () => {
        const first = requireText(keyStart)
        await collection.deleteMany({ _id: { $gte: first, $lt: `${first}\uffff` } }, relaxedWrite)
      }),
  }
}
