import { queryAudit } from '@patchbay/core/usage'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import { shownEntry } from './audit-entry.ts'
import { entryId, filterOf, filterParameters } from './audit-filter.ts'
import { idInCursor, pageOf } from './cursor.ts'
import type { AdminParts, Gate } from './gate.ts'

const auditQuery = Type.Object(
  {
    ...filterParameters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** `GET /admin/audit`: the audit log, newest first. */
export const auditRoutes = (gate: Gate, { store, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'GET',
    path: '/admin/audit',
    action: 'query_audit',
    about: () => ({ tenant: null, key: 'audit' }),
    query: auditQuery,
    async handle({ query: { cursor, limit = 100, ...filter } }) {
      const found = await queryAudit(store, {
        ...filterOf(filter, now()),
        ...(cursor !== undefined && { before: idInCursor(cursor, new RegExp(entryId)) }),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(found, limit)
      return json({ entries: items.map(shownEntry), next_cursor: nextCursor })
    },
  }),
]
