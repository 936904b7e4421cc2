import type { AuditEntry, IntentBatch } from '../store/index.ts'

/** A write that is about to be sent: the members of its audit entry that are known by then, and what recovery needs. */
export interface Intent
  extends Pick<
    AuditEntry,
    | 'id'
    | 'tenant'
    | 'action'
    | 'source'
    | 'key'
    | 'ip'
    | 'token_id'
    | 'request_id'
    | 'digest'
    | 'approval_id'
    | 'parent'
    | 'actor'
  > {
  /** The key that it took. */
  readonly takes: string | null
  /** Equal for calls of one token that ask for the same. */
  readonly same: string
}

/** The members of an intent in the order of a line. */
type Line = readonly [
  id: string,
  tenant: string | null,
  action: string | null,
  source: AuditEntry['source'],
  key: string | null,
  ip: string | null,
  token_id: string | null,
  request_id: string | null,
  digest: string | null,
  approval_id: string | null,
  parent: string | null,
  actor: string | null,
  takes: string | null,
  same: string,
]

const printLine = (intent: Intent): string => {
  const line: Line = [
    intent.id,
    intent.tenant,
    intent.action,
    intent.source,
    intent.key,
    intent.ip,
    intent.token_id,
    intent.request_id,
    intent.digest,
    intent.approval_id,
    intent.parent,
    intent.actor,
    intent.takes,
    intent.same,
  ]
  return JSON.stringify(line)
}

const toIntent = ([
  id,
  tenant,
  action,
  source,
  key,
  ip,
  token_id,
  request_id,
  digest,
  approval_id,
  parent,
  actor,
  takes,
  same,
]: Line): Intent => ({
  id,
  tenant,
  action,
  source,
  key,
  ip,
  token_id,
  request_id,
  digest,
  approval_id,
  parent,
  actor,
  takes,
  same,
})

export const printIntents = (intents: readonly Intent[]): string => intents.map(printLine).join('\n')

export const parseIntents = ({ lines }: Pick<IntentBatch, 'lines'>): readonly Intent[] =>
  lines.split('\n').map((line) => toIntent(JSON.parse(line)))
