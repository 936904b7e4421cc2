export const severities = ['low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

/** Something that an operator should do something about. */
export interface Finding {
  /** What is found and where, e.g. `token-lapses/acme/hubspot/main`: of each there is one open suggestion. */
  readonly finding: string
  /** `null`: it is about the gateway. */
  readonly tenant: string | null
  readonly kind: string
  readonly severity: Severity
  readonly title: string
  /** What was seen, and a concrete step. */
  readonly detail: string
  /** The query of this gateway's admin API that shows it: `/admin/audit?tenant=acme&since=24h`. */
  readonly evidence: string
  /** `rules`, or the model's name. */
  readonly source: string
}

export interface SuggestionRecord extends Finding {
  readonly id: string
  readonly status: 'open' | 'resolved'
  /** Whether it was found when its source was last asked. */
  readonly is_current: boolean
  readonly note: string | null
  /** ISO 8601, UTC. */
  readonly created_at: string
  readonly resolved_at: string | null
}

export interface SuggestionFilter {
  readonly since: Date
  readonly status?: SuggestionRecord['status']
  readonly tenant?: string
}

export interface Suggestions {
  /** Newest first: those that were created since then. */
  list(filter: SuggestionFilter): Promise<readonly SuggestionRecord[]>
  /** An open one is resolved; one that is resolved already stays as it is. `undefined`: there is none with this id. */
  resolve(id: string, note: string | null, now: Date): Promise<SuggestionRecord | undefined>
  /**
   * Replaces a source's findings: opens the new ones, updates those that remain, resolves those that are gone. A
   * finding that a person resolved stays resolved while it lasts. Concurrent calls for one source run one after the
   * other.
   */
  refresh(
    source: string,
    findings: readonly Finding[],
    now: Date,
  ): Promise<{ readonly opened: number; readonly resolved: number }>
  /** Removes what was resolved before then. */
  prune(before: Date): Promise<void>
}
