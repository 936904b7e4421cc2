import { setImmediate } from 'node:timers/promises'
import type { Audit, AuditRange, TallySlice } from '../../store/index.ts'

/**
 * Tallies a whole range of the audit log, slice by slice. Other work runs in between, as the slices may be counted on the thread
 * that answers calls. Throws the signal's reason once it is aborted.
 */
export async function* tallies(
  audit: Pick<Audit, 'tally'>,
  range: AuditRange,
  signal?: AbortSignal,
): AsyncGenerator<TallySlice> {
  let { after } = range
  for (;;) {
    signal?.throwIfAborted()
    const slice = await audit.tally({ ...range, after })
    if (slice.last !== undefined) yield slice
    if (!slice.more) return
    after = slice.last
    await setImmediate()
  }
}
