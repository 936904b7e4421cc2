import { auditSources } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../exchange.ts'
import { idInCursor, pageOf } from './cursor.ts'
import type { AdminParts, Gate } from './gate.ts'
import { parseSince } from './since.ts'

const text = Type.String({ minLength: 1, maxLength: 200 })

const auditQuery = Type.Object(
  {
    tenant: Type.Optional(text),
    action: Type.Optional(text),
    source: Type.Optional(Type.Enum([...auditSources])),
    key: Type.Optional(text),
    since: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

const entryId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `GET /admin/audit`: the audit log, newest first. */
export const auditRoutes = (gate: Gate, { store, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'GET',
    path: '/admin/audit',
    action: 'query_audit',
    about: () => ({ tenant: null, key: 'audit' }),
    query: auditQuery,
    async handle({ query: { since, cursor, limit = 100, ...filter } }) {
      const found = await store.audit.query({
        ...filter,
        ...(since !== undefined && { since: parseSince(since, now()) }),
        ...(cursor !== undefined && { before: idInCursor(cursor, entryId) }),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(found, limit)
      return json({ entries: items, next_cursor: nextCursor })
    },
  }),
]
