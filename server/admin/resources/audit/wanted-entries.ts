import type { AuditEntry, AuditFilter, Store } from '@patchbay/core/store'
import { queryAudit } from '@patchbay/core/usage'

/** Whether an entry is a read by an administrator. With these, the log would mostly show that somebody reads the log. */
const isRead = ({ source, action }: AuditEntry): boolean =>
  source === 'admin' && /^(get|list|count|query|check|export)_/.test(action ?? '')

const isCall = ({ source }: AuditEntry): boolean => source === 'rest' || source === 'mcp'

export interface EntryChoice {
  /** Whether reads by administrators are wanted. */
  readonly reads: boolean
  /** Whether only the calls of tenants are wanted. */
  readonly calls: boolean
}

/** Entries are read in slices of at least so many, as few of them may be wanted. */
const leastSlice = 200

/** Queries the audit log, newest first, for the entries that are wanted. */
export const queryWanted = async (
  store: Pick<Store, 'audit' | 'rollUps'>,
  filter: AuditFilter,
  { reads, calls }: EntryChoice,
): Promise<readonly AuditEntry[]> => {
  if (reads && !calls) return queryAudit(store, filter)
  const found: AuditEntry[] = []
  const size = Math.max(filter.limit, leastSlice)
  for (let before = filter.before; ; ) {
    const slice = await queryAudit(store, { ...filter, limit: size, ...(before !== undefined && { before }) })
    found.push(...slice.filter((entry) => (calls ? isCall(entry) : !isRead(entry))))
    before = slice.at(-1)?.id
    if (found.length >= filter.limit || slice.length < size) return found.slice(0, filter.limit)
  }
}
