import type { Audit, Effects } from '@patchbay/core/store'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

const dayMs = 24 * 3_600_000

/**
 * Removes audit entries that are older than `days`, oldest first; after a stop the next run removes the rest. They are
 * counted before, as their usage outlives them. The unknown calls among them are forgotten too.
 */
export const createRetentionJob = (
  cron: string,
  {
    audit,
    effects,
    days,
    count,
    now = () => new Date(),
  }: {
    readonly audit: Pick<Audit, 'prune'>
    readonly effects: Pick<Effects, 'pruneUnknown'>
    readonly days: number
    /** Brings the roll-ups up to date. */
    readonly count: (signal: AbortSignal) => Promise<unknown>
    readonly now?: () => Date
  },
): Job => ({
  name: 'retention',
  cron,
  changes: ['audit_entries'],
  async run(signal) {
    await count(signal)
    const before = new Date(now().getTime() - days * dayMs)
    const audit_entries = await removeInSlices(signal, (limit) => audit.prune(before, limit))
    await effects.pruneUnknown(before)
    return { before: before.toISOString(), audit_entries }
  },
})
