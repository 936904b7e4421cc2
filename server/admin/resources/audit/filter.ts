import { type AuditFilter, auditOutcomes, auditSources, type EntrySearch } from '@patchbay/core/store'
import Type from 'typebox'
import type { HandlerParts } from '../../route/admin-route.ts'
import { parseMoment } from '../../route/values/moment.ts'
import { findLabelled, findWords } from './find-words.ts'

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
  tenant: text("The tenant's id; several are separated by commas"),
  action: text("A provider's action, or that of an admin change, e.g. `put_tenant`; several are separated by commas"),
  source: Type.Optional(Type.Enum([...auditSources])),
  key: Type.Optional(key),
  code: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_]{1,64}(,[A-Za-z_]{1,64}){0,19}$',
      description: 'An error code, e.g. `UPSTREAM_ERROR`; several are separated by commas',
    }),
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
      pattern: '^[0-9a-f]{12}(,[0-9a-f]{12}){0,19}$',
      errorMessage: 'must be 12 hex digits, 0 to 9 and a to f in lower case',
      description: 'The id of a token or admin key: 12 hex digits of its hash; several are separated by commas',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words that are all in the reason, the action, the key, the code, an id, or the name of the tenant or the token. Without `since` the last seven days are searched',
    }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5](\\d\\d|xx)(,[1-5](\\d\\d|xx)){0,19}$',
      errorMessage: 'must be a status like 404 or a class of them like 4xx, several separated by commas',
      description: 'The HTTP status, e.g. `404` or `4xx`; several are separated by commas',
    }),
  ),
  provider: text('The provider of a call; several are separated by commas'),
  reason: text('A text that the reason contains'),
  label: text('A text in the label of the token, or in the name of the admin key'),
  over: Type.Optional(
    Type.String({
      pattern: '^\\d{1,7}(\\.\\d{1,3})?(ms|s)?$',
      errorMessage: 'must be a time like 200ms or 1.5s',
      description: 'Only what took longer than this, e.g. `200ms` or `2s`',
    }),
  ),
  since: Type.Optional(Type.String({ description: `Entries from this time on: ${moment}` })),
  until: Type.Optional(Type.String({ description: `Entries before this time: ${moment}` })),
}

const parameters = Type.Object(filterParameters)

type Parameters = Type.Static<typeof parameters>

/** The parameters that name one value or several. */
const severalNames = ['tenant', 'action', 'code', 'token_id'] as const

const readList = (text: string): readonly string[] => text.split(',').filter((value) => value !== '')

const readStatus = (text: string): readonly [number, number] => {
  const least = Number(text.replace('xx', '00'))
  return [least, text.endsWith('xx') ? least + 99 : least]
}

const readMilliseconds = (text: string): number => Number.parseFloat(text) * (/[^m]s$/.test(text) ? 1000 : 1)

/** The conditions that no index answers, but for those on names. */
const readSearch = ({ provider, status, reason, over, ...rest }: Parameters): EntrySearch => {
  const lists = severalNames.flatMap((name) => {
    const values = readList(rest[name] ?? '')
    return values.length > 1 ? [[name, values] as const] : []
  })
  return {
    ...(lists.length > 0 && { anyOf: Object.fromEntries(lists) }),
    ...(provider !== undefined && { providers: readList(provider) }),
    ...(status !== undefined && { statuses: readList(status).map(readStatus) }),
    ...(reason !== undefined && { reasons: [reason] }),
    ...(over !== undefined && { overMs: readMilliseconds(over) }),
  }
}

const readExact = (given: Parameters): Omit<AuditFilter, 'limit'> => {
  const {
    q: _q,
    label: _l,
    provider: _p,
    status: _s,
    reason: _r,
    over: _o,
    since: _since,
    until: _until,
    ...exact
  } = given
  const single = Object.entries(exact).filter(
    ([name, value]) =>
      value !== undefined && !(severalNames.some((each) => each === name) && readList(value).length > 1),
  )
  return Object.fromEntries(single)
}

/** The filter that the parameters stand for. Throws VALIDATION_ERROR for a time that can't be read. */
export const parseAuditFilter = async (
  given: Parameters,
  { store, now }: Pick<HandlerParts, 'store' | 'now'>,
): Promise<Omit<AuditFilter, 'limit'>> => {
  const { since, until, q, label } = given
  const search = {
    ...readSearch(given),
    ...(q !== undefined && { words: await findWords(store, q) }),
  }
  const labelled = label === undefined ? undefined : await findLabelled(store, label)
  const all = labelled === undefined ? search : { ...search, labelled }
  return {
    ...readExact(given),
    ...(Object.keys(all).length > 0 && { search: all }),
    ...(since !== undefined && { since: parseMoment('since', since, now()) }),
    ...(until !== undefined && { until: parseMoment('until', until, now()) }),
  }
}
