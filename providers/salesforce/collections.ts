import {
  choice,
  flag,
  htmlLoads,
  invalid,
  list,
  object,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { anyId, field_names, name, object_type } from './parameters.ts'
import { changesMore } from './plain-work.ts'

/** Salesforce takes so many at once: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm */
const mostRecords = 200
const record_ids = list(anyId('Id of a record'), { min: 1, max: mostRecords, description: 'Ids of the records' })
const all_or_none = flag('true: if one fails, none is done; default: the others are')
const values = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 500,
  description: 'Values by the name of the field: describe_object lists them',
})
const new_records = list(object({ type: name('Name of the object, e.g. Contact'), fields: values }), {
  min: 1,
  max: mostRecords,
  description: 'The records',
})
const changed_records = list(
  object({ type: name('Name of the object, e.g. Contact'), id: anyId('Id of the record'), fields: values }),
  {
    min: 1,
    max: mostRecords,
    description: 'The records with their new values',
  },
)
const upserted = list(object({ fields: values }), {
  min: 1,
  max: mostRecords,
  description: 'The records, each with the external id among its fields',
})
/** Names of fields in any case: Salesforce doesn't tell `Id` from `id`, and rules judge what stands beside the fields. */
const asRecord = (fields: object, declared: { readonly attributes: object; readonly id?: string }) => {
  const names = new Set(Object.keys(declared))
  const twice = Object.keys(fields).find((one) => names.has(one.toLowerCase()))
  if (twice !== undefined) throw invalid(`/fields/${twice}`, 'stands beside the fields: leave it out here')
  return { ...declared, ...fields }
}
const outcomes = Type.Array(Type.Object({ success: Type.Boolean() }))
const without = { all_or_none: undefined }
const whole = (given: boolean | undefined) => (given === undefined ? {} : { allOrNone: given })

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_retrieve.htm: by POST, as a URL has no room for many */
export const get_records = read('POST /services/data/v62.0/composite/sobjects/{object_type}', {
  description: 'Get up to 200 records of one kind by their ids',
  synonyms: ['many', 'several', 'bulk read'],
  ttl: '30s',
  params: { object_type, record_ids, field_names },
  rename: { record_ids: 'ids', field_names: 'fields' },
  result: Type.Array(Type.Unknown()),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_create.htm */
export const create_records = write('POST /services/data/v62.0/composite/sobjects', {
  description: 'Create up to 200 records, also of several kinds',
  synonyms: ['bulk', 'import', 'at once', 'contacts', 'leads', 'accounts'],
  is: ['sends', 'pays', 'shares', 'publishes', 'grants'],
  roles: { derives: ['recipient'] },
  additive: true,
  params: { new_records, all_or_none: optional(all_or_none) },
  request: ({ new_records, all_or_none }) => ({
    body: {
      ...without,
      new_records: undefined,
      ...whole(all_or_none),
      records: new_records.map(({ type, fields }) => asRecord(fields, { attributes: { type } })),
    },
  }),
  result: outcomes,
})

interface Changes {
  readonly changed_records: readonly { readonly type: string; readonly fields: Readonly<Record<string, unknown>> }[]
}
const hasOtherChange = ({ changed_records }: Changes): boolean =>
  changed_records.some(({ type, fields }) => changesMore(type, fields))

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_update.htm */
export const update_records = write('PATCH /services/data/v62.0/composite/sobjects', {
  description: 'Change fields of up to 200 records, also of several kinds',
  synonyms: ['bulk', 'mass update', 'several', 'one call', 'edit many'],
  is: ['pays', 'shares', 'grants', 'runs'],
  onlyIf: {
    pays: hasOtherChange,
    shares: hasOtherChange,
    grants: hasOtherChange,
    runs: ({ changed_records }) => htmlLoads(changed_records),
  },
  idempotent: true,
  params: { changed_records, all_or_none: optional(all_or_none) },
  request: ({ changed_records, all_or_none }) => ({
    body: {
      ...without,
      changed_records: undefined,
      ...whole(all_or_none),
      records: changed_records.map(({ type, id, fields }) => asRecord(fields, { attributes: { type }, id })),
    },
  }),
  result: outcomes,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_upsert.htm */
export const upsert_records = write('PATCH /services/data/v62.0/composite/sobjects/{object_type}/{external_field}', {
  description: 'Create or change up to 200 records by an external id',
  synonyms: ['bulk', 'sync', 'merge', 'import', 'many', 'external number', 'ERP'],
  is: ['sends', 'pays', 'shares', 'publishes', 'grants'],
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: {
    object_type,
    external_field: name('Name of the field that holds the external id, e.g. Customer_Number__c'),
    upserted,
    all_or_none: optional(all_or_none),
  },
  request: ({ object_type: type, upserted, all_or_none }) => ({
    body: {
      ...without,
      upserted: undefined,
      ...whole(all_or_none),
      records: upserted.map(({ fields }) => asRecord(fields, { attributes: { type } })),
    },
  }),
  result: outcomes,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_delete.htm */
export const delete_records = write('DELETE /services/data/v62.0/composite/sobjects', {
  description: 'Move up to 200 records into the recycle bin',
  synonyms: ['remove', 'bulk', 'mass delete', 'batch', 'many'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { record_ids, all_or_none: optional(all_or_none) },
  rename: { record_ids: 'ids', all_or_none: 'allOrNone' },
  styles: { record_ids: 'comma' },
  result: outcomes,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm: a request may use what an earlier one answered, as @{reference.id} */
export const composite = write('POST /services/data/v62.0/composite', {
  description: 'Send up to 25 requests in one, of which later ones use what earlier ones answered',
  synonyms: ['several requests', 'chain', 'dependent', 'transaction', 'batch'],
  is: ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants', 'runs'],
  roles: { derives: ['recipient', 'destination'] },
  params: {
    requests: list(
      object({
        method: choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'Method of the request'),
        url: text(8000, 'Path with its query, e.g. /services/data/v62.0/sobjects/Account'),
        referenceId: name('Name by which later requests use its answer, e.g. newAccount: @{newAccount.id}'),
        body: optional(Type.Unknown({ description: 'Body of the request' })),
      }),
      { min: 1, max: 25, description: 'The requests, in their order' },
    ),
    all_or_none: optional(all_or_none),
  },
  rename: { requests: 'compositeRequest', all_or_none: 'allOrNone' },
  result: Type.Object({ compositeResponse: Type.Array(Type.Unknown()) }),
})
