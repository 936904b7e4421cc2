import { type AuditEntry, auditSources } from '@patchbay/core/store'
import Type from 'typebox'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'

/** An audit entry in answers. Its other members are for counting; `/admin/usage` shows the sums. */
export const entryJson = Type.Object(
  {
    id: Type.String(),
    at: instant(),
    tenant: orNull(Type.String()),
    action: orNull(Type.String(), "A call's action at the provider, or the verb and noun of an admin change"),
    source: Type.Enum([...auditSources]),
    key: orNull(Type.String(), 'What the entry is about, e.g. `hubspot/sales-eu` or `tenants/acme`'),
    outcome: Type.Enum(['ok', 'error']),
    code: orNull(Type.String(), 'The error code'),
    status: Type.Integer(),
    ip: orNull(Type.String()),
    token_id: orNull(Type.String(), 'The id of the token or admin key'),
    request_id: orNull(Type.String()),
    duration_ms: Type.Number(),
    reason: orNull(Type.String(), 'The error message that the caller received, without what the caller sent'),
    count: countSchema('Over 1: the number of requests that were refused for the same reason'),
  },
  { title: 'AuditEntry' },
)

/** The members that answers show, in this order; they are the columns of an export. */
export const entryMembers = Object.keys(entryJson.properties) as readonly (keyof typeof entryJson.properties)[]

export const entryToJson = (entry: AuditEntry): Type.Static<typeof entryJson> =>
  Object.fromEntries(entryMembers.map((member) => [member, entry[member]])) as Type.Static<typeof entryJson>
