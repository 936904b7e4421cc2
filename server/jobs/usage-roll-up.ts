import { setImmediate } from 'node:timers/promises'
import type { Store } from '@patchbay/core/store'
import { rollUp, settleQuota } from '@patchbay/core/usage'
import type { Job } from './schedule/job.ts'

export interface UsageRollUpJobParts {
  readonly store: Pick<Store, 'audit' | 'rollUps' | 'quotas' | 'billing'>
  readonly auditRetentionDays: number
}

/** Counts new entries of the audit log, and settles the quotas of the tenants that called. */
export const createUsageRollUpJob = (cron: string, { store, auditRetentionDays }: UsageRollUpJobParts): Job => ({
  name: 'usage-roll-up',
  cron,
  changes: [],
  async run(signal) {
    const options = { now: new Date(), signal, retentionDays: auditRetentionDays }
    const { counted, recounted, tenants } = await rollUp(store, options)
    for (const tenant of tenants) {
      // Reading a month of usage occupies the embedded store's only thread.
      await setImmediate()
      const billing = await store.billing.get(tenant)
      if (billing) await settleQuota(store, billing, new Date())
    }
    return { counted, recounted }
  },
})
