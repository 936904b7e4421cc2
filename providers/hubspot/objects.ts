import {
  choice,
  cursor,
  holds,
  integer,
  invalid,
  list,
  madeSince,
  object,
  optional,
  path,
  pattern,
  read,
  record,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { createdFilters } from './created.ts'

/** A type's name (`contacts`), id (`0-1`, `2-3456`) or qualified name (`p123_pets`). */
const typeName = (description: string) => pattern('^[A-Za-z0-9_-]+$', 100, description)

const object_type = typeName('Object type: contacts, companies, deals, tickets, ... or the id of one (0-1, 2-3456)')
const object_id = text(255, 'Record id; with id_property, the value of that property')
const id_property = text(
  100,
  'A property with unique values that object_id refers to, e.g. email, instead of the record id',
)

/**
 * HubSpot calls two things `properties`: the names to answer with when a record is read, the values to set when it is
 * written. One name has one type in a tool, so this schema takes both and each action takes its half.
 */
const properties = Type.Union([
  list(Type.String({ minLength: 1, maxLength: 100 }), {
    max: 500,
    description: 'Reading: names of the properties to return, e.g. ["email"]',
  }),
  record(Type.Union([Type.String({ maxLength: 65_536 }), Type.Null()]), {
    max: 500,
    description: 'Writing: values to set by property name, e.g. {"email": "ada@example.com"}; null or "" clears one',
  }),
])
type Properties = Type.Static<typeof properties>

const requireNames = (given: Properties | undefined): string[] | undefined => {
  if (given === undefined || Array.isArray(given)) return given
  throw invalid('/properties', 'a read takes a list of property names, e.g. ["email"]')
}

/** HubSpot clears a property by an empty text: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
const requireValues = (given: Properties): Record<string, string | null> => {
  if (!Array.isArray(given))
    return Object.values(given).includes(null)
      ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
      : given
  throw invalid('/properties', 'a write takes property values by name, e.g. {"email": "ada@example.com"}')
}

const operators = [
  'EQ',
  'NEQ',
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BETWEEN',
  'IN',
  'NOT_IN',
  'HAS_PROPERTY',
  'NOT_HAS_PROPERTY',
  'CONTAINS_TOKEN',
  'NOT_CONTAINS_TOKEN',
]
const value = (description: string) => Type.String({ maxLength: 3000, description })

const filter = object({
  propertyName: text(100, 'The property to look at, e.g. email'),
  operator: choice(
    operators,
    'BETWEEN takes value and highValue, IN and NOT_IN take values, HAS_PROPERTY takes nothing',
  ),
  ...optional({
    value: value('What to compare with; dates in Unix milliseconds'),
    highValue: value('The upper end of BETWEEN'),
    values: list(Type.String({ maxLength: 3000 }), { min: 1, max: 1000, description: 'The values of IN, NOT_IN' }),
  }),
})

/** HubSpot describes these as strings but takes objects: https://github.com/HubSpot/hubspot-api-nodejs/issues/559 */
const sort = object({
  propertyName: text(100, 'The property to sort by'),
  direction: optional(choice(['ASCENDING', 'DESCENDING'], 'Default: ASCENDING')),
})

const associationType = object({
  associationCategory: choice(
    ['HUBSPOT_DEFINED', 'USER_DEFINED', 'INTEGRATOR_DEFINED', 'WORK'],
    'Who defined the type',
  ),
  associationTypeId: integer('Id of the type, e.g. 279: contact to company'),
})
const types = (description?: string) =>
  list(associationType, { min: 1, max: 10, ...(description !== undefined && { description }) })

/** What HubSpot's answers always hold; the rest passes as it is. */
const aRecord = Type.Object({ id: Type.String(), properties: Type.Object({}) })

const pages = (max: number) =>
  cursor({ items: '/results', next: '/paging/next/after', into: 'after', size: { into: 'limit', max } })

/** https://developers.hubspot.com/docs/api-reference/search/guide */
export const search = read('POST /crm/v3/objects/{object_type}/search', {
  description: 'Search CRM records by property filters',
  synonyms: ['look up', 'find contacts', 'companies', 'deals', 'tickets', 'leads', 'CRM'],
  ttl: '30s',
  params: {
    object_type,
    filters: list(filter, { max: 6, description: 'Conditions that must all hold; [] for none' }),
    ...optional({
      query: text(3000, "Text to look for in the type's searchable properties"),
      properties,
      sorts: list(sort, { max: 1, description: 'How to order the records; HubSpot takes one' }),
    }),
  },
  rename: { filters: 'filterGroups' },
  request: ({ filters, properties }) => ({
    body: { filterGroups: filters.length > 0 ? [{ filters }] : [], properties: requireNames(properties) },
  }),
  result: Type.Object({ total: Type.Integer(), results: Type.Array(aRecord) }),
  pages: pages(200),
})

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis, as of the actions below */
export { listObjects as list }

const listObjects = read('GET /crm/v3/objects/{object_type}', {
  description: 'List CRM records of one type',
  synonyms: ['all contacts', 'companies', 'deals', 'tickets', 'CRM'],
  ttl: '30s',
  params: { object_type, properties: optional(properties) },
  request: ({ properties }) => ({ query: { properties: requireNames(properties) } }),
  result: Type.Object({ results: Type.Array(aRecord) }),
  pages: pages(100),
})

export const get = read('GET /crm/v3/objects/{object_type}/{object_id}', {
  description: 'Get one CRM record by its id or a unique property',
  synonyms: ['look up', 'contact', 'company', 'deal', 'ticket', 'CRM'],
  ttl: '30s',
  params: { object_type, object_id, ...optional({ id_property, properties }) },
  rename: { id_property: 'idProperty' },
  request: ({ properties }) => ({ query: { properties: requireNames(properties) } }),
  result: aRecord,
})

export const create = write('POST /crm/v3/objects/{object_type}', {
  description: 'Create a CRM record, optionally associated with others',
  synonyms: ['add', 'new contact', 'new company', 'new deal', 'new ticket', 'lead', 'CRM'],
  // Invoices and payments are records here, and no money moves when they are written.
  is: [],
  additive: true,
  params: {
    object_type,
    properties,
    associations: optional(
      list(object({ to: object({ id: text(255, 'Id of the record to associate with') }), types: types() }), {
        max: 100,
        description: 'Records that the new one belongs to',
      }),
    ),
  },
  request: ({ properties }) => ({ body: { properties: requireValues(properties) } }),
  result: aRecord,
  /** The search lags: https://developers.hubspot.com/docs/api-reference/search/guide */
  confirm: {
    read: search,
    when: ({ properties }) => createdFilters(properties).length > 0,
    params: {
      object_type: ({ object_type }) => object_type,
      filters: ({ properties }) => createdFilters(properties),
      properties: ({ properties }) => Object.keys(properties),
      limit: 200,
    },
    shows: madeSince({
      items: '/results',
      made: '/createdAt',
      most: 200,
      mayMiss: true,
      like: ({ properties }) => ({ properties }),
    }),
  },
  leadsTo: { action: 'get', parameters: { object_id: '/id' } },
})

export const update = write('PATCH /crm/v3/objects/{object_type}/{object_id}', {
  description: 'Update properties of a CRM record; omitted fields stay unchanged',
  synonyms: ['change', 'contact', 'company', 'deal', 'ticket', 'owner', 'stage', 'CRM'],
  is: [],
  idempotent: true,
  params: { object_type, object_id, id_property: optional(id_property), properties },
  in: { id_property: 'query' },
  rename: { id_property: 'idProperty' },
  request: ({ properties }) => ({ body: { properties: requireValues(properties) } }),
  result: aRecord,
  confirm: {
    read: get,
    params: {
      object_type: ({ object_type }) => object_type,
      object_id: ({ object_id }) => object_id,
      id_property: ({ id_property }) => id_property,
      properties: ({ properties }) => Object.keys(properties),
    },
    shows: holds(({ properties }) => ({ properties }), '/updatedAt'),
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const associate = write(
  'PUT /crm/v4/objects/{object_type}/{object_id}/associations/default/{to_object_type}/{to_object_id}',
  {
    description: 'Associate two CRM records, by the default type or by given ones',
    synonyms: ['link', 'connect', 'relate', 'attach', 'contact', 'company', 'deal'],
    is: [],
    idempotent: true,
    additive: true,
    params: {
      object_type,
      object_id,
      to_object_type: typeName('Object type of the record to associate with'),
      to_object_id: text(255, 'Id of the record to associate with'),
      association_types: optional(types('Association types, e.g. a label; default: the unlabelled type')),
    },
    request: ({
      object_type: from,
      object_id: id,
      to_object_type: to,
      to_object_id: other,
      association_types: body,
    }) => (body ? { path: path`/crm/v4/objects/${from}/${id}/associations/${to}/${other}`, body } : { body }),
    /** The default association answers like a batch, a labelled one with its labels. */
    result: Type.Union([
      Type.Object({ status: Type.String(), results: Type.Array(Type.Unknown()) }),
      Type.Object({ labels: Type.Array(Type.String()) }),
    ]),
  },
)
