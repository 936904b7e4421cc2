import { setImmediate } from 'node:timers/promises'
import type { Audit, AuditRange, TallySlice } from '../store/index.ts'

/**
 * The tallies of a whole range of the audit log, slice by slice: the embedded store counts on the only thread, and calls
 * get their turn in between.
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
