import { GatewayError } from '@patchbay/core/errors'
import type { SuggestionRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'

const listQuery = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    status: Type.Optional(Type.Enum(['open', 'resolved'])),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)

const resolution = Type.Object(
  { note: Type.Optional(Type.String({ maxLength: 2000 })) },
  { additionalProperties: false },
)

const toJson = ({ finding, is_current, ...rest }: SuggestionRecord) => rest

/** `/admin/suggestions`: what an operator should look at, made by the job `suggestions`. */
export const suggestionRoutes = (
  adminRoute: AdminRouteFactory,
  { store, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/suggestions',
    action: 'list_suggestions',
    auditTarget: () => ({ tenant: null, key: 'suggestions' }),
    query: listQuery,
    async handle({ query: { days = 7, ...filter } }) {
      const since = new Date(now().getTime() - days * 86_400_000)
      return json({ suggestions: (await store.suggestions.list({ since, ...filter })).map(toJson) })
    },
  }),
  adminRoute({
    method: 'PUT',
    path: '/admin/suggestions/:suggestion_id/resolve',
    action: 'resolve_suggestion',
    auditTarget: ({ suggestion_id }) => ({ tenant: null, key: `suggestions/${suggestion_id}` }),
    body: resolution,
    emptyBody: {},
    async handle({ params: { suggestion_id }, body: { note = null } }) {
      const record = await store.suggestions.resolve(suggestion_id, note, now())
      if (!record) throw new GatewayError('NOT_FOUND', `There is no suggestion ${suggestion_id}`)
      return json(toJson(record))
    },
  }),
]
