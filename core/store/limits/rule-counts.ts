import type { UnixMs } from '../../time.ts'

/** The hour or day of UTC in which a rule's calls are counted. */
export interface RuleWindow {
  /** The tenant, the owner of the rule, the rule, and the hour or day. */
  readonly id: string
  /** The most calls. */
  readonly most: number
  readonly ends_at: UnixMs
}

export interface RuleCountRecord extends Pick<RuleWindow, 'id' | 'ends_at'> {
  readonly tenant: string
  readonly calls: number
}

/** The calls that rules with `per` have let through, exact over all gateways. */
export interface RuleCounts {
  /** Counts a call in all the windows of a tenant, or in none if one is full. Returns the ids of those that are full. */
  take(tenant: string, windows: readonly RuleWindow[], now: UnixMs): Promise<readonly string[]>
  /** Counts a call no longer. A window that is over is left as it is. */
  giveBack(tenant: string, ids: readonly string[]): Promise<void>
}

/** Gives counts back, and never rejects: if that fails, the rules let fewer calls through until their hour or day ends. */
export const giveBackCounts = async (counts: RuleCounts, tenant: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await counts.giveBack(tenant, ids).catch(() => undefined)
}
