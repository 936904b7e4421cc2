import {
  choice,
  holds,
  htmlLoads,
  list,
  madeSince,
  object,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { createdFilters } from './created.ts'
import {
  aRecord,
  associations,
  id_property,
  object_id,
  object_type,
  pages,
  properties,
  requireNames,
  requireValues,
} from './parameters.ts'
import { mayChangePrices, mayLeadElsewhere } from './where-it-leads.ts'

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
  is: ['runs'],
  onlyIf: { runs: ({ properties }) => htmlLoads(properties) },
  additive: true,
  params: {
    object_type,
    properties,
    associations: optional(associations),
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
  synonyms: ['change', 'contact', 'company', 'deal', 'ticket', 'owner', 'stage', 'phone number', 'address', 'CRM'],
  // A contact's address is a property: HubSpot's mails go there. So is a product's price.
  is: ['pays', 'grants', 'runs'],
  onlyIf: {
    runs: ({ properties }) => htmlLoads(properties),
    pays: ({ object_type, properties }) => mayChangePrices(object_type, [properties]),
    grants: ({ object_type, properties }) => mayLeadElsewhere(object_type, [properties]),
  },
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

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis: it can be restored for 90 days */
export const archive = write('DELETE /crm/v3/objects/{object_type}/{object_id}', {
  description: 'Archive a CRM record; people can restore it for 90 days',
  synonyms: ['delete', 'remove', 'contact', 'company', 'deal', 'ticket', 'note', 'task', 'recycling bin'],
  is: ['deletes'],
  idempotent: true,
  params: { object_type, object_id },
  confirm: {
    read: get,
    params: { object_type: ({ object_type }) => object_type, object_id: ({ object_id }) => object_id },
    shows: (data) => data === undefined,
  },
})

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis: the other record becomes part of the one that stays */
export const merge = write('POST /crm/v3/objects/{object_type}/merge', {
  description: 'Merge two records of one type; this cannot be undone',
  synonyms: ['duplicates', 'deduplicate', 'combine', 'contacts', 'companies', 'deals', 'tickets'],
  is: ['deletes'],
  params: {
    object_type,
    primary_id: text(255, 'Id of the record that stays'),
    merged_id: text(255, 'Id of the record that becomes part of it'),
  },
  rename: { primary_id: 'primaryObjectId', merged_id: 'objectIdToMerge' },
  result: aRecord,
})

/** https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide: nothing of it is left, and nobody can restore it */
export const delete_contact_permanently = write('POST /crm/v3/objects/contacts/gdpr-delete', {
  description: 'Delete a contact and all of its data for good, as the GDPR asks',
  synonyms: ['erase', 'privacy', 'forget', 'purge'],
  is: ['deletes'],
  idempotent: true,
  params: { object_id, id_property: optional(id_property) },
  rename: { object_id: 'objectId', id_property: 'idProperty' },
})
