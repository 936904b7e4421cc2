import type { AuditEntry, AuditReader } from '../store/index.ts'
import { momentOfEntry } from '../store/index.ts'
import { asUnixMs, type UnixMs } from '../time.ts'
import { longestMs, nextStretch } from './stretches.ts'
import { type EntryQuery, isWantedBy } from './wanted-entries.ts'

export interface EntriesSearch extends EntryQuery {
  readonly now: Date
}

export interface FoundEntries {
  readonly entries: readonly AuditEntry[]
  /** The search took its time and covered the entries from here on; `null`: it covered all, or found enough. */
  readonly searchedTo: UnixMs | null
}

/** The time after which a search answers with what it has; the next page continues it. */
const mostMs = 900
/** The stretch that is searched first: each is as long as the one before was fast. */
const firstStretchMs = 5 * 60_000
const leastStretchMs = 1000
const pace = { leastStretchMs, fastMs: 100, slowMs: 250 }

/** Searches the log from its end, newest first, for entries that no index finds. A page may have few entries, or none, and be followed by others. */
export const searchEntries = async (
  reader: AuditReader,
  { now, reads, calls, ...filter }: EntriesSearch,
  signal?: AbortSignal,
): Promise<FoundEntries> => {
  const isWanted = isWantedBy({ reads, calls })
  const {
    limit,
    since = new Date(now.getTime() - longestMs),
    until = new Date(now.getTime() + leastStretchMs),
  } = filter
  const startedAt = performance.now()
  const matches: AuditEntry[] = []
  let end = Math.min(until.getTime(), filter.before === undefined ? until.getTime() : momentOfEntry(filter.before) + 1)
  let before = filter.before
  for (let stretchMs = firstStretchMs; end > since.getTime(); ) {
    const from = Math.max(since.getTime(), Math.floor(end - stretchMs))
    const begunAt = performance.now()
    const most = limit - matches.length
    const page = {
      ...filter,
      since: new Date(from),
      until: new Date(end),
      limit: most,
      before,
    }
    const entries = await reader.audit.query(page, signal)
    matches.push(...entries.filter(isWanted))
    if (matches.length >= limit) break
    // A full page that had unwanted entries: the stretch isn't searched to its end.
    if (entries.length >= most) {
      before = entries.at(-1)?.id
    } else {
      end = from
      stretchMs = nextStretch(pace, stretchMs, performance.now() - begunAt)
    }
    if (performance.now() - startedAt > mostMs && end > since.getTime()) {
      const searchedTo = entries.length >= most && before !== undefined ? momentOfEntry(before) : end
      return { entries: matches, searchedTo: asUnixMs(searchedTo) }
    }
  }
  return { entries: matches, searchedTo: null }
}
