/** A named part of the audit log's sums, e.g. the sums of one tenant's day (`core/usage`). */
export interface RollUpRecord {
  readonly id: string
  /** JSON. */
  readonly value: string
}

export interface RollUpState {
  /** The last audit id that is counted; `''`: none. */
  readonly counted: string
  /** Incremented by every commit. */
  readonly version: number
}

/** Entries of this tenant and hour were appended after later entries had been counted. */
export interface LateMark {
  readonly id: string
  readonly tenant: string | null
  /** `2026-11-20T12`, UTC. */
  readonly hour: string
}

export interface RollUpCommit extends RollUpState {
  readonly put: readonly RollUpRecord[]
  /** The marks whose tenants and hours were recounted. */
  readonly settled: readonly LateMark[]
}

/**
 * Sums of the audit log, so that statistics and bills need not read the log. The sums can be counted from the log again,
 * except for entries that retention removed.
 */
export interface RollUps {
  state(): Promise<RollUpState>
  /** In the order of `ids`; missing records are left out. */
  get(ids: readonly string[]): Promise<readonly RollUpRecord[]>
  /** By id, ascending; `from` is inclusive, `to` exclusive. */
  between(from: string, to: string): Promise<readonly RollUpRecord[]>
  /** The marks of tenants and hours for which no more entries can arrive. */
  late(now: Date): Promise<readonly LateMark[]>
  /** Writes everything or nothing. `false`: `version` doesn't follow the state's version, as another commit was faster. */
  commit(commit: RollUpCommit): Promise<boolean>
  /** Removes the records from `from` (inclusive) to `to` (exclusive). */
  prune(from: string, to: string): Promise<void>
}
