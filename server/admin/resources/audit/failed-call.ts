import { GatewayError } from '@patchbay/core/errors'
import { type FailedCall, failedCallBounds, openFailedCall } from '@patchbay/core/failed-calls'
import type { FailedCallRecord } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { VaultError } from '@patchbay/core/vault'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import { instant, orNull } from '../../route/values/schemas.ts'
import { findCalls } from './calls.ts'
import { entryIdPattern } from './filter.ts'

const headersJson = Type.Record(Type.String(), Type.String(), { description: 'By their names in lower case' })

const exchangeJson = Type.Object(
  {
    id: Type.String({ description: "The id of the call's audit entry" }),
    tenant: Type.String(),
    kept_until: instant(),
    parameters: Type.Unknown({
      description: 'As the caller sent them; a text where they were too long, `null` where they were not read',
    }),
    request: orNull(
      Type.Object({
        method: Type.String(),
        url: Type.String(),
        headers: headersJson,
        body: orNull(Type.String()),
      }),
      'The last request to the provider; `null`: nothing was sent',
    ),
    answer: orNull(
      Type.Object({ status: Type.Integer(), headers: headersJson, body: orNull(Type.String()) }),
      'The answer to that request; `null`: none came',
    ),
    is_cut: Type.Boolean({ description: 'Whether a text was too long to be kept whole' }),
  },
  { title: 'CallExchange' },
)

/** The kept call of an entry, if its tenant still keeps calls. */
const findOfEntry = async (id: string, { store, now }: HandlerParts): Promise<FailedCallRecord | undefined> => {
  const record = await store.failedCalls.get(id)
  if (!record || record.due_at <= msOf(now())) return undefined
  const tenant = await store.tenants.get(record.tenant)
  return tenant?.options.keep_failed ? record : undefined
}

/** Finds the kept call of an entry's id; for a request id, that of its newest call that was kept. */
const findStoredCall = async (
  call_id: string,
  parts: HandlerParts,
  signal: AbortSignal,
): Promise<FailedCallRecord | undefined> => {
  const own = entryIdPattern.test(call_id) ? await findOfEntry(call_id, parts) : undefined
  if (own) return own
  for (const { id } of await findCalls(parts.reports, call_id, signal)) {
    const record = await findOfEntry(id, parts)
    if (record) return record
  }
  return undefined
}

const notStored = (): GatewayError =>
  new GatewayError(
    'NOT_FOUND',
    `Nothing is kept of this call: kept are the newest ${failedCallBounds.ofTenant} failed calls of a tenant with the option keep_failed, at most ${failedCallBounds.perMinute} a minute, for 24 hours`,
  )

const open = async ({ vault }: HandlerParts, record: FailedCallRecord): Promise<FailedCall> => {
  try {
    return await openFailedCall(vault, record)
  } catch (error) {
    // Kept calls aren't sealed again when the keys are changed.
    if (error instanceof VaultError) throw notStored().with({ cause: error })
    throw error
  }
}

export const failedCallRoute = adminRoute({
  method: 'GET',
  path: '/admin/calls/:call_id/exchange',
  action: 'get_call_exchange',
  summary: 'Read what a failed call sent, and the answer',
  description:
    'Of a tenant with the option `keep_failed`: see [failed calls](observing.md#what-failed-calls-sent). Credentials, and members that are named like secrets, are left out. The id is that of the audit entry, or a request id, of which the newest call counts.',
  role: 'operator',
  auditTarget: ({ call_id }) => ({ tenant: null, key: `calls/${call_id}/exchange` }),
  answers: { 200: jsonAnswer('The exchange', exchangeJson) },
  errors: ['NOT_FOUND'],
  async handle({ params: { call_id }, signal }, parts) {
    const record = await findStoredCall(call_id, parts, signal)
    if (!record) throw notStored()
    const { id, tenant, due_at } = record
    const exchange = await open(parts, record)
    return { ...json({ id, tenant, kept_until: isoTime(due_at), ...exchange }), auditTenant: tenant }
  },
})
