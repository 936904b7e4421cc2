import { type AuditFilter, auditSources } from '@patchbay/core/store'
import Type from 'typebox'
import { parseSince } from './since.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const entryId = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The longest key is that of a client whose id is the URL of its metadata document. */
const key = Type.String({
  minLength: 1,
  maxLength: 'clients/'.length + 2048,
  description: 'What the entry is about, e.g. `hubspot/sales-eu`',
})

/** The query parameters that select entries. */
export const filterParameters = {
  id: Type.Optional(Type.String({ pattern: entryId, description: "One entry's id" })),
  tenant: text("The tenant's id"),
  action: text("A provider's action, or that of an admin change, e.g. `put_tenant`"),
  source: Type.Optional(Type.Enum([...auditSources])),
  key: Type.Optional(key),
  since: Type.Optional(
    Type.String({ description: 'ISO 8601, Unix seconds, or a span back from now, e.g. `30m`, `24h` or `7d`' }),
  ),
}

const parameters = Type.Object(filterParameters)

/** The filter that the parameters stand for. Throws VALIDATION_ERROR for a `since` that can't be read. */
export const filterOf = (
  { since, id, tenant, action, source, key }: Type.Static<typeof parameters>,
  now: Date,
): Omit<AuditFilter, 'limit'> => ({
  id,
  tenant,
  action,
  source,
  key,
  ...(since !== undefined && { since: parseSince(since, now) }),
})
