import { choice, flag, list, offset, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, object_id, pages, typeName } from './parameters.ts'

const list_id = text(30, 'Id of the list')
const list_name = text(255, 'Name of the list')
const object_type_id = typeName('Id of the type of records: 0-1 contacts, 0-2 companies, 0-3 deals, 0-5 tickets')
const record_ids = list(text(30, 'Record id'), { min: 1, max: 100_000, description: 'Ids of the records' })
const processing_type = choice(
  ['MANUAL', 'SNAPSHOT', 'DYNAMIC'],
  'MANUAL: records are added by hand; DYNAMIC: by filters, always; SNAPSHOT: by filters, once',
)
const aListAnswer = Type.Object({ list: Type.Object({ listId: Type.String(), name: Type.String() }) })
const changed = Type.Object({ recordIdsMissing: Type.Array(Type.Unknown()) })

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const search_lists = read('POST /crm/v3/lists/search', {
  description: 'List the lists (segments), or find them by name',
  synonyms: ['segments', 'audiences', 'static lists', 'dynamic lists', 'all lists'],
  params: optional({
    query: text(3000, 'Words of the name'),
    object_type_id,
    processing_types: list(processing_type, { max: 3, description: 'Only lists of these kinds' }),
  }),
  rename: { object_type_id: 'objectTypeId', processing_types: 'processingTypes' },
  // HubSpot wants both members in every search.
  request: (params) => ({ body: { additionalProperties: [], offset: (params as { offset?: number }).offset ?? 0 } }),
  result: Type.Object({ lists: Type.Array(Type.Unknown()) }),
  pages: offset({ items: '/lists', total: '/total', into: 'offset', size: { into: 'count', max: 500 } }),
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const get_list = read('GET /crm/v3/lists/{list_id}', {
  description: 'Get a list (segment), optionally with its filters',
  synonyms: ['segment', 'size'],
  params: { list_id, with_filters: optional(flag('Whether to answer with the filters')) },
  rename: { with_filters: 'includeFilters' },
  result: aListAnswer,
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide#retrieve-records-in-a-list */
export const list_members = read('GET /crm/v3/lists/{list_id}/memberships', {
  description: 'List the ids of the records in a list (segment)',
  synonyms: ['who is in', 'people in a list', 'contacts of a list', 'memberships'],
  params: { list_id },
  result: aList,
  pages: pages(250),
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const list_lists_of_record = read('GET /crm/v3/lists/records/{object_type_id}/{object_id}/memberships', {
  description: 'List the lists (segments) that a record is in',
  synonyms: ['memberships of a contact'],
  params: { object_type_id, object_id },
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide#create-a-list */
export const create_list = write('POST /crm/v3/lists', {
  description: 'Create a list (segment) of records',
  synonyms: ['segment', 'audience', 'static list', 'active list'],
  is: [],
  additive: true,
  params: {
    list_name,
    object_type_id,
    processing_type,
    filters_of_list: optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 20,
        description: 'The filter branch of a DYNAMIC or SNAPSHOT list, as get_list answers it',
      }),
    ),
  },
  rename: {
    list_name: 'name',
    object_type_id: 'objectTypeId',
    processing_type: 'processingType',
    filters_of_list: 'filterBranch',
  },
  result: aListAnswer,
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const rename_list = write('PUT /crm/v3/lists/{list_id}/update-list-name', {
  description: 'Rename a list (segment)',
  synonyms: ['segment', 'title'],
  is: [],
  idempotent: true,
  params: { list_id, list_name },
  in: { list_name: 'query' },
  rename: { list_name: 'listName' },
  confirm: {
    read: get_list,
    params: { list_id: ({ list_id }) => list_id },
    shows: (data, { params }) => (Object(Object(data).list).name === params.list_name ? true : undefined),
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide#add-records-to-an-existing-list: not to a DYNAMIC one */
export const add_to_list = write('PUT /crm/v3/lists/{list_id}/memberships/add', {
  description: 'Add records to a list (segment) that is filled by hand',
  synonyms: ['contacts', 'members', 'enroll', 'subscribe'],
  // Workflows that begin with a list send mails to who is added to it.
  is: ['sends'],
  roles: { destination: ['/list_id'], derives: ['recipient'] },
  idempotent: true,
  additive: true,
  params: { list_id, record_ids },
  request: ({ record_ids }) => ({ body: record_ids }),
  result: changed,
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const remove_from_list = write('PUT /crm/v3/lists/{list_id}/memberships/remove', {
  description: 'Remove records from a list (segment) that is filled by hand',
  synonyms: ['contacts', 'members', 'take out'],
  is: [],
  idempotent: true,
  params: { list_id, record_ids },
  request: ({ record_ids }) => ({ body: record_ids }),
  result: changed,
})

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide#delete-a-list: it can be restored for 90 days */
export const delete_list = write('DELETE /crm/v3/lists/{list_id}', {
  description: 'Delete a list (segment), not its records; people can restore it for 90 days',
  synonyms: ['segment', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { list_id },
})
