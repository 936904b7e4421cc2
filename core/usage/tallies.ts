import { setImmediate } from 'node:timers/promises'
import type { Audit, AuditRange, TallySlice } from '../store/index.ts'

/**
 * Tallies a whole range of the audit log, slice by slice. Calls run in between, as the embedded store counts on the only
 * thread.
 */
export async function* tallies(audit: Pick<Audit, 'tally'>, range: AuditRange): AsyncGenerator<TallySlice> {
  let { after } = range
  for (;;) {
    const slice = await audit.tally({ ...range, ...(after !== undefined && { after }) })
    if (slice.last !== undefined) yield slice
    if (!slice.more) return
    after = slice.last
    await setImmediate()
  }
}
