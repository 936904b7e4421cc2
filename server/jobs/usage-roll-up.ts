import type { Reports } from '@patchbay/core/reports'
import type { Store } from '@patchbay/core/store'
import { type Counting, rollUp, settleQuota } from '@patchbay/core/usage'
import type { Job } from './schedule/job.ts'

export interface UsageRollUpJobParts {
  readonly store: Pick<Store, 'rollUps' | 'quotas' | 'billing'>
  readonly reports: Counting & Pick<Reports, 'billable'>
  readonly auditRetentionDays: number
}

/** Counts new entries of the audit log, and settles the quotas of the tenants that called. */
export const createUsageRollUpJob = (
  cron: string,
  { store, reports, auditRetentionDays }: UsageRollUpJobParts,
): Job => ({
  name: 'usage-roll-up',
  cron,
  changes: [],
  async run(signal) {
    const options = { now: new Date(), signal, retentionDays: auditRetentionDays }
    const { counted, recounted, tenants } = await rollUp(store.rollUps, reports, options)
    const parts = { quotas: store.quotas, billable: reports.billable }
    const failures: unknown[] = []
    for (const tenant of tenants) {
      try {
        const billing = await store.billing.get(tenant)
        if (billing) await settleQuota(parts, billing, new Date(), signal)
      } catch (error) {
        // The entries are counted, so that the next run wouldn't settle the others.
        if (signal.aborted) throw error
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return { counted, recounted }
  },
})
