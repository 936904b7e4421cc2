import { findResolution, resolveUnknown } from '@patchbay/core/effects'
import { GatewayError } from '@patchbay/core/errors'
import { type AuditEntry, auditSources, momentOfEntry, resolutions, type UnknownEffect } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AuditedPart, adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import type { RecordChange } from '../../route/changes/list-changes.ts'
import { cursorParameters, idInCursor, pageSchema, toCursorPage, uuidCursor } from '../../route/values/cursor.ts'
import { closed, instant, orNull } from '../../route/values/schemas.ts'
import { findCalls } from './calls.ts'
import { accountToJson, entryJson, entryToJson } from './entry.ts'
import { entryIdPattern } from './filter.ts'

const unknownQuery = Type.Object(
  {
    outcome: Type.Enum(['unknown'], {
      default: 'unknown',
      description: 'No other calls are listed here; `/admin/audit` has all',
    }),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    ...cursorParameters(uuidCursor),
  },
  closed,
)

const unknownJson = Type.Object(
  {
    id: Type.String({ description: 'The id of its audit entry' }),
    at: instant('When it was about to be sent'),
    tenant: orNull(Type.String()),
    provider: orNull(Type.String()),
    account: orNull(Type.String()),
    action: orNull(Type.String()),
    source: Type.Enum([...auditSources]),
    token_id: orNull(Type.String()),
    request_id: orNull(Type.String()),
    looks: Type.Integer({ description: 'How often the gateway looked at the provider for it' }),
    next_look_at: orNull(instant('When it looks next; `null`: it cannot find out, or has given up')),
  },
  { title: 'UnknownCall' },
)

const resolutionMembers = {
  as: Type.Enum([...resolutions], {
    description: '`done`: the provider carried it out, and it is billed; `absent`: it did not',
  }),
  note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'How that was found out' })),
}

const resolutionBody = Type.Object(resolutionMembers, {
  ...closed,
  title: 'CallResolution',
  examples: [{ as: 'done', note: 'The contact exists' }],
})

const resolutionsBody = Type.Object(
  {
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'The ids of their audit entries, or request ids of single such calls',
    }),
    ...resolutionMembers,
  },
  {
    ...closed,
    title: 'CallResolutions',
    examples: [{ ids: ['0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'], as: 'absent', note: 'The list is empty' }],
  },
)

const resolvedJson = Type.Object(
  {
    id: Type.String({ description: 'As it was sent' }),
    entry: orNull(entryJson, 'The entry that resolves the call; `null`: it was not resolved'),
    code: orNull(Type.String(), 'The error code of a call that was not resolved'),
    error: orNull(Type.String(), 'Why it was not resolved'),
  },
  { title: 'ResolvedCall' },
)

const toJson = ({ id, tenant, key, action, source, token_id, request_id, asked, next_at }: UnknownEffect) => {
  const { provider, account } = accountToJson(key)
  return {
    id,
    at: isoTime(momentOfEntry(id)),
    tenant,
    provider,
    account,
    action,
    source,
    token_id,
    request_id,
    looks: asked,
    next_look_at: next_at === null ? null : isoTime(next_at),
  }
}

/** The unresolved call that an entry's id or a request id names. Throws NOT_FOUND, and CONFLICT where there are several. */
const findUnresolved = async (
  call_id: string,
  { store, reports }: Pick<HandlerParts, 'store' | 'reports'>,
  signal: AbortSignal,
): Promise<string> => {
  const calls = (await findCalls(reports, call_id, signal)).filter(({ outcome }) => outcome === 'unknown')
  const effects = await Promise.all(calls.map(({ id }) => store.effects.findUnknown(id)))
  const [one, ...others] = effects.flatMap((effect) => effect?.id ?? [])
  if (one === undefined)
    throw new GatewayError('NOT_FOUND', 'No call with this id has an unknown outcome that is unresolved')
  if (others.length > 0)
    throw new GatewayError(
      'CONFLICT',
      `Several calls have this request id; name one by its id: ${[one, ...others].join(', ')}`,
    )
  return one
}

type ResolvedCall = Type.Static<typeof resolvedJson>

