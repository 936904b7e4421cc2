import { asUnixMs, type IsoTime, type UnixMs } from '../../time.ts'
import type { EntrySearch } from './search.ts'

export const auditSources = ['rest', 'mcp', 'admin', 'oauth', 'job'] as const
export type AuditSource = (typeof auditSources)[number]

/**
 * Acts of callers beside calls, by their names in the log, with the beginning of their keys. Each may have a key of its own, so sums of calls
 * by key must leave them out.
 */
export const actsBesideCalls = {
  run_code: 'runs',
  run_read: 'runs',
  put_file: 'files',
  delete_file: 'files',
  download_file: 'files',
  withdraw_approval: 'approvals',
  decide_approval: 'approvals',
  decide_run: 'approvals',
} as const
export type ActBesideCalls = keyof typeof actsBesideCalls

/** True for the entry of such an act. */
export const isActBesideCalls = ({ action, key }: Pick<AuditEntry, 'action' | 'key'>): boolean =>
  action !== null &&
  Object.hasOwn(actsBesideCalls, action) &&
  key?.split('/', 1)[0] === actsBesideCalls[action as ActBesideCalls]

/** The outcomes of an entry. `unknown`: the vendor may or may not have carried a write out. */
export const auditOutcomes = ['ok', 'error', 'unknown'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** The later outcome of a call whose outcome was unknown: the vendor carried it out, or certainly did not. */
export const resolutions = ['done', 'absent'] as const
export type Resolution = (typeof resolutions)[number]

/** One line of the audit log. It holds no secret and no payload. */
export interface AuditEntry {
  /** A UUID of version 7 (RFC 9562), so ids are ordered by time. Entries of writes come after entries with later ids. */
  readonly id: string
  /** The time of the end; for a write, the time when it was about to be sent. */
  readonly at: IsoTime
  readonly tenant: string | null
  /** A call's action at the provider, or the verb and noun of an admin change. */
  readonly action: string | null
  readonly source: AuditSource
  /** The subject of the entry: `hubspot/sales-eu`, `tenants/acme`. */
  readonly key: string | null
  readonly outcome: AuditOutcome
  readonly code: string | null
  readonly status: number
  readonly ip: string | null
  readonly token_id: string | null
  readonly request_id: string | null
  readonly duration_ms: number
  /** More than 1: the entry stands for this many calls, all refused for the same reason before admission. */
  readonly count: number
  /** The use of the cache; `null`: the call didn't get that far. */
  readonly cache: 'MISS' | 'HIT' | 'BYPASS' | null
  /** The bytes of the caller's answer; 0 for an error. */
  readonly bytes: number
  /** True if the provider or the cache answered; such calls are on the bill. */
  readonly billable: boolean
  /** The error message that the caller received, without the caller's parameters; `null`: it did not fail. */
  readonly reason: string | null
  /** The tries at the provider, as `core/tries.ts` writes them; `null`: none, or a single one that succeeded. */
  readonly tries: string | null
  /** The salted SHA-256 of a write's request, in hex. */
  readonly digest: string | null
  /** The id of the entry whose unknown outcome this one resolves. */
  readonly resolves: string | null
  readonly resolved_as: Resolution | null
  /** The approval under which the call was sent, of this call or a standing one. */
  readonly approval_id: string | null
  /** The id of the run that made the call. */
  readonly parent: string | null
  /** The person for whom the token acts, as its holder named them. */
  readonly actor: string | null
  /** The caller's key of a write, masked except for its ends. */
  readonly idempotency_key: string | null
  /** The classes of a write as its plugin declared them then, like `sends,shares`; `null`: none fits, or it is no write. */
  readonly class: string | null
  /** The members that an administrator's change gave other values. */
  readonly changes: readonly EntryChange[] | null
}

/** A changed member, by its path. `from` and `to` are JSON; left out: there was, or is, no value. */
export interface EntryChange {
  readonly path: string
  readonly from?: unknown
  readonly to?: unknown
}

/** The members that most entries lack. */
export const noAuditExtras = {
  digest: null,
  resolves: null,
  resolved_as: null,
  approval_id: null,
  parent: null,
  actor: null,
  idempotency_key: null,
  class: null,
  changes: null,
} as const satisfies Partial<AuditEntry>

export type AuditExtra = keyof typeof noAuditExtras

export const auditExtras = Object.keys(noAuditExtras) as readonly AuditExtra[]

const isExtra: ReadonlySet<string> = new Set(auditExtras)

/** These members of an entry as answers show them: an extra that the entry lacks is left out. */
export const showMembers = <Name extends keyof AuditEntry>(
  entry: AuditEntry,
  members: readonly Name[],
): Pick<AuditEntry, Exclude<Name, AuditExtra>> & Partial<Pick<AuditEntry, Extract<Name, AuditExtra>>> => {
  const shown = members.filter((member) => entry[member] !== null || !isExtra.has(member))
  return Object.fromEntries(shown.map((member) => [member, entry[member]])) as ReturnType<typeof showMembers<Name>>
}

/** The time of an id (RFC 9562, section 5.7). */
export const momentOfEntry = (id: string): UnixMs => asUnixMs(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** An id that comes before those of all entries of this time and later. */
export const oldestEntryId = (at: UnixMs): string => {
  const hex = Math.max(0, at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The account that the `key` of a call's entry names; `account` is `null` where none was chosen yet. */
export const accountOfKey = (key: string): { readonly provider: string; readonly account: string | null } => {
  const [provider = '', account = null] = key.split('/')
  return { provider, account }
}

export interface AuditFilter {
  /** Selects one entry. */
  readonly id?: string | undefined
  readonly tenant?: string | undefined
  readonly action?: string | undefined
  readonly source?: AuditSource | undefined
  readonly key?: string | undefined
  readonly code?: string | undefined
  readonly outcome?: AuditEntry['outcome'] | undefined
  readonly request_id?: string | undefined
  readonly token_id?: string | undefined
  /** Further conditions, which every entry of the range is compared with. */
  readonly search?: EntrySearch | undefined
  readonly since?: Date | undefined
  /** Only entries before this time. */
  readonly until?: Date | undefined
  readonly limit: number
  /** The last id of the previous page. */
  readonly before?: string | undefined
}

/** All entries that meet the conditions, instead of a page of them. */
export type EntryFilter = Omit<AuditFilter, 'limit' | 'before'>

/**
 * The number of entries that are alike. Those that succeeded are alike in their outcome and source, those of administrators in
 * their action, too; all others in each of these members.
 */
export interface EntryGroup extends Pick<AuditEntry, 'outcome' | 'source' | 'action'> {
  readonly tenant: string | null
  readonly key: string | null
  readonly token_id: string | null
  readonly code: string | null
  /** `null`: they succeeded. */
  readonly status: number | null
  readonly reason: string | null
  /** The sum of their `count`. */
  readonly entries: number
  /** The ids of the first and the last of them. */
  readonly first: string
  readonly last: string
}

/** A part of the log. */
export interface AuditRange {
  /** Exclusive; `upTo` is inclusive. */
  readonly after?: string | undefined
  readonly upTo?: string | undefined
  /** Inclusive; `until` is exclusive. */
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly tenant?: string | undefined
  /** At most this many entries. */
  readonly limit?: number | undefined
}

/** The number of entries of one hour that are alike. Several tallies may count the same combination of members. */
export interface Tally
  extends Pick<
    AuditEntry,
    'tenant' | 'source' | 'action' | 'key' | 'outcome' | 'code' | 'status' | 'token_id' | 'cache' | 'billable'
  > {
  /** `2026-11-20T12`, UTC. */
  readonly hour: string
  /** The bucket of `duration_ms`: see `latencyBucket`. */
  readonly latency: number
  /** The sum of their `count`. */
  readonly entries: number
  /** The sum of their `bytes`. */
  readonly bytes: number
}

/** The entries that a store counted at once, oldest first. */
export interface TallySlice {
  readonly tallies: readonly Tally[]
  /** The last id that was counted; `undefined`: the range is empty. */
  readonly last: string | undefined
  /** True if the range continues after `last`. */
  readonly more: boolean
}

export interface Audit {
  /**
   * The entries are durable when this resolves. After a rejection some entries may be stored: they are appended with `again`,
   * which skips known ids.
   */
  append(entries: readonly AuditEntry[], again?: boolean): Promise<void>
  /** Finds entries, newest first. Rejects with the signal's reason if it is aborted, which is checked between the parts of a long search. */
  query(filter: AuditFilter, signal?: AbortSignal): Promise<readonly AuditEntry[]>
  /** Removes the oldest entries before `before`, at most `limit`. Returns their number; fewer than `limit`: none is left. */
  prune(before: Date, limit: number): Promise<number>
  /** Counts the entries of a range, but only as many as can be counted without delaying calls. */
  tally(range: AuditRange): Promise<TallySlice>
  /** Counts all entries that a filter selects, in groups of those that are alike; several groups may be alike. Meant for short stretches of time. */
  groups(filter: EntryFilter): Promise<readonly EntryGroup[]>
}
