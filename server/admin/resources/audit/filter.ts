import { type AuditFilter, auditOutcomes, auditSources, type EntrySearch, severalOf } from '@patchbay/core/store'
import Type from 'typebox'
import type { HandlerParts } from '../../route/admin-route.ts'
import { momentSchema, parseMoment } from '../../route/values/moment.ts'
import { findLabelled, findWords } from './find-words.ts'

/** The words about several values in the description of a parameter. */
const several = 'several are separated by commas, and a `!` before one leaves it out'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const entryIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One of these values, or several. */
const enumList = (values: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^!?(${values.join('|')})(,!?(${values.join('|')})){0,19}$`,
      errorMessage: `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}, several separated by commas`,
      description: `${description}: ${values.map((value) => `\`${value}\``).join(', ')}`,
    }),
  )

/** The longest key is that of a client whose id is the URL of its metadata document. */
const key = Type.String({
  minLength: 1,
  maxLength: 'clients/'.length + 2048,
  description: `What the entry is about, e.g. \`hubspot/sales-eu\`; ${several}`,
})

/** The query parameters that select entries. */
export const filterParameters = {
  id: Type.Optional(
    Type.String({
      pattern: entryIdPattern.source,
      errorMessage: 'must be the id of an entry, a UUID in lower case',
      description: "One entry's id",
    }),
  ),
  tenant: text(`The tenant's id; ${several}`),
  action: text(`A provider's action, or that of an admin change, e.g. \`put_tenant\`; ${several}`),
  source: enumList(auditSources, `How it came in; ${several}`),
  key: Type.Optional(key),
  code: Type.Optional(
    Type.String({
      pattern: '^!?[A-Za-z_]{1,64}(,!?[A-Za-z_]{1,64}){0,19}$',
      description: `An error code, e.g. \`UPSTREAM_ERROR\`; ${several}`,
    }),
  ),
  outcome: enumList(auditOutcomes, `How it ended; ${several}`),
  request_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      errorMessage: 'must be 1 to 128 letters, digits, dots, - and _',
      description: 'The `x-request-id` of the answer',
    }),
  ),
  token_id: Type.Optional(
    Type.String({
      pattern: '^!?[0-9a-f]{12}(,!?[0-9a-f]{12}){0,19}$',
      errorMessage: 'must be 12 hex digits, 0 to 9 and a to f in lower case',
      description: `The id of a token or admin key: 12 hex digits of its hash; ${several}`,
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
      pattern: '^!?[1-5](\\d\\d|xx)(,!?[1-5](\\d\\d|xx)){0,19}$',
      errorMessage: 'must be a status like 404 or a class of them like 4xx, several separated by commas',
      description: `The HTTP status, e.g. \`404\` or \`4xx\`; ${several}`,
    }),
  ),
  provider: text(`The provider of a call; ${several}`),
  reason: text('A text that the reason contains'),
  label: text('A text in the label of the token, or in the name of the admin key'),
  over: Type.Optional(
    Type.String({
      pattern: '^\\d{1,7}(\\.\\d{1,3})?(ms|s)?$',
      errorMessage: 'must be a time like 200ms or 1.5s',
      description: 'Only what took longer than this, e.g. `200ms` or `2s`',
    }),
  ),
  since: momentSchema('Entries from this time on'),
  until: momentSchema('Entries before this time'),
}

/** The query parameters that select kinds of entries. */
export const selectionParameters = {
  calls: Type.Boolean({ default: false, description: 'Only the calls of tenants, over REST and MCP' }),
  reads: Type.Boolean({ default: true, description: 'Whether to include what administrators only read' }),
}

const parameters = Type.Object(filterParameters)

type Parameters = Type.Static<typeof parameters>

const readList = (text: string): readonly string[] => text.split(',').filter((value) => value !== '')

/** The key of a client may be a URL, with commas in it. */
const readValues = (name: (typeof severalOf)[number], text: string): readonly string[] =>
  name === 'key' && text.startsWith('clients/') ? [text] : readList(text)

const readStatus = (text: string): readonly [number, number] => {
  const least = Number(text.replace('xx', '00'))
  return [least, text.endsWith('xx') ? least + 99 : least]
}

const readMilliseconds = (text: string): number => Number.parseFloat(text) * (/[^m]s$/.test(text) ? 1000 : 1)

/** The values that are wanted; `undefined`: any but the others, before which a `!` stands. */
const splitWanted = (values: readonly string[]) => {
  const unwanted = values.flatMap((value) => (value.startsWith('!') ? [value.slice(1)] : []))
  const wanted = values.filter((value) => !value.startsWith('!'))
  return { wanted: wanted.length === 0 && unwanted.length > 0 ? undefined : wanted, unwanted }
}

/** The members that may have one of several values; for a single value, an index may serve. */
const readMembers = (parameters: Parameters) => {
  const values = severalOf.flatMap((name) => {
    const text = parameters[name]
    return text === undefined ? [] : [{ name, ...splitWanted(readValues(name, text)) }]
  })
  const wanted = values.flatMap(({ name, wanted: list }) => (list ? [[name, list] as const] : []))
  return {
    single: Object.fromEntries(wanted.flatMap(([name, list]) => (list.length === 1 ? [[name, list[0]]] : []))),
    anyOf: Object.fromEntries(wanted.filter(([, list]) => list.length !== 1)),
    none: values.flatMap(({ name, unwanted }): readonly EntrySearch[] =>
      unwanted.length > 0 ? [{ anyOf: { [name]: unwanted } }] : [],
    ),
  }
}

/** The conditions that no index answers, but for those on names. */
const readSearch = (
  { provider, status, reason, over }: Parameters,
  { anyOf, none: members }: Pick<ReturnType<typeof readMembers>, 'anyOf' | 'none'>,
): EntrySearch => {
  const [providers, statuses] = [provider, status].map((text) =>
    text === undefined ? undefined : splitWanted(readList(text)),
  )
  const none: readonly EntrySearch[] = [
    ...members,
    ...(providers && providers.unwanted.length > 0 ? [{ providers: providers.unwanted }] : []),
    ...(statuses && statuses.unwanted.length > 0 ? [{ statuses: statuses.unwanted.map(readStatus) }] : []),
  ]
  return {
    ...(Object.keys(anyOf).length > 0 && { anyOf }),
    ...(providers?.wanted && { providers: providers.wanted }),
    ...(statuses?.wanted && { statuses: statuses.wanted.map(readStatus) }),
    ...(reason !== undefined && { reasons: [reason] }),
    ...(over !== undefined && { overMs: readMilliseconds(over) }),
    ...(none.length > 0 && { none }),
  }
}

/** The filter that the parameters stand for. Throws VALIDATION_ERROR for a time that can't be read. */
export const parseAuditFilter = async (
  parameters: Parameters,
  { store, now }: Pick<HandlerParts, 'store' | 'now'>,
): Promise<Omit<AuditFilter, 'limit'>> => {
  const { id, request_id, since, until, q, label } = parameters
  const { single, ...several } = readMembers(parameters)
  const search = {
    ...readSearch(parameters, several),
    ...(q !== undefined && { words: await findWords(store, q) }),
  }
  const labelled = label === undefined ? undefined : await findLabelled(store, label)
  const all = labelled === undefined ? search : { ...search, labelled }
  return {
    ...single,
    ...(id !== undefined && { id }),
    ...(request_id !== undefined && { request_id }),
    ...(Object.keys(all).length > 0 && { search: all }),
    ...(since !== undefined && { since: parseMoment('since', since, now()) }),
    ...(until !== undefined && { until: parseMoment('until', until, now()) }),
  }
}
