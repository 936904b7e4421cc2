import type { AuditEntry, EntryGroup } from './entries.ts'

/** The members of a failure by which it is grouped, beside its outcome and source. */
export const groupedMembers = ['tenant', 'key', 'token_id', 'code', 'status', 'reason'] as const

const noFailure = { tenant: null, key: null, token_id: null, code: null, status: null, reason: null } as const

const readAlike = (entry: AuditEntry): Omit<EntryGroup, 'entries' | 'first' | 'last'> => {
  const { outcome, source, action } = entry
  if (outcome === 'ok') return { outcome, source, action: source === 'admin' ? action : null, ...noFailure }
  const { tenant, key, token_id, code, status, reason } = entry
  return { outcome, source, action, tenant, key, token_id, code, status, reason }
}

/** Groups entries that are alike. */
export const groupEntries = (entries: readonly AuditEntry[]): readonly EntryGroup[] => {
  const groups = new Map<string, { -readonly [Name in keyof EntryGroup]: EntryGroup[Name] }>()
  for (const entry of entries) {
    const alike = readAlike(entry)
    const name = JSON.stringify(alike)
    const group = groups.get(name)
    if (!group) {
      groups.set(name, { ...alike, entries: entry.count, first: entry.id, last: entry.id })
      continue
    }
    group.entries += entry.count
    if (entry.id < group.first) group.first = entry.id
    if (entry.id > group.last) group.last = entry.id
  }
  return [...groups.values()]
}
