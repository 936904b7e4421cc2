import { setTimeout as sleep } from 'node:timers/promises'
import type { Audit, Effects } from '@patchbay/core/store'
import type { Job } from './schedule/job.ts'

const dayMs = 24 * 3_600_000
/** Takes a few milliseconds of the embedded store's only thread; calls get their turn in between. */
const slice = 500
const pauseMs = 10

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
    let audit_entries = 0
    for (let removed = slice; removed === slice && !signal.aborted; await sleep(pauseMs)) {
      removed = await audit.prune(before, slice)
      audit_entries += removed
    }
    await effects.pruneUnknown(before)
    return { before: before.toISOString(), audit_entries }
  },
})
