/** A query that finds a row in a database in which a step has run. */
export type Trace = string

const table = (name: string): Trace => `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${name}'`
const column = (table: string, name: string): Trace =>
  `SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${name}'`

/**
 * The traces that a file's steps leave in it, in order. Needed for stores of 326ec1d and 8b7bad6, which recorded no
 * digests: 8b7bad6 had folded the first steps into one, so that the same version number meant other steps, and it moved
 * stores of 326ec1d by half. Later steps are recorded, and have no traces.
 */
export const configurationTraces: readonly Trace[] = [
  table('tenants'),
  table('transfer'),
  table('oauth_clients'),
  table('snapshots'),
  table('seeds'),
  table('billing'),
  table('admin_keys'),
  column('bearer_tokens', 'label'),
  column('bearer_tokens', 'allow'),
  column('tenants', 'version'),
  table('webhooks'),
  table('used_assertions'),
  column('bearer_tokens', 'last_used_at'),
  column('credentials', 'rejected_at'),
  table('apps'),
  table('revocations'),
  table('sessions'),
]

export const auditTraces: readonly Trace[] = [
  table('audit'),
  table('roll_ups'),
  table('audit_batches'),
  column('audit', 'reason'),
  // A table made by 8b7bad6 is already as the step makes it: a large log isn't written again.
  "SELECT 1 FROM pragma_table_info('audit') WHERE name = 'bytes' AND dflt_value IS NULL",
]
