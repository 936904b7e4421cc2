import type { AuditReader, EntryFilter, EntryGroup } from '../store/index.ts'
import { asUnixMs, earliest, msOf, shiftTime, type UnixMs } from '../time.ts'
import { createCauses, type FailureCause } from './failure-causes.ts'
import { longestMs, nextStretch } from './stretches.ts'
import { type EntryQuery, isWantedBy } from './wanted-entries.ts'

export interface EntriesCount extends EntryFilter, Pick<EntryQuery, 'reads' | 'calls'> {
  readonly now: Date
  /** The most bars. */
  readonly bars: number
}

/** The entries of a stretch of time by their outcome. */
interface EntryBar {
  /** The beginning of the stretch, which may be before that of the count. */
  readonly at: UnixMs
  readonly ok: number
  readonly failed: number
  readonly unknown: number
}

export interface CountedLog {
  readonly since: UnixMs
  readonly until: UnixMs
  /** The length of each bar's stretch. */
  readonly stepMs: number
  /** Oldest first. */
  readonly bars: readonly EntryBar[]
  /** The most frequent causes of failed calls first. */
  readonly causes: readonly FailureCause[]
  readonly causesCount: number
  /** The count took its time and covered the entries from here on; `null`: it covered all. */
  readonly countedTo: UnixMs | null
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The stretches of bars that people can read. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7].map((count) => count * day),
]

const chooseStep = (lengthMs: number, bars: number): number =>
  steps.find((step) => lengthMs / step <= bars - 1) ?? Math.ceil(lengthMs / (bars - 1) / day) * day

/** A count answers with what it has after this time. */
const mostMs = 1200
/** The stretch that is counted first: each is as long as the one before was fast. */
const firstStretchMs = 15 * second
const pace = { leastStretchMs: 250, fastMs: 60, slowMs: 200 }
const mostCauses = 20

const outcomeOf = { ok: 'ok', error: 'failed', unknown: 'unknown' } as const

type Sums = { -readonly [Name in keyof EntryBar]: EntryBar[Name] }

const createBars = (since: UnixMs, until: UnixMs, stepMs: number): Sums[] => {
  const first = Math.floor(since / stepMs) * stepMs
  const count = Math.max(1, Math.ceil((until - first) / stepMs))
  return Array.from({ length: count }, (_, place) => ({
    at: asUnixMs(first + place * stepMs),
    ok: 0,
    failed: 0,
    unknown: 0,
  }))
}

/** Counts the entries that a filter selects by time and outcome, and its failed calls by their causes. It begins with the newest. */
export const countEntries = async (
  reader: AuditReader,
  { now, bars: mostBars, reads, calls, ...filter }: EntriesCount,
  signal?: AbortSignal,
): Promise<CountedLog> => {
  const until = msOf(filter.until ?? now)
  const since = earliest([until, filter.since ? msOf(filter.since) : shiftTime(until, -longestMs)])
  const stepMs = chooseStep(until - since, mostBars)
  const bars = createBars(since, until, stepMs)
  const causes = createCauses()
  const isWanted = isWantedBy({ reads, calls })
  const first = bars[0]?.at ?? since
  const add = (bar: Sums | undefined, groups: readonly EntryGroup[]): void => {
    for (const group of groups) {
      if (!isWanted(group)) continue
      if (bar) bar[outcomeOf[group.outcome]] += group.entries
      causes.add(group)
    }
  }
  const startedAt = performance.now()
  let end: number = until
  for (let stretchMs = firstStretchMs; end > since && performance.now() - startedAt < mostMs; ) {
    signal?.throwIfAborted()
    const place = Math.ceil((end - first) / stepMs) - 1
    const from = Math.max(since, first + place * stepMs, Math.floor(end - stretchMs))
    const begunAt = performance.now()
    add(bars[place], await reader.audit.groups({ ...filter, since: new Date(from), until: new Date(end) }))
    end = from
    stretchMs = nextStretch(pace, stretchMs, performance.now() - begunAt)
  }
  const listedCauses = causes.list()
  return {
    since,
    until,
    stepMs,
    bars,
    causes: listedCauses.slice(0, mostCauses),
    causesCount: listedCauses.length,
    countedTo: end > since ? asUnixMs(end) : null,
  }
}
