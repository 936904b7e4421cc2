import type { TableBound } from '../records/table.ts'

const once = (text: string): TableBound => ({ kind: 'count', text })
const untilIndexed = (text: string): TableBound => ({ kind: 'age', by: 'index', text })

/** The tables and collections that a driver stores in its own way. Names of the embedded store, where both have one, stand first. */
export const ownTables = {
  audit: { kind: 'age', by: 'retention', text: 'for `AUDIT_RETENTION_DAYS`' },
  audit_batches: { kind: 'age', by: 'retention', text: 'until its entries are moved to `audit`, within seconds' },
  roll_ups: { kind: 'age', by: 'usage-roll-up', text: 'for 25 months; the activity of an hour or a day, for weeks' },
  jobs: once('one for each job and schedule'),
  transfer: once('one, while records are moved to the store or since a gateway was started on it'),
  schema_steps: once('one for each change of the schema'),
  oauth_grants: { kind: 'age', by: 'next', text: 'until it is revoked, or another one is given after it expired' },
  oauth_tokens: once('as long as its grant; at most 50 of a kind for each grant'),
  grants: { kind: 'age', by: 'next', text: 'until it is revoked, or another one is given after it expired' },
  'file_contents.files': once('as long as its file'),
  'file_contents.chunks': once('as long as its file'),
  continuations: untilIndexed('until it expires; at most 1 GiB'),
  gateways: untilIndexed('while the gateway runs, and an hour longer if it was killed'),
  turns: untilIndexed('for an hour'),
  changes: untilIndexed('for an hour'),
  windows: untilIndexed('until its window ends'),
  quotas: untilIndexed('40 days after its last call'),
  allowances: untilIndexed('an hour after its window ended'),
  made: once('one'),
  probes: once('one for each part of the store'),
} as const satisfies Readonly<Record<string, TableBound>>
