import { type AuditFilter, auditOutcomes, auditSources } from '@patchbay/core/store'
import Type from 'typebox'
import { parseMoment } from '../../route/values/moment.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const entryIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The longest key is that of a client whose id is the URL of its metadata document. */
const key = Type.String({
  minLength: 1,
  maxLength: 'clients/'.length + 2048,
  description: 'What the entry is about, e.g. `hubspot/sales-eu`',
})

const moment = 'ISO 8601, Unix seconds, or a span back from now, e.g. `30m`, `24h` or `7d`'

/** The query parameters that select entries. */
export const filterParameters = {
  id: Type.Optional(
    Type.String({
      pattern: entryIdPattern.source,
      errorMessage: 'must be the id of an entry, a UUID in lower case',
      description: "One entry's id",
    }),
  ),
  tenant: text("The tenant's id"),
  action: text("A provider's action, or that of an admin change, e.g. `put_tenant`"),
  source: Type.Optional(Type.Enum([...auditSources])),
  key: Type.Optional(key),
  code: Type.Optional(
    Type.String({ pattern: '^[A-Za-z_]{1,64}$', description: 'An error code, e.g. `UPSTREAM_ERROR`' }),
  ),
  outcome: Type.Optional(Type.Enum([...auditOutcomes])),
  request_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      errorMessage: 'must be 1 to 128 letters, digits, dots, - and _',
      description: 'The `x-request-id` of the answer',
    }),
  ),
  token_id: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{12}$',
      errorMessage: 'must be 12 hex digits, 0 to 9 and a to f in lower case',
      description: 'The id of a token or admin key: 12 hex digits of its hash',
    }),
  ),
  since: Type.Optional(Type.String({ description: `Entries from this time on: ${moment}` })),
  until: Type.Optional(Type.String({ description: `Entries before this time: ${moment}` })),
}

const parameters = Type.Object(filterParameters)

/** The filter that the parameters stand for. Throws VALIDATION_ERROR for a time that can't be read. */
export const parseAuditFilter = (
  { since, until, ...exact }: Type.Static<typeof parameters>,
  now: Date,
): Omit<AuditFilter, 'limit'> => ({
  ...exact,
  ...(since !== undefined && { since: parseMoment('since', since, now) }),
  ...(until !== undefined && { until: parseMoment('until', until, now) }),
})
