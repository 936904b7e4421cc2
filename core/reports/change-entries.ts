import type { AuditEntry, AuditFilter, AuditReader } from '../store/index.ts'
import { type IsWanted, isRead, queryFiltered } from './wanted-entries.ts'

/** A page of what was changed in the gateway. */
export interface ChangesQuery
  extends Pick<AuditFilter, 'tenant' | 'token_id' | 'since' | 'until' | 'limit' | 'before'> {}

/** People's actions outside the admin API: entries of these actions, whatever their source. */
const beside = [
  'connect_account',
  'offer_connect_link',
  'authorize',
  'end_grant',
  'decide_approval',
  'decide_run',
  'grant_standing_approval',
  'run_job',
] as const

/** A failed attempt changed nothing, but a failed sign-in is worth knowing. */
const isChange: IsWanted = (entry) => {
  if (entry.source !== 'admin') return entry.outcome === 'ok' || entry.action === 'run_job'
  if (entry.outcome === 'ok') return !isRead(entry)
  return entry.action === 'sign_in' || entry.action === null
}

/** Entries of changes by people, programs and jobs, newest first. */
export const queryChanges = async (
  reader: AuditReader,
  query: ChangesQuery,
  signal?: AbortSignal,
): Promise<readonly AuditEntry[]> => {
  const kinds: readonly Partial<AuditFilter>[] = [{ source: 'admin' }, ...beside.map((action) => ({ action }))]
  const lists = await Promise.all(kinds.map((kind) => queryFiltered(reader, { ...query, ...kind }, isChange, signal)))
  const byId = new Map(lists.flat().map((entry) => [entry.id, entry]))
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, query.limit)
}
