export const auditSources = ['rest', 'mcp', 'admin', 'oauth', 'job'] as const
export type AuditSource = (typeof auditSources)[number]

/** One line of the audit log. It holds no secret and no payload. */
export interface AuditEntry {
  /** A UUID of version 7 (RFC 9562): ordered by time, and what makes a repeated `append` harmless. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly tenant: string | null
  /** A call's action at the provider, or the verb and noun of an admin change. */
  readonly action: string | null
  readonly source: AuditSource
  /** What the entry is about: `hubspot/sales-eu`, `tenants/acme`. */
  readonly key: string | null
  readonly outcome: 'ok' | 'error'
  readonly code: string | null
  readonly status: number
  readonly ip: string | null
  readonly token_id: string | null
  readonly request_id: string | null
  readonly duration_ms: number
  /** Over 1: that many calls, refused alike before they were let in. */
  readonly count: number
  /** Of a call that came so far: what the cache did for it. */
  readonly cache: 'MISS' | 'HIT' | 'BYPASS' | null
  /** Bytes of the answer that the caller was given; 0 for an error. */
  readonly bytes: number
  /** Whether the provider or the cache has answered: then it is on the bill. */
  readonly billable: boolean
}

export interface AuditFilter {
  /** Names one entry. */
  readonly id?: string
  readonly tenant?: string
  readonly action?: string
  readonly source?: AuditSource
  readonly key?: string
  readonly since?: Date
  /** Entries before this moment. */
  readonly until?: Date
  readonly limit: number
  /** The last id of the page before. */
  readonly before?: string
}

/** A stretch of the log. */
export interface AuditRange {
  /** Ids after this one, and up to that one. */
  readonly after?: string
  readonly upTo?: string
  /** Entries of this moment or later, and before that moment. */
  readonly since?: Date
  readonly until?: Date
  readonly tenant?: string
  /** This many entries at most. */
  readonly limit?: number
}

/** How many entries of one hour are alike; the same may be told in several tallies. */
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

/** What a store counts in one go, oldest first. */
export interface TallySlice {
  readonly tallies: readonly Tally[]
  /** The last id that is counted in them; `undefined`: the range is empty. */
  readonly last: string | undefined
  /** Whether the range goes on after it. */
  readonly more: boolean
}

export interface Audit {
  /**
   * Durable when it resolves. After a rejection some entries may be stored; appending them again is safe, because known
   * ids are skipped.
   */
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Newest first. */
  query(filter: AuditFilter): Promise<readonly AuditEntry[]>
  /** Removes the oldest entries of before `before`, `limit` at most. Answers how many: fewer than `limit` were the last. */
  prune(before: Date, limit: number): Promise<number>
  /** Counts the entries of a range, as many at a time as hold up nobody. */
  tally(range: AuditRange): Promise<TallySlice>
}
