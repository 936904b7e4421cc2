import { endAbandoned, type Revoker, type UnwantedParts } from '../connect/index.ts'
import type { Job } from './schedule/job.ts'

/** Ends accesses that were given by a vendor and never used, and those of removed accounts whose first try failed. */
export const createRevocationsJob = (
  cron: string,
  parts: UnwantedParts & { readonly revoker: Pick<Revoker, 'endDue'> },
): Job => ({
  name: 'revocations',
  cron,
  changes: ['abandoned', 'ended', 'failed'],
  async run(signal) {
    // This run ends them itself, and counts them.
    const revoker = { ...parts.revoker, wake: () => undefined }
    const abandoned = await endAbandoned({ ...parts, revoker }, signal)
    return { abandoned, ...(await parts.revoker.endDue(signal)) }
  },
})
