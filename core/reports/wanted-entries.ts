import type { AuditEntry, AuditFilter, AuditReader } from '../store/index.ts'
import { queryAudit } from '../usage/index.ts'

export type IsWanted = (entry: Pick<AuditEntry, 'source' | 'action' | 'outcome'>) => boolean

/** True if an entry is a read by an administrator. With these, the log would mostly show that somebody reads the log. */
export const isRead: IsWanted = ({ source, action }) =>
  source === 'admin' && /^(get|list|count|query|check|export)_/.test(action ?? '')

const isCall: IsWanted = ({ source }) => source === 'rest' || source === 'mcp'

export interface EntryQuery extends AuditFilter {
  /** True if reads by administrators are wanted; left out: they are. */
  readonly reads?: boolean | undefined
  /** True if only the calls of tenants are wanted. */
  readonly calls?: boolean | undefined
}

/** The least entries a slice, as few of them may match. */
const leastSlice = 200

/** Queries the audit log, newest first, for the entries that are wanted. */
export const queryFiltered = async (
  reader: AuditReader,
  filter: AuditFilter,
  isWanted: IsWanted,
  signal?: AbortSignal,
): Promise<readonly AuditEntry[]> => {
  const entries: AuditEntry[] = []
  const size = Math.max(filter.limit, leastSlice)
  for (let before = filter.before; ; ) {
    const page = { ...filter, limit: size, before }
    const slice = await queryAudit(reader, page, signal)
    entries.push(...slice.filter(isWanted))
    before = slice.at(-1)?.id
    if (entries.length >= filter.limit || slice.length < size) return entries.slice(0, filter.limit)
  }
}

export const isWantedBy = ({ reads = true, calls = false }: Pick<EntryQuery, 'reads' | 'calls'>): IsWanted => {
  if (calls) return isCall
  return reads ? () => true : (entry) => !isRead(entry)
}

/** Queries the audit log, newest first, for calls alone or without reads. */
export const queryWanted = (
  reader: AuditReader,
  { reads = true, calls = false, ...filter }: EntryQuery,
  signal?: AbortSignal,
): Promise<readonly AuditEntry[]> => {
  if (reads && !calls) return queryAudit(reader, filter, signal)
  return queryFiltered(reader, filter, isWantedBy({ reads, calls }), signal)
}