type ResolutionWord = Type.Static<typeof resolutionBody>

const readCallTarget = (call_id: string) => ({ tenant: null, key: `calls/${call_id}` })

/** Returns the entry that resolves the call. Throws as `findUnresolved` does. */
const resolveCall = async (
  call_id: string,
  { as, note }: ResolutionWord,
  parts: HandlerParts,
  signal: AbortSignal,
): Promise<AuditEntry> => {
  const { store, now } = parts
  const reason = note ?? 'An administrator said so'
  const id = await findUnresolved(call_id, parts, signal)
  const entry =
    (await resolveUnknown(store, id, { as, source: 'admin', reason }, now())) ?? (await findResolution(store, id))
  if (!entry) throw new GatewayError('NOT_FOUND', 'The call is not in the audit log yet; try again')
  return entry
}

const showResolution = ({ resolves, resolved_as, reason }: AuditEntry): RecordChange => ({
  to: { call: resolves, resolved_as, reason },
})

export const unknownCallRoutes = [
  adminRoute({
    method: 'GET',
    path: '/admin/calls',
    action: 'list_unknown_calls',
    summary: 'List the calls whose outcome is unknown',
    description:
      'Writes that the provider may have carried out, which nobody knows, and that nothing has resolved yet: see [known effects](repeated-writes.md#known-effects).',
    auditTarget: () => ({ tenant: null, key: 'calls' }),
    query: unknownQuery,
    answers: { 200: jsonAnswer('The calls, newest first', pageSchema('calls', unknownJson)) },
    async handle({ query: { tenant, limit, cursor } }, { store }) {
      const effects = await store.effects.listUnknown({
        ...(tenant !== undefined && { tenant }),
        ...(cursor !== undefined && { before: idInCursor(cursor, entryIdPattern) }),
        limit: limit + 1,
      })
      const { items, nextCursor } = toCursorPage(effects, limit)
      return json({ calls: items.map(toJson), next_cursor: nextCursor })
    },
  }),
  adminRoute({
    method: 'POST',
    path: '/admin/calls/:call_id/resolve',
    action: 'resolve_call',
    summary: 'Say what became of a call whose outcome is unknown',
    description:
      'The id is that of its audit entry, or the request id of a single such call. The word counts once and for all: an entry beside that of the call records it, and a call that was done is billed in the month when it was made.',
    auditTarget: ({ call_id }) => readCallTarget(call_id),
    body: resolutionBody,
    answers: { 200: jsonAnswer('The entry that resolves the call', entryJson) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { call_id }, body, signal }, parts) {
      const entry = await resolveCall(call_id, body, parts, signal)
      return { ...json(entryToJson(entry)), change: showResolution(entry) }
    },
  }),
  adminRoute({
    method: 'POST',
    path: '/admin/calls/resolve',
    action: 'resolve_calls',
    summary: 'Say what became of several calls whose outcome is unknown',
    description:
      'Each as with `POST /admin/calls/<call_id>/resolve`, and the log names each one. A call that can not be resolved keeps none of the others from it: its error stands beside its id.',
    auditTarget: () => ({ tenant: null, key: 'calls' }),
    body: resolutionsBody,
    answers: { 200: jsonAnswer('What became of each', Type.Object({ calls: Type.Array(resolvedJson) })) },
    async handle({ body: { ids, ...word }, signal }, parts) {
      const calls: ResolvedCall[] = []
      const auditEach: AuditedPart[] = []
      // One after the other: a request id is searched for in the log.
      for (const id of ids) {
        const target = readCallTarget(id)
        try {
          const entry = await resolveCall(id, word, parts, signal)
          calls.push({ id, entry: entryToJson(entry), code: null, error: null })
          auditEach.push({ ...target, status: 200, code: null, change: showResolution(entry) })
        } catch (thrown) {
          if (!(thrown instanceof GatewayError)) throw thrown
          const { code, reason, status } = thrown
          calls.push({ id, entry: null, code, error: reason })
          auditEach.push({ ...target, status, code, reason })
        }
      }
      return { ...json({ calls }), auditEach }
    },
  }),
]
