import type { Revoker } from '../connect/index.ts'
import type { Job } from './job.ts'

/** Ends accesses of removed accounts whose first try failed, or whose process died before it. */
export const createRevocationsJob = (
  cron: string,
  { revoker }: { readonly revoker: Pick<Revoker, 'endDue'> },
): Job => ({
  name: 'revocations',
  cron,
  run: async (signal) => ({ ...(await revoker.endDue(signal)) }),
})
