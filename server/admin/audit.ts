import { queryAudit } from '@patchbay/core/usage'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { entryToJson } from './audit-entry.ts'
import { entryId, filterOf, filterParameters } from './audit-filter.ts'
import { idInCursor, pageOf } from './cursor.ts'

const auditQuery = Type.Object(
  {
    ...filterParameters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** `GET /admin/audit`: the audit log, newest first. */
export const auditRoutes = (adminRoute: AdminRouteFactory, { store, now = () => new Date() }: AdminParts): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/audit',
    action: 'query_audit',
    auditTarget: () => ({ tenant: null, key: 'audit' }),
    query: auditQuery,
    async handle({ query: { cursor, limit = 100, ...filter } }) {
      const found = await queryAudit(store, {
        ...filterOf(filter, now()),
        ...(cursor !== undefined && { before: idInCursor(cursor, new RegExp(entryId)) }),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(found, limit)
      return json({ entries: items.map(entryToJson), next_cursor: nextCursor })
    },
  }),
]
