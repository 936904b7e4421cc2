import { queryAudit, readHours, readStatistics } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { entryJson, entryToJson } from './audit-entry.ts'
import { exportAnswer, exportQuery, exportReply } from './audit-export.ts'
import { entryId, filterOf, filterParameters } from './audit-filter.ts'
import { callRoute } from './calls.ts'
import { idInCursor, pageOf, pageParameters, pageSchema } from './cursor.ts'
import { closed, count, instant } from './schemas.ts'
import { summaryJson } from './usage.ts'

const auditQuery = Type.Object({ ...filterParameters, ...pageParameters }, closed)

const counts = Type.Record(Type.String(), count())

const statisticsJson = Type.Object(
  {
    since: instant('The full hour in which the window begins'),
    total: count(),
    errors: count(),
    by_action: counts,
    by_source: counts,
    by_tenant: counts,
    by_code: counts,
  },
  { title: 'AuditStatistics' },
)

const hourJson = Type.Object(
  { at: instant('When the hour began'), ...summaryJson.properties },
  { title: 'HourOfCalls' },
)

export const auditRoutes: AdminGroup = {
  name: 'Audit',
  description: 'Every call and every change by an administrator, without secrets and payloads.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/audit',
      action: 'query_audit',
      summary: 'Query the audit log',
      auditTarget: () => ({ tenant: null, key: 'audit' }),
      query: auditQuery,
      answers: { 200: answer('The entries, newest first', pageSchema('entries', entryJson)) },
      async handle({ query: { cursor, limit, ...filter } }, { store, now }) {
        const found = await queryAudit(store, {
          ...filterOf(filter, now()),
          ...(cursor !== undefined && { before: idInCursor(cursor, new RegExp(entryId)) }),
          limit: limit + 1,
        })
        const { items, nextCursor } = pageOf(found, limit)
        return json({ entries: items.map(entryToJson), next_cursor: nextCursor })
      },
    }),
    callRoute,
    adminRoute({
      method: 'GET',
      path: '/admin/audit/stats',
      action: 'get_audit_stats',
      summary: 'Read sums over the audit log',
      auditTarget: () => ({ tenant: null, key: 'audit/stats' }),
      answers: {
        200: answer(
          'The sums by window',
          Type.Object({ '24h': statisticsJson, '7d': statisticsJson, '30d': statisticsJson }),
        ),
      },
      handle: async (_input, { store, now }) => json(await readStatistics(store, now())),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/audit/hours',
      action: 'get_audit_hours',
      summary: 'Read the calls of the last 24 hours by hour',
      description: 'Of all tenants, counted from the audit log: with a million calls it takes seconds.',
      auditTarget: () => ({ tenant: null, key: 'audit/hours' }),
      answers: { 200: answer('The hours, oldest first', Type.Object({ hours: Type.Array(hourJson) })) },
      handle: async (_input, { store, now }) => json({ hours: await readHours(store.audit, now()) }),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/audit/export',
      action: 'export_audit',
      summary: 'Export the audit log',
      description: 'All entries that match, newest first, streamed.',
      auditTarget: () => ({ tenant: null, key: 'audit/export' }),
      query: exportQuery,
      answers: { 200: exportAnswer },
      handle: async ({ query: { format, ...filter } }, { store, now }) =>
        exportReply(store, filterOf(filter, now()), format),
    }),
  ],
}
