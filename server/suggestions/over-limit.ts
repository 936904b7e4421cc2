import type { Audit } from '@patchbay/core/store'
import { tallies } from '@patchbay/core/usage'
import type { Evidence } from './evidence.ts'
import { countFailuresLike, recentDays } from './sums.ts'

/** How many calls over its monthly limit a tenant made since a time, which is at most a day ago. */
export const callsOverLimit = async (
  audit: Pick<Audit, 'tally'>,
  evidence: Pick<Evidence, 'tenant' | 'days' | 'now'>,
  since: Date,
): Promise<number> => {
  const cells = recentDays(evidence).flatMap((day) => day.cells)
  // The usage of days is too coarse, but it shows for nearly all tenants that the log need not be read.
  if (cells.every((cell) => countFailuresLike(cell, 'RATE_LIMITED') === 0)) return 0
  let count = 0
  for await (const slice of tallies(audit, { tenant: evidence.tenant.id, since })) {
    for (const { code, entries } of slice.tallies) if (code === 'RATE_LIMITED') count += entries
  }
  return count
}
