import { type AuditFilter, auditSources } from '@patchbay/core/store'
import Type from 'typebox'
import { parseSince } from './since.ts'

const text = Type.String({ minLength: 1, maxLength: 200 })

export const entryId = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The longest key is that of a client whose id is the URL of its metadata document. */
const key = Type.String({ minLength: 1, maxLength: 'clients/'.length + 2048 })

/** The query parameters that select entries. */
export const filterParameters = {
  id: Type.Optional(Type.String({ pattern: entryId })),
  tenant: Type.Optional(text),
  action: Type.Optional(text),
  source: Type.Optional(Type.Enum([...auditSources])),
  key: Type.Optional(key),
  since: Type.Optional(Type.String()),
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
