import { benchTenant } from '../programs/start-gateway.ts'

/** Something an administrator or a job reads. */
export interface AdminRead {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** The number under way at once; unset: one. */
  readonly atOnce?: number
}

export const suggestionsCron = '0 0 1 1 *'
export const rollUpCron = '0 1 1 1 *'

const get = (name: string, path: string): AdminRead => ({ name, method: 'GET', path })

/** The dearest ones. */
export const adminReads: readonly AdminRead[] = [
  get('statistics', '/admin/audit/stats'),
  get('hours', '/admin/audit/hours'),
  get('usage of a tenant with a million calls', `/admin/usage/${benchTenant}`),
  get('least policy of this tenant', `/admin/policies/${benchTenant}/least`),
  get('entries of a rare key', '/admin/audit?key=tenants/tenant-7&limit=100'),
  get('entries of an unknown request id', '/admin/audit?request_id=nobody'),
  get('export as NDJSON', '/admin/audit/export'),
  get('export as CSV', '/admin/audit/export?format=csv'),
  { name: 'backup', method: 'POST', path: '/admin/backup' },
  { name: 'job suggestions', method: 'POST', path: '/admin/run-cron', body: { cron: suggestionsCron } },
  { ...get('ten statistics at once', '/admin/audit/stats'), atOnce: 10 },
]

/** Counted anew from an empty table. */
export const rollUpRead: AdminRead = {
  name: 'roll-up of all entries',
  method: 'POST',
  path: '/admin/run-cron',
  body: { cron: rollUpCron },
}
