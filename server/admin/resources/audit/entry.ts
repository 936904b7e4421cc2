import {
  type AuditEntry,
  accountOfKey,
  auditOutcomes,
  auditSources,
  type EntryChange,
  resolutions,
  showMembers,
} from '@patchbay/core/store'
import Type from 'typebox'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'

const changeJson = Type.Object(
  {
    path: Type.String({
      description: 'A JSON pointer into the record; members of lists are named by their id or their place',
    }),
    from: Type.Optional(Type.Unknown({ description: 'The value before; left out: there was none' })),
    to: Type.Optional(Type.Unknown({ description: 'The new value; left out: there is none' })),
  },
  { title: 'EntryChange', description: 'Secrets are `(secret)`, and what does not fit into 16 KiB is `(cut: …)`' },
)

export const changesSchema = Type.Unsafe<readonly EntryChange[]>(
  Type.Array(changeJson, { description: 'The members that an administrator changed' }),
)

/** An audit entry in answers. Its other members are for counting; `/admin/usage` shows the sums. */
export const entryJson = Type.Object(
  {
    id: Type.String(),
    at: instant(),
    tenant: orNull(Type.String()),
    action: orNull(Type.String(), "A call's action at the provider, or the verb and noun of an admin change"),
    source: Type.Enum([...auditSources]),
    key: orNull(Type.String(), 'What the entry is about, e.g. `hubspot/sales-eu` or `tenants/acme`'),
    outcome: Type.Enum([...auditOutcomes], {
      description: '`unknown`: a write that the provider may have carried out; nobody knows',
    }),
    code: orNull(Type.String(), 'The error code'),
    status: Type.Integer(),
    ip: orNull(Type.String()),
    token_id: orNull(Type.String(), 'The id of the token or admin key'),
    request_id: orNull(Type.String()),
    duration_ms: Type.Number(),
    reason: orNull(Type.String(), 'The error message that the caller received, without what the caller sent'),
    count: countSchema('Over 1: the number of requests that were refused for the same reason'),
    billable: Type.Boolean({ description: 'Whether it is on the bill' }),
    digest: Type.Optional(Type.String({ description: 'Of a write: the salted SHA-256 of what was asked for' })),
    resolves: Type.Optional(
      Type.String({ description: 'The id of the entry whose unknown outcome this one resolves' }),
    ),
    resolved_as: Type.Optional(
      Type.Enum([...resolutions], { description: '`done`: the provider carried it out; `absent`: it did not' }),
    ),
    approval_id: Type.Optional(Type.String({ description: 'The approval under which the call was sent' })),
    parent: Type.Optional(Type.String({ description: 'The id of the run that made the call' })),
    actor: Type.Optional(
      Type.String({
        description: 'For whom the token acts; for a change by an administrator the name of the key or person',
      }),
    ),
    idempotency_key: Type.Optional(
      Type.String({ description: 'Of a write with an idempotency key: the key, all but its ends masked' }),
    ),
    class: Type.Optional(
      Type.String({
        description:
          'Of a write: its classes, e.g. `sends` or `sends,shares`, as they were declared when it was called; `unclassed` if nobody declared any; left out if none fits',
      }),
    ),
    changes: Type.Optional(changesSchema),
  },
  { title: 'AuditEntry' },
)

/** The members that answers show, in this order; they are the columns of an export. */
export const entryMembers = Object.keys(entryJson.properties) as readonly (keyof typeof entryJson.properties)[]

export const entryToJson = (entry: AuditEntry): Type.Static<typeof entryJson> =>
  showMembers(entry, entryMembers) as Type.Static<typeof entryJson>

/** The account that the `key` of a call's entry names. */
export const accountToJson = (
  key: string | null,
): { readonly provider: string | null; readonly account: string | null } =>
  key === null ? { provider: null, account: null } : accountOfKey(key)
