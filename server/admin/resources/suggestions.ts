import { GatewayError } from '@patchbay/core/errors'
import { type SuggestionRecord, severities } from '@patchbay/core/store'
import Type from 'typebox'
import { wantsDataAlone } from '../../http/error-envelope.ts'
import { json } from '../../http/exchange.ts'
import { describeSuggestion, findNextStep } from '../../suggestions/next-step.ts'
import { toConnect } from '../../suggestions/to-connect.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { countedPageSchema, countedParameters, idInCursor, toCursorPage, uuidCursor } from '../route/values/cursor.ts'
import { nextStepJson } from '../route/values/next-step.ts'
import { closed, countSchema, instant, orNull } from '../route/values/schemas.ts'

const status = Type.Enum(['open', 'resolved'])

const listQuery = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: 365, default: 7, description: 'How many days to look back' }),
    status: Type.Optional(status),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    severity: Type.Optional(Type.Enum([...severities])),
    kind: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'E.g. `needs-reauthorization`' })),
    ...countedParameters(uuidCursor),
    limit: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 10_000,
      description: 'Maximum number of items in the answer',
    }),
  },
  closed,
)

const resolution = Type.Object(
  { note: Type.Optional(Type.String({ maxLength: 2000, description: 'What was done about it' })) },
  { ...closed, title: 'Resolution', examples: [{ note: 'The token was renewed' }] },
)

const suggestionJson = Type.Object(
  {
    id: Type.String(),
    tenant: orNull(Type.String(), '`null`: it is about the gateway'),
    kind: Type.String(),
    severity: Type.Enum([...severities]),
    title: Type.String(),
    detail: Type.String({
      description: 'What was seen, and what to do; without the next step if the request has `Prefer: next=data`',
    }),
    evidence: Type.String({ description: 'The request to this API that shows it' }),
    connect: orNull(
      Type.Object({ tenant_id: Type.String(), provider: Type.String(), account_id: Type.String() }),
      'Send this to `POST /admin/connect` for a link that fixes it; `null`: a link would not help',
    ),
    next: orNull(nextStepJson, '`null`: no single request would help, or it is resolved'),
    source: Type.String({ description: '`rules`, `vendor-watch`, or the name of the model' }),
    status,
    note: orNull(Type.String()),
    created_at: instant(),
    resolved_at: orNull(instant()),
  },
  { title: 'Suggestion' },
)

const countJson = Type.Object({ kind: Type.String(), severity: Type.Enum([...severities]), suggestions: countSchema() })

const idPattern = /^[0-9a-f-]{1,64}$/

const toJson = async (
  record: SuggestionRecord,
  headers: Headers,
  { store, domains }: Pick<HandlerParts, 'store' | 'domains'>,
): Promise<Type.Static<typeof suggestionJson>> => {
  const { finding: _, is_current, ...rest } = record
  const next = findNextStep(domains, record)
  const detail = wantsDataAlone(headers) ? record.detail : describeSuggestion(record.detail, next)
  return { ...rest, detail, next, connect: record.status === 'open' ? await toConnect(store, domains, record) : null }
}

export const suggestionRoutes: AdminGroup = {
  name: 'Suggestions',
  description: 'What an operator should look at; the job `suggestions` makes them.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/suggestions',
      action: 'list_suggestions',
      summary: 'List the suggestions',
      auditTarget: () => ({ tenant: null, key: 'suggestions' }),
      query: listQuery,
      answers: {
        200: jsonAnswer('The suggestions, newest first', countedPageSchema('suggestions', suggestionJson)),
      },
      async handle({ query: { days, cursor, limit, total, ...filter }, headers }, { store, domains, now }) {
        const since = new Date(now().getTime() - days * 86_400_000)
        const before = cursor === undefined ? undefined : idInCursor(cursor, idPattern)
        const records = await store.suggestions.list({ since, before, limit: limit + 1, ...filter })
        const { items, nextCursor } = toCursorPage(records, limit)
        const suggestions = await Promise.all(items.map((each) => toJson(each, headers, { store, domains })))
        return json({
          suggestions,
          next_cursor: nextCursor,
          ...(total && { total: await store.suggestions.total({ since, ...filter }) }),
        })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/suggestions/counts',
      action: 'count_suggestions',
      summary: 'Count the open suggestions by kind',
      auditTarget: () => ({ tenant: null, key: 'suggestions/counts' }),
      answers: {
        200: jsonAnswer('The gravest and most frequent first', Type.Object({ counts: Type.Array(countJson) })),
      },
      handle: async (_input, { store }) => json({ counts: await store.suggestions.count() }),
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/suggestions/:suggestion_id/resolve',
      action: 'resolve_suggestion',
      summary: 'Resolve a suggestion',
      description: 'A suggestion that is already resolved stays unchanged.',
      auditTarget: ({ suggestion_id }) => ({ tenant: null, key: `suggestions/${suggestion_id}` }),
      body: resolution,
      emptyBody: {},
      answers: { 200: jsonAnswer('The suggestion', suggestionJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { suggestion_id }, body: { note = null }, headers }, { store, domains, now }) {
        const record = await store.suggestions.resolve(suggestion_id, note, now())
        if (!record) throw new GatewayError('NOT_FOUND', `There is no suggestion ${suggestion_id}`)
        const { title, status, note: ownNote } = record
        return {
          ...json(await toJson(record, headers, { store, domains })),
          change: { from: { status: 'open' }, to: { status, note: ownNote, title } },
        }
      },
    }),
  ],
}
