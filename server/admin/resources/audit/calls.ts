import { findResolution } from '@patchbay/core/effects'
import { GatewayError } from '@patchbay/core/errors'
import type { Reports } from '@patchbay/core/reports'
import { type AuditEntry, auditOutcomes, auditSources, resolutions, type Store } from '@patchbay/core/store'
import { parseTries } from '@patchbay/core/tries'
import { momentOfId } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { accountToJson } from './entry.ts'
import { entryIdPattern } from './filter.ts'

/** Calls in one answer: a caller may send the same request id with all of its calls. */
const mostCalls = 100

const tryJson = Type.Object({
  status: orNull(Type.Integer(), "The HTTP status of the provider's answer"),
  error: orNull(Type.String(), 'What happened instead of an answer, e.g. `unresolved`, `broken` or `TIMEOUT`'),
  duration_ms: Type.Number(),
})

const callJson = Type.Object(
  {
    id: Type.String({ description: 'The id of its audit entry' }),
    at: instant('When it ended; of a write, when it was about to be sent'),
    request_id: orNull(Type.String()),
    source: Type.Enum(auditSources.filter((source) => source === 'rest' || source === 'mcp')),
    tenant: orNull(Type.String()),
    provider: orNull(Type.String()),
    account: orNull(Type.String(), '`null`: it was refused before its account was known'),
    action: orNull(Type.String()),
    token_id: orNull(Type.String(), 'The token that it was made with'),
    token_label: orNull(Type.String(), 'The label of that tenant token'),
    application: orNull(
      Type.Object({ client_id: Type.String(), client_name: orNull(Type.String()), grant_id: Type.String() }),
      'The application that holds the token, if it was issued by OAuth',
    ),
    ip: orNull(Type.String()),
    outcome: Type.Enum([...auditOutcomes]),
    status: Type.Integer(),
    code: orNull(Type.String(), 'The error code'),
    reason: orNull(Type.String(), 'The error message that the caller received, without what the caller sent'),
    cache: orNull(Type.Enum(['MISS', 'HIT', 'BYPASS'])),
    tries: Type.Array(tryJson, {
      description:
        'The requests to the provider, in order: pages, and retries after failures. A single request that succeeded has the status and duration of the call',
    }),
    duration_ms: Type.Number(),
    bytes: countSchema('Size of the answer'),
    billable: Type.Boolean(),
    idempotency_key: orNull(Type.String(), "A write's key, all but its ends masked; `null`: the caller sent none"),
    class: orNull(
      Type.String(),
      "A write's classes, like `sends,shares`, or `unclassed`; `null`: none fits, or it is a read",
    ),
    resolution: orNull(
      Type.Object(
        {
          as: Type.Enum([...resolutions], { description: '`done`: the provider carried it out; `absent`: it did not' }),
          source: Type.Enum(auditSources.filter((source) => source === 'admin' || source === 'job')),
          reason: orNull(Type.String(), 'How that was found out'),
        },
        { title: 'RecordedResolution' },
      ),
      'What became of a call whose outcome was unknown; `null`: nothing has said so',
    ),
  },
  { title: 'Call' },
)

type Call = Type.Static<typeof callJson>

const isCall = (entry: AuditEntry): entry is AuditEntry & Pick<Call, 'source'> =>
  entry.source === 'rest' || entry.source === 'mcp'

const minuteMs = 60_000

/** A UUID of version 7. */
const timedId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The entries with this request id, newest first. An id that the gateway made contains its time, so only an hour of the log has to
 * be searched. Where that hour has none, the id is a caller's, and the whole log is searched.
 */
const byRequest = async (
  { entries }: Reports,
  request_id: string,
  signal: AbortSignal,
): Promise<readonly AuditEntry[]> => {
  const filter = { request_id, limit: mostCalls }
  const began = timedId.test(request_id) ? momentOfId(request_id).getTime() : Number.POSITIVE_INFINITY
  if (began > Date.now() + minuteMs) return entries(filter, signal)
  const near = { since: new Date(began - minuteMs), until: new Date(began + 60 * minuteMs) }
  const nearCalls = await entries({ ...filter, ...near }, signal)
  return nearCalls.length > 0 ? nearCalls : entries(filter, signal)
}

/** The calls with this id, newest first. An entry's id is the gateway's own, so it comes before a caller's text. */
export const findCalls = async (reports: Reports, id: string, signal: AbortSignal) => {
  const [own] = entryIdPattern.test(id) ? await reports.entries({ id, limit: 1 }, signal) : []
  return (own ? [own] : await byRequest(reports, id, signal)).filter(isCall)
}

/** The token's label and application, if it still exists. */
const findCaller = async (
  { tenantTokens, grants }: Store,
  { tenant, token_id }: AuditEntry,
): Promise<Pick<Call, 'token_label' | 'application'>> => {
  const none = { token_label: null, application: null }
  if (tenant === null || token_id === null) return none
  const own = await tenantTokens.findById(tenant, token_id)
  if (own) return { ...none, token_label: own.label }
  const issued = await grants.findByTokenId(tenant, token_id)
  if (!issued) return none
  const { client_id, client_name, grant_id } = issued.grant
  return { ...none, application: { client_id, client_name, grant_id } }
}

const listTries = ({ tries, cache, billable, status, duration_ms }: AuditEntry): Call['tries'] => {
  if (tries !== null) return [...parseTries(tries)]
  return billable && cache !== 'HIT' ? [{ status, error: null, duration_ms }] : []
}

/** The resolution of an unknown outcome. */
const readResolution = async (store: Store, { id, outcome }: AuditEntry): Promise<Call['resolution']> => {
  const entry = outcome === 'unknown' ? await findResolution(store, id) : undefined
  if (!entry?.resolved_as || (entry.source !== 'admin' && entry.source !== 'job')) return null
  return { as: entry.resolved_as, source: entry.source, reason: entry.reason }
}

const toJson = async (store: Store, entry: Awaited<ReturnType<typeof findCalls>>[number]): Promise<Call> => {
  const { id, at, request_id, source, tenant, key, action, token_id, ip, outcome, status, code, reason } = entry
  const { cache, duration_ms, bytes, billable, idempotency_key, class: classes } = entry
  const { provider, account } = accountToJson(key)
  return {
    id,
    at,
    request_id,
    source,
    tenant,
    provider,
    account,
    action,
    token_id,
    ...(await findCaller(store, entry)),
    ip,
    outcome,
    status,
    code,
    reason,
    cache,
    tries: listTries(entry),
    duration_ms,
    bytes,
    billable,
    idempotency_key,
    class: classes,
    resolution: await readResolution(store, entry),
  }
}

export const callRoute = adminRoute({
  method: 'GET',
  path: '/admin/calls/:call_id',
  action: 'get_call',
  summary: 'Read what happened to a call',
  description:
    'The id is that of its audit entry, or its request id, the `x-request-id` of the answer. A request id returns the newest 100 calls that have it.',
  auditTarget: ({ call_id }) => ({ tenant: null, key: `calls/${call_id}` }),
  answers: { 200: jsonAnswer('The calls', Type.Object({ calls: Type.Array(callJson) })) },
  errors: ['NOT_FOUND'],
  async handle({ params: { call_id }, signal }, { store, reports }) {
    const calls = await findCalls(reports, call_id, signal)
    if (calls.length === 0)
      throw new GatewayError(
        'NOT_FOUND',
        'No call has this id; the call may be older than the audit log, or was refused before its caller was known',
      )
    return json({ calls: await Promise.all(calls.map((entry) => toJson(store, entry))) })
  },
})
