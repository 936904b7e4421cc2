import type { ApprovalDesk } from '@patchbay/core/approvals'
import type { Job } from './schedule/job.ts'

const mostAtOnce = 100

/**
 * Ends the approvals that nobody decided in time, continues those that a gateway left behind, and removes those that
 * ended a day ago.
 */
export const createApprovalsJob = (
  cron: string,
  { approvalDesk }: { readonly approvalDesk: Pick<ApprovalDesk, 'sweep'> },
): Job => ({
  name: 'approvals',
  cron,
  changes: ['expired', 'resumed', 'forgotten'],
  async run(signal) {
    const sum = { expired: 0, resumed: 0, forgotten: 0 }
    for (;;) {
      const { expired, resumed, forgotten } = await approvalDesk.sweep(mostAtOnce)
      sum.expired += expired
      sum.resumed += resumed
      sum.forgotten += forgotten
      if (expired + resumed + forgotten < mostAtOnce || signal.aborted) return sum
    }
  },
})
