import { oldestEntryId } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import {
  cursorAfter,
  cursorParameters,
  idInCursor,
  pageSchema,
  toCursorPage,
  uuidCursor,
} from '../../route/values/cursor.ts'
import { closed, countSchema, instant } from '../../route/values/schemas.ts'
import { summaryJson } from '../usage.ts'
import { callRoute } from './calls.ts'
import { countRoute } from './counts.ts'
import { entryJson, entryToJson } from './entry.ts'
import { exportAnswer, exportQuery, exportReply } from './export.ts'
import { failedCallRoute } from './failed-call.ts'
import { entryIdPattern, filterParameters, parseAuditFilter, selectionParameters } from './filter.ts'
import { findNames, namesJson } from './find-words.ts'
import { unknownCallRoutes } from './unknown-calls.ts'

const auditQuery = Type.Object(
  {
    ...filterParameters,
    ...selectionParameters,
    names: Type.Boolean({ default: false, description: 'Whether to name the tenants and tokens of the entries' }),
    ...cursorParameters(uuidCursor),
  },
  closed,
)

const entriesJson = Type.Object({
  ...pageSchema('entries', entryJson).properties,
  searched_to: Type.Optional(
    instant(
      'How far back a search came in its time: the next page goes on from there, even where this one is not full',
    ),
  ),
  names: Type.Optional(namesJson),
})

const counts = Type.Record(Type.String(), countSchema())

const statisticsJson = Type.Object(
  {
    since: instant('The full hour in which the window begins'),
    total: countSchema(),
    errors: countSchema(),
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

const weekAgoJson = Type.Object(summaryJson.properties, {
  title: 'WeekAgo',
  description: 'The same 24 hours a week before, up to the same minute',
})

const recentJson = Type.Object(
  {
    since: instant(),
    calls: countSchema(),
    errors: countSchema(),
    failures: Type.Array(
      Type.Object({
        code: Type.String(),
        provider: Type.String({ description: '`unknown`: the call named none that is registered' }),
        calls: countSchema(),
        tenants: countSchema('How many tenants they are of'),
      }),
      { description: 'The most frequent first, at most 20' },
    ),
  },
  { title: 'RecentCalls' },
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
      answers: { 200: jsonAnswer('The entries, newest first', entriesJson) },
      async handle({ query: { cursor, limit, calls, reads, names, ...filterQuery }, signal }, parts) {
        const { reports, now, store } = parts
        const before = cursor === undefined ? {} : { before: idInCursor(cursor, entryIdPattern) }
        const filter = { ...(await parseAuditFilter(filterQuery, parts)), ...before, limit: limit + 1, calls, reads }
        const { entries, searchedTo } = filter.search
          ? await reports.searchEntries({ ...filter, now: now() }, signal)
          : { entries: await reports.entries(filter, signal), searchedTo: null }
        const { items, nextCursor } = toCursorPage(entries, limit)
        return json({
          entries: items.map(entryToJson),
          next_cursor: nextCursor ?? (searchedTo === null ? null : cursorAfter(oldestEntryId(searchedTo))),
          ...(searchedTo !== null && { searched_to: isoTime(searchedTo) }),
          ...(names && { names: await findNames(store, items) }),
        })
      },
    }),
    countRoute,
    callRoute,
    failedCallRoute,
    ...unknownCallRoutes,
    adminRoute({
      method: 'GET',
      path: '/admin/audit/stats',
      action: 'get_audit_stats',
      summary: 'Read sums over the audit log',
      auditTarget: () => ({ tenant: null, key: 'audit/stats' }),
      answers: {
        200: jsonAnswer(
          'The sums by window',
          Type.Object({ '24h': statisticsJson, '7d': statisticsJson, '30d': statisticsJson }),
        ),
      },
      handle: async ({ signal }, { reports, now }) => json(await reports.statistics(now(), signal)),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/audit/hours',
      action: 'get_audit_hours',
      summary: 'Read the calls of the last 24 hours by hour',
      description: 'Covers all tenants.',
      auditTarget: () => ({ tenant: null, key: 'audit/hours' }),
      answers: {
        200: jsonAnswer(
          'The hours, oldest first',
          Type.Object({ hours: Type.Array(hourJson), total: summaryJson, week_ago: weekAgoJson }),
        ),
      },
      handle: async ({ signal }, { reports, now }) => json(await reports.hours(now(), signal)),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/audit/recent',
      action: 'get_recent_calls',
      summary: 'Read the calls of the last minutes',
      description: 'Covers all tenants, counted from the audit log up to now.',
      auditTarget: () => ({ tenant: null, key: 'audit/recent' }),
      query: Type.Object(
        { minutes: Type.Integer({ minimum: 1, maximum: 60, default: 15, description: 'How far to look back' }) },
        closed,
      ),
      answers: { 200: jsonAnswer('The sums, and the most frequent failures', recentJson) },
      handle: async ({ query: { minutes }, signal }, { reports, now }) =>
        json(await reports.recentCalls({ now: now(), minutes }, signal)),
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
      handle: async ({ query: { format, ...filterQuery } }, parts) =>
        exportReply(parts.reports, await parseAuditFilter(filterQuery, parts), format),
    }),
  ],
}
