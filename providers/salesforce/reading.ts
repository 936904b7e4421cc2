import { integer, optional, read, Type, text } from '@patchbay/core/provider'
import { anyId, field_names, name, object_type, record_id, rows } from './parameters.ts'

const found = Type.Object({ totalSize: Type.Integer(), records: Type.Array(Type.Unknown()) })
const time = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-26T00:00:00Z'] })

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_queryall.htm */
export const query_all = read('GET /services/data/v62.0/queryAll', {
  description: 'Run a query in SOQL over deleted and archived records, too',
  synonyms: ['recycle bin', 'including deleted', 'archived', 'isDeleted'],
  params: { soql: text(20_000, "e.g. SELECT Id, Name FROM Account WHERE Industry = 'Energy' ORDER BY Name") },
  rename: { soql: 'q' },
  result: found,
  pages: rows,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query_explain.htm */
export const explain_query = read('GET /services/data/v62.0/query', {
  description: 'Get how Salesforce would run a query in SOQL, and what it costs',
  synonyms: ['query plan', 'slow query', 'performance', 'index'],
  params: { soql: text(20_000, "e.g. SELECT Id FROM Account WHERE Name = 'Acme'") },
  rename: { soql: 'explain' },
  result: Type.Object({ plans: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_search.htm */
export const search_text = read('GET /services/data/v62.0/search', {
  description: 'Search the text of records of many kinds by a search in SOSL',
  synonyms: ['find everywhere', 'full text', 'global search', 'phone number', 'email address'],
  params: { sosl: text(20_000, 'e.g. FIND {Acme} IN ALL FIELDS RETURNING Account(Id, Name), Contact(Id, Name)') },
  rename: { sosl: 'q' },
  result: Type.Object({ searchRecords: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm and https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_upsert_get.htm */
export const get_record_by_external_id = read(
  'GET /services/data/v62.0/sobjects/{object_type}/{external_field}/{external_id}',
  {
    description: 'Get a record by its external id',
    synonyms: ['look up', 'other system', 'key'],
    ttl: '30s',
    params: {
      object_type,
      external_field: name('Name of the field that holds the external id, e.g. Customer_Number__c'),
      external_id: text(255, 'The external id'),
      field_names: optional(field_names),
    },
    rename: { field_names: 'fields' },
    styles: { field_names: 'comma' },
  },
)

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_relationships_get.htm */
export const list_related_records = read('GET /services/data/v62.0/sobjects/{object_type}/{record_id}/{relationship}', {
  description: 'List the records that belong to a record by a relationship, e.g. Contacts of an Account',
  synonyms: ['children', 'related list', 'account', 'opportunities of', 'contacts of'],
  params: {
    object_type,
    record_id,
    relationship: name('Name of the relationship, e.g. Contacts: describe_object lists them'),
    field_names: optional(field_names),
  },
  rename: { field_names: 'fields' },
  styles: { field_names: 'comma' },
  pages: rows,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_getdeleted.htm: of the last 15 days */
export const list_deleted_records = read('GET /services/data/v62.0/sobjects/{object_type}/deleted', {
  description: 'List the ids of records that were deleted within a time',
  synonyms: ['removed', 'recycle bin', 'sync'],
  params: { object_type, start_time: time('From when'), end_time: time('Until when') },
  rename: { start_time: 'start', end_time: 'end' },
  result: Type.Object({ deletedRecords: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_getupdated.htm: of the last 30 days */
export const list_updated_records = read('GET /services/data/v62.0/sobjects/{object_type}/updated', {
  description: 'List the ids of records that were made or changed within a time',
  synonyms: ['changed', 'modified', 'new', 'sync', 'since'],
  params: { object_type, start_time: time('From when'), end_time: time('Until when') },
  rename: { start_time: 'start', end_time: 'end' },
  result: Type.Object({ ids: Type.Array(Type.String()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_recent_items.htm */
export const list_recent_records = read('GET /services/data/v62.0/recent', {
  description: 'List the records that the user viewed or used last',
  synonyms: ['recently viewed', 'my records', 'history'],
  params: optional({ most: integer('How many', { max: 200 }) }),
  rename: { most: 'limit' },
  result: Type.Array(Type.Unknown()),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_record_count.htm: about as many */
export const count_records = read('GET /services/data/v62.0/limits/recordCount', {
  description: 'Get about how many records there are of some kinds',
  synonyms: ['how many', 'number of', 'storage'],
  ttl: '1m',
  params: {
    object_types: Type.Array(object_type, { minItems: 1, maxItems: 100, description: 'Names of the objects' }),
  },
  rename: { object_types: 'sObjects' },
  styles: { object_types: 'comma' },
  result: Type.Object({ sObjects: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviews.htm */
export const list_list_views = read('GET /services/data/v62.0/sobjects/{object_type}/listviews', {
  description: 'List the list views of a kind of object',
  synonyms: ['views', 'saved filters'],
  ttl: '1m',
  params: { object_type },
  result: Type.Object({ listviews: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviewresults.htm */
export const list_view_records = read('GET /services/data/v62.0/sobjects/{object_type}/listviews/{view_id}/results', {
  description: 'List the records of a list view',
  synonyms: ['view', 'saved filter', 'results'],
  params: {
    object_type,
    view_id: anyId('Id of the list view'),
    ...optional({
      most: integer('How many', { max: 2000 }),
      skip: integer('How many to leave out at the beginning', { min: 0, max: 2000 }),
    }),
  },
  rename: { most: 'limit', skip: 'offset' },
  result: Type.Object({ records: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_list_reports.htm */
export const list_reports = read('GET /services/data/v62.0/analytics/reports', {
  description: 'List the reports that the user viewed last',
  synonyms: ['analytics', 'all reports'],
  ttl: '1m',
  params: {},
  result: Type.Array(Type.Unknown()),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_get_reportdata.htm: 2,000 rows at most */
export const run_report = read('GET /services/data/v62.0/analytics/reports/{report_id}', {
  description: 'Run a report, and get its totals and up to 2,000 rows',
  synonyms: ['analytics', 'execute', 'results', 'open', 'sum', 'pipeline by stage', 'revenue'],
  params: {
    report_id: anyId('Id of the report'),
    with_rows: optional(Type.Boolean({ description: 'Whether to answer with the rows, not with totals alone' })),
  },
  rename: { with_rows: 'includeDetails' },
  result: Type.Object({ factMap: Type.Object({}) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_get_reportmetadata.htm */
export const describe_report = read('GET /services/data/v62.0/analytics/reports/{report_id}/describe', {
  description: 'Get the columns, groupings and filters of a report',
  synonyms: ['metadata', 'definition'],
  ttl: '1m',
  params: { report_id: anyId('Id of the report') },
  result: Type.Object({ reportMetadata: Type.Object({}) }),
})
