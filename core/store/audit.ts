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
}

export interface AuditFilter {
  readonly tenant?: string
  readonly action?: string
  readonly source?: AuditSource
  readonly key?: string
  readonly since?: Date
  readonly limit: number
  /** The last id of the page before. */
  readonly before?: string
}

export interface Audit {
  /**
   * Durable when it resolves. What rejects may have been written in part, and may be appended again: an id that is there
   * already is passed over.
   */
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Newest first. */
  query(filter: AuditFilter): Promise<readonly AuditEntry[]>
  /** Removes the oldest entries of before `before`, `limit` at most. Answers how many: fewer than `limit` were the last. */
  prune(before: Date, limit: number): Promise<number>
}
