import type { AuditEntry } from '@patchbay/core/store'

/** Entries that the list shows as one, newest first. */
export type FoldedEntries = readonly [newest: AuditEntry, ...others: AuditEntry[]]

/**
 * The group of an entry that recurs often and changes nothing: one line a day stands for its group. `undefined`: it
 * stands alone.
 */
const findFold = ({ at, action, source, outcome, token_id, ip, code }: AuditEntry): string | undefined => {
  const day = at.slice(0, 10)
  if (source === 'job' && action === 'run_job') return `${day} jobs ${outcome}`
  if (source !== 'admin') return undefined
  if (action === null) return `${day} refused ${code} ${ip}`
  if (action === 'sign_in' || action === 'sign_out') return `${day} ${action} ${outcome} ${token_id}`
  return undefined
}

/** Joins sign-ins, refusals and runs of jobs of a day. */
export const foldChanges = (entries: readonly AuditEntry[]): readonly FoldedEntries[] => {
  const folded = Map.groupBy(entries, (entry) => findFold(entry) ?? entry.id)
  return [...folded.values()] as unknown as readonly FoldedEntries[]
}

const jobName = ({ key }: AuditEntry): string => (key ?? '').replace(/^jobs\//, '')

/** The sentence of joined entries; `undefined`: that of the single entry. */
export const tellFolded = (entries: FoldedEntries): string | undefined => {
  const [{ action, source, outcome, ip }] = entries
  const count = entries.reduce((all, entry) => all + entry.count, 0)
  if (source === 'job' && action === 'run_job') {
    const names = [...new Set(entries.map(jobName))].toSorted()
    const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ')
    const failed = outcome === 'ok' ? '' : ' failed'
    return count === 1
      ? `The job ${shown} ${outcome === 'ok' ? 'ran' : 'failed'}`
      : `${count.toLocaleString('en')} runs of jobs${failed}: ${shown}`
  }
  if (source !== 'admin') return undefined
  if (action === null) {
    const refused = count === 1 ? 'A refused request' : `${count.toLocaleString('en')} refused requests`
    return `${refused} without a valid key, from ${ip ?? 'an unknown address'}`
  }
  if (count === 1) return undefined
  if (action === 'sign_out') return `Signed out ${count} times`
  return outcome === 'ok' ? `Signed in ${count} times` : `Was refused at sign-in ${count} times`
}
