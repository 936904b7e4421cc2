import type { Audit, AuditRange, TallySlice } from '../store/index.ts'

/** The tallies of a whole range of the audit log, slice by slice. */
export async function* tallies(audit: Pick<Audit, 'tally'>, range: AuditRange): AsyncGenerator<TallySlice> {
  let { after } = range
  for (;;) {
    const slice = await audit.tally({ ...range, ...(after !== undefined && { after }) })
    if (slice.last !== undefined) yield slice
    if (!slice.more) return
    after = slice.last
  }
}
