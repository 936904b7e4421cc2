import type { IsoTime } from '../../time.ts'
import type { ListTotal } from '../list-total.ts'

export const severities = ['low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

/** A problem that an operator should act on. */
export interface Finding {
  /** The id of the problem and its place, e.g. `token-lapses/acme/hubspot/main`. Each has at most one open suggestion. */
  readonly finding: string
  /** `null`: the finding is about the gateway. */
  readonly tenant: string | null
  readonly kind: string
  readonly severity: Severity
  readonly title: string
  /** The observation, and one concrete step to take. */
  readonly detail: string
  /** A query of the admin API that shows the problem: `/admin/audit?tenant=acme&since=24h`. */
  readonly evidence: string
  /** `rules`, `vendor-watch`, or the model's name. */
  readonly source: string
}

export interface SuggestionRecord extends Finding {
  readonly id: string
  readonly status: 'open' | 'resolved'
  /** True if the source still found the problem in its last run. */
  readonly is_current: boolean
  readonly note: string | null
  readonly created_at: IsoTime
  readonly resolved_at: IsoTime | null
}

export interface SuggestionFilter {
  readonly since: Date
  readonly status?: SuggestionRecord['status'] | undefined
  readonly tenant?: string | undefined
  readonly severity?: Severity | undefined
  readonly kind?: string | undefined
  /** The end of the previous page. */
  readonly before?: string | undefined
  /** The most suggestions; left out: all. */
  readonly limit?: number
}

/** The number of open suggestions of a kind. */
export interface SuggestionCount {
  readonly kind: string
  readonly severity: Severity
  readonly suggestions: number
}

export interface Suggestions {
  /** Suggestions created since a time, newest first. */
  list(filter: SuggestionFilter): Promise<readonly SuggestionRecord[]>
  /** Counts the suggestions on all pages of such a list. */
  total(filter: Omit<SuggestionFilter, 'before' | 'limit'>): Promise<ListTotal>
  /** Counts the open ones, the gravest and most frequent first. */
  count(): Promise<readonly SuggestionCount[]>
  /** Resolves an open suggestion; a resolved one stays as it is. `undefined`: no suggestion has this id. */
  resolve(id: string, note: string | null, now: Date): Promise<SuggestionRecord | undefined>
  /**
   * Replaces a source's findings: opens suggestions for new findings, updates the remaining ones, and resolves those whose
   * finding is gone. A suggestion that a person resolved stays resolved while its finding lasts. Concurrent calls for one
   * source run one after the other.
   */
  refresh(
    source: string,
    findings: readonly Finding[],
    now: Date,
  ): Promise<{ readonly opened: number; readonly resolved: number }>
  /** Removes suggestions that were resolved before this time. */
  prune(before: Date): Promise<void>
}
