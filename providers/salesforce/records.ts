import { at, holds, htmlLoads, madeSince, optional, read, Type, text, write } from '@patchbay/core/provider'
import { canLookFor, createdQuery, externalQuery } from './created.ts'
import { field_names, fields, name, object_type, record_id, rows } from './parameters.ts'
import { changesMore, createsMore } from './plain-work.ts'

/** A record has its fields beside these. */
const record = Type.Object({ Id: Type.String(), attributes: Type.Object({ type: Type.String(), url: Type.String() }) })

/** The fields are the body itself. */
const asBody = ({ fields }: { readonly fields: object }) => ({ body: { fields: undefined, ...fields } })

interface Written {
  readonly object_type: string
  readonly fields: Readonly<Record<string, unknown>>
}
const isOtherRecord = ({ object_type, fields }: Written): boolean => createsMore(object_type, fields)
const isOtherChange = ({ object_type, fields }: Written): boolean => changesMore(object_type, fields)

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm */
export const query = read('GET /services/data/v62.0/query', {
  description: 'Run a query in SOQL',
  synonyms: ['list', 'select', 'report', 'find records', 'accounts', 'opportunities', 'sum', 'group by', 'pipeline'],
  params: { soql: text(20_000, "e.g. SELECT Id, Name FROM Account WHERE Industry = 'Energy' ORDER BY Name") },
  rename: { soql: 'q' },
  result: Type.Object({ totalSize: Type.Integer(), records: Type.Array(Type.Unknown()) }),
  pages: rows,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_search_parameterized.htm */
export const search = read('GET /services/data/v62.0/parameterizedSearch', {
  description: 'Search the text of records of one kind',
  synonyms: ['find', 'look up', 'who is'],
  params: {
    words: text(1000, 'Search text, at least two characters'),
    object_type,
    field_names: optional(field_names),
  },
  rename: { words: 'q', object_type: 'sobject', field_names: 'fields' },
  styles: { field_names: 'comma' },
  result: Type.Object({ searchRecords: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_retrieve_get.htm */
export const get_record = read('GET /services/data/v62.0/sobjects/{object_type}/{record_id}', {
  description: 'Get a record',
  answers: record,
  synonyms: ['account', 'contact', 'opportunity', 'lead', 'case', 'details'],
  ttl: '30s',
  params: { object_type, record_id, field_names: optional(field_names) },
  rename: { field_names: 'fields' },
  styles: { field_names: 'comma' },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_create.htm */
export const create_record = write('POST /services/data/v62.0/sobjects/{object_type}', {
  description: 'Create a record',
  synonyms: [
    'new',
    'add',
    'lead',
    'contact',
    'opportunity',
    'task',
    'log a call',
    'calendar event',
    'schedule',
    'case comment',
    'campaign member',
  ],
  is: ['sends', 'pays', 'shares', 'publishes', 'grants', 'runs'],
  onlyIf: {
    runs: ({ fields }) => htmlLoads(fields),
    sends: isOtherRecord,
    pays: isOtherRecord,
    shares: isOtherRecord,
    publishes: isOtherRecord,
    grants: isOtherRecord,
  },
  additive: true,
  params: { object_type, fields },
  request: asBody,
  result: Type.Object({ id: Type.String(), success: Type.Boolean() }),
  confirm: {
    read: query,
    when: ({ fields }) => canLookFor(fields),
    params: { soql: ({ object_type, fields }, since) => createdQuery(object_type, fields, since) },
    // Assignment rules may give a new record to somebody whose records the account doesn't see.
    shows: madeSince({
      items: '/records',
      made: '/CreatedDate',
      most: 100,
      mayMiss: true,
      like: ({ fields }) => fields,
    }),
  },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_update_fields.htm */
export const update_record = write('PATCH /services/data/v62.0/sobjects/{object_type}/{record_id}', {
  description: 'Change fields of a record; omitted fields stay unchanged',
  answers: Type.Null(),
  synonyms: ['edit', 'set', 'stage', 'owner', 'close', 'assign', 'case', 'lead', 'opportunity'],
  is: ['pays', 'shares', 'grants', 'runs'],
  onlyIf: {
    pays: isOtherChange,
    shares: isOtherChange,
    grants: isOtherChange,
    runs: ({ fields }) => htmlLoads(fields),
  },
  idempotent: true,
  params: { object_type, record_id, fields },
  request: asBody,
  confirm: {
    read: get_record,
    params: {
      object_type: ({ object_type }) => object_type,
      record_id: ({ record_id }) => record_id,
      field_names: ({ fields }) => [...Object.keys(fields), 'LastModifiedDate'],
    },
    shows: holds(({ fields }) => fields, '/LastModifiedDate'),
  },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm */
export const upsert_record = write('PATCH /services/data/v62.0/sobjects/{object_type}/{external_field}/{external_id}', {
  description: 'Create a record or change the one with an external id',
  answers: Type.Object({ id: Type.String(), success: Type.Boolean(), created: Type.Boolean() }),
  synonyms: ['sync', 'merge', 'import'],
  is: ['sends', 'pays', 'shares', 'publishes', 'grants'],
  idempotent: true,
  params: {
    object_type,
    external_field: name('Name of the field that holds the external id, e.g. Customer_Number__c'),
    external_id: text(255, 'The external id'),
    fields,
  },
  request: asBody,
  confirm: {
    read: query,
    params: {
      soql: ({ object_type, external_field, external_id, fields }) =>
        externalQuery(object_type, external_field, external_id, fields),
    },
    shows: (data, sought) =>
      holds<typeof sought.params>(({ fields }) => fields, '/LastModifiedDate')(at(data, '/records/0'), sought),
  },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_delete_record.htm */
export const delete_record = write('DELETE /services/data/v62.0/sobjects/{object_type}/{record_id}', {
  description: 'Move a record into the recycle bin',
  answers: Type.Null(),
  synonyms: ['remove', 'account', 'contact', 'lead'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { object_type, record_id },
  confirm: {
    read: get_record,
    params: {
      object_type: ({ object_type }) => object_type,
      record_id: ({ record_id }) => record_id,
      field_names: ['Id'],
    },
    shows: (data) => data === undefined,
  },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_describeGlobal.htm */
export const list_objects = read('GET /services/data/v62.0/sobjects', {
  description: 'List the kinds of objects',
  synonyms: ['tables', 'schema', 'types'],
  ttl: '5m',
  params: {},
  result: Type.Object({ sobjects: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_describe.htm */
export const describe_object = read('GET /services/data/v62.0/sobjects/{object_type}/describe', {
  description: 'Get the fields of a kind of object with their types and values',
  synonyms: ['schema', 'columns', 'picklist'],
  ttl: '5m',
  params: { object_type },
  result: Type.Object({ name: Type.String(), fields: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_limits.htm */
export const get_limits = read('GET /services/data/v62.0/limits', {
  description: "Get the organization's limits and what is left of them",
  synonyms: ['quota', 'usage', 'api calls'],
  params: {},
  result: Type.Object({ DailyApiRequests: Type.Object({}) }),
})

/** https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm */
export const get_me = read('GET /services/oauth2/userinfo', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account', 'organization'],
  params: {},
  result: Type.Object({ user_id: Type.String() }),
})
