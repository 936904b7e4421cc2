import {
  type Audit,
  type AuditEntry,
  type AuditFilter,
  auditExtras,
  type EntryFilter,
  noAuditExtras,
} from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { Collection, Document, Filter, IndexSpecification } from 'mongodb'
import { filtered } from '../../rules/audit/filter.ts'
import { newestId, oldestIdAt } from '../../rules/audit/ids.ts'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { type DocumentsOf, onlyText } from '../engine/documents-of.ts'
import { equalText, requireText } from '../engine/text.ts'
import type { AuditDocument } from './document.ts'
import { groupDocuments } from './group-documents.ts'
import type { MongoRollUps } from './roll-ups.ts'
import { buildSearchFilters } from './search-filter.ts'
import { mongoTally } from './tally.ts'

/** Includes the other filters, so that only matching documents are fetched. */
const byTenant = { tenant: 1, _id: -1, action: 1, source: 1, key: 1 } as const
const byKey = { key: 1, _id: -1 } as const

/** In the order of ids, which is the order of time. Filters other than `tenant` and `key` scan. */
const audit: CollectionOf<AuditDocument> = {
  name: 'audit',
  bound: ownTables.audit,
  indexes: [{ key: byTenant }, { key: byKey }],
  clustered: true,
}

/** An explicit hint: the planner sometimes prefers to scan the collection in its own order. */
const chooseIndex = ({ id, tenant, key }: EntryFilter): { hint?: IndexSpecification } => {
  if (id !== undefined) return {}
  if (tenant !== undefined) return { hint: byTenant }
  return key === undefined ? {} : { hint: byKey }
}

const buildFilter = (entryFilter: EntryFilter & Pick<AuditFilter, 'before'>): Filter<AuditDocument> => {
  const { since, until, before = newestId } = entryFilter
  const end = until ? oldestIdAt(until) : newestId
  const filter: Document = {
    _id: { $lt: before < end ? requireText(before) : end, $gte: since ? oldestIdAt(since) : '' },
  }
  for (const name of filtered) {
    const value = entryFilter[name]
    if (value === undefined) continue
    if (name === 'id') filter._id.$eq = requireText(value)
    else filter[name] = equalText(value)
  }
  if (entryFilter.search) filter.$and = buildSearchFilters(entryFilter.search)
  return filter
}

const toEntry = ({ _id, reason = null, tries = null, ...rest }: AuditDocument): AuditEntry => ({
  id: _id,
  ...noAuditExtras,
  ...rest,
  reason,
  tries,
})

const isExtra: ReadonlySet<string> = new Set(auditExtras)

/** The members that most entries lack are left out where they are `null`. Spreading the entry would take ten times as long. */
const toDocument = (entry: AuditEntry): AuditDocument => {
  const members: Document = {
    _id: entry.id,
    at: entry.at,
    tenant: entry.tenant,
    action: entry.action,
    source: entry.source,
    key: entry.key,
    outcome: entry.outcome,
    code: entry.code,
    status: entry.status,
    ip: entry.ip,
    token_id: entry.token_id,
    request_id: entry.request_id,
    duration_ms: entry.duration_ms,
    count: entry.count,
    cache: entry.cache,
    bytes: entry.bytes,
    billable: entry.billable,
    reason: entry.reason,
    tries: entry.tries,
  }
  for (const name of auditExtras) if (entry[name] !== null) members[name] = entry[name]
  return members as AuditDocument
}

export const auditDocuments: DocumentsOf<AuditEntry, AuditDocument> = {
  collection: audit,
  idOf: onlyText,
  // Entries that are moved keep what a later version has added to them.
  documentOf: ({ id, ...members }) => {
    const stored = Object.entries(members).filter(([name, value]) => value !== null || !isExtra.has(name))
    return { _id: id, ...Object.fromEntries(stored) } as AuditDocument
  },
  recordOf: toEntry,
}

/**
 * Entries that are older than `oldMs` when they are appended, by the server's clock, or that take longer than `slowMs` to write, are
 * marked: the roll-ups may have counted later entries already. Roll-ups leave out the last 45 s (`core/usage/counts/roll-up.ts`), as a call
 * that writes has the time when it was sent; the remaining 5 s allow for the clock of the gateway that counts.
 */
const oldMs = 35_000
const slowMs = 5000

export interface MongoAudit extends Audit {
  /** Like `append`, within an operation. Entries whose ids are known are always skipped. */
  add(entries: readonly AuditEntry[]): Promise<void>
  /** The entries with these ids, within an operation. */
  find(ids: readonly string[]): Promise<readonly AuditEntry[]>
}

/** Documents of one answer of the server: as many as become entries within a few milliseconds. */
const mostAnswered = 250

/** The reads of the log: `collection` says from which servers. */
const createReads = (
  db: Pick<MongoDatabase, 'runLong'>,
  collection: Collection<AuditDocument>,
): Pick<Audit, 'query' | 'tally' | 'groups'> => ({
  query: (filter, signal) =>
    db.runLong(async () => {
      const { limit } = filter
      const cursor = collection.find(buildFilter(filter), {
        sort: { _id: -1 },
        limit,
        // One more than the limit, so that the server closes the cursor with its only answer.
        batchSize: Math.min(limit + 1, mostAnswered),
        ...chooseIndex(filter),
        ...(signal && { signal }),
      })
      return (await cursor.toArray()).map(toEntry)
    }),
  tally: (range) => db.runLong(() => mongoTally(collection, range)),
  groups: (filter) => db.runLong(() => groupDocuments(collection, buildFilter(filter), chooseIndex(filter))),
})

/** The log for statistics, exports and history: read from secondaries where there are some. */
export const mongoPastAudit = (db: MongoDatabase): Pick<Audit, 'query' | 'tally' | 'groups'> =>
  createReads(db, db.pastCollection(audit))

/** The queue of the log (`core/audit/audit-log.ts`) runs one `append` at a time. */
export const mongoAudit = (
  db: MongoDatabase,
  { markLate, countedLately }: Pick<MongoRollUps, 'markLate' | 'countedLately'>,
): MongoAudit => {
  const collection = db.plainCollection(audit)

  const add = async (entries: readonly AuditEntry[]): Promise<void> => {
    if (entries.length === 0) return
    const startedAt = db.serverNow().getTime()
    const old = isoTime(new Date(startedAt - oldMs))
    // A new entry with a counted id: the server's clock was set back.
    const counted = await countedLately()
    await markLate(entries.filter(({ id, at }) => at < old || id <= counted))
    await db.insertNew(audit, entries.map(toDocument))
    if (db.serverNow().getTime() - startedAt > slowMs) await markLate(entries)
  }

  return {
    add,
    find: async (ids) => (await collection.find({ _id: { $in: ids.map(requireText) } }).toArray()).map(toEntry),
    append: (entries) => db.runWrite('audit', () => add(entries)),
    ...createReads(db, collection),
    prune: (before, limit) =>
      db.runLong(async () => {
        const old = { _id: { $lt: oldestIdAt(before) } }
        const oldest = collection.find(old, { sort: { _id: 1 }, limit, projection: { _id: 1 } })
        const last = (await oldest.toArray()).at(-1)
        if (!last) return 0
        return (await collection.deleteMany({ _id: { $lte: last._id } })).deletedCount
      }),
  }
}
