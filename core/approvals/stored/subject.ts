import { LRUCache } from 'lru-cache'
import type { Domain } from '../../schema/index.ts'
import type { ApprovalRecord, Store } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { type AskedCall, openStoredCall } from './asked-call.ts'
import { showRoles } from './show-roles.ts'

/** The most characters of a subject, and of one value in it. */
const mostCharacters = 160
const mostOfValue = 60

/** The most subjects in memory: more than a list shows. */
const mostSubjects = 1000

/** By code points, so that no character is cut in two. */
const cut = (text: string, most: number): string => {
  const points = [...text]
  return points.length > most
    ? `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** A value on one line. Only the beginning of a long text is read. */
const oneLine = (value: unknown): string => cut(String(value).slice(0, 1000).replace(/\s+/g, ' ').trim(), mostOfValue)

/** True for a value that a line can hold. */
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Exported for its test. */
export const describeSubject = (
  { action, parameters }: Pick<AskedCall, 'action' | 'parameters'>,
  domain: Domain | undefined,
): string | null => {
  const { amount, recipient, destination } = showRoles(domain?.source.action(action)?.roles, parameters)
  const first = [...amount, ...recipient, ...destination].map(oneLine)
  const others = Object.entries(parameters).flatMap(([name, value]) => {
    if (!isPlain(value)) return []
    const text = oneLine(value)
    return text === '' || first.includes(text) ? [] : [`${name}: ${text}`]
  })
  const all = [...first, ...others]
  return all.length === 0 ? null : cut(all.join(' · '), mostCharacters)
}

interface Parts {
  readonly vault: Vault
  readonly approvals: Pick<Store['approvals'], 'text'>
  readonly domains: ReadonlyMap<string, Domain>
}

/**
 * Reads what tells a call from others of its action, as one line: amount, recipients and destinations, then the plain parameters by name.
 * `null`: there are none, or the stored call can't be read. The console reads the list every few seconds, so each call is opened once:
 * its digest covers all of it.
 */
export const createReadSubject = ({ vault, approvals, domains }: Parts) => {
  const subjects = new LRUCache<string, { readonly subject: string | null }>({ max: mostSubjects })
  return async (record: ApprovalRecord): Promise<string | null> => {
    const entry = subjects.get(record.digest)
    if (entry) return entry.subject
    const stored = await openStoredCall(vault, record, await approvals.text(record.id))
    const subject = stored ? describeSubject(stored.asked, domains.get(record.provider)) : null
    subjects.set(record.digest, { subject })
    return subject
  }
}
