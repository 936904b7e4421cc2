/** A part of the audit log's sums, e.g. those of one tenant's day, under a name: see `core/usage`. */
export interface RollUpRecord {
  readonly id: string
  /** JSON. */
  readonly value: string
}

export interface RollUpState {
  /** The last audit id that the roll-ups count; `''`: none. */
  readonly counted: string
  /** One more with every commit. */
  readonly version: number
}

/** Entries of this tenant and hour were appended when later ones had been counted already. */
export interface LateMark {
  readonly id: string
  readonly tenant: string | null
  /** `2026-11-20T12`, UTC. */
  readonly hour: string
}

export interface RollUpCommit extends RollUpState {
  readonly put: readonly RollUpRecord[]
  /** The marks whose tenants and hours were counted again. */
  readonly settled: readonly LateMark[]
}

/**
 * What is counted from the audit log, so that nobody has to read the log for it. It can be counted from the log again;
 * after retention has shortened that, the roll-ups alone know.
 */
export interface RollUps {
  state(): Promise<RollUpState>
  /** In the order of the ids that were asked for; those that aren't there are left out. */
  get(ids: readonly string[]): Promise<readonly RollUpRecord[]>
  /** By id, ascending; `from` included, `to` not. */
  between(from: string, to: string): Promise<readonly RollUpRecord[]>
  /** The marks at whose tenants and hours nothing is on its way any more. */
  late(now: Date): Promise<readonly LateMark[]>
  /** All or nothing, and nothing unless `version` is one more than the state's: then `false`, somebody else was faster. */
  commit(commit: RollUpCommit): Promise<boolean>
  /** Removes the records from `from` up to `to`, which isn't one of them. */
  prune(from: string, to: string): Promise<void>
}
