import { choice, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as airtable from './parameters.ts'

const { base_id, table, record_id, fields, typecast, aRecord, records } = airtable
const place = { base_id, table }

/** https://airtable.com/developers/web/api/list-records */
export const list_records = read('GET /v0/{base_id}/{table}', {
  description: 'List the records of a table, optionally filtered by a formula or a view',
  synonyms: ['rows', 'search', 'filter', 'find'],
  ttl: '30s',
  params: {
    ...place,
    ...optional({
      formula: text(10_000, "Only records for which this is true, e.g. AND({Status}='Open', {Price}>100)"),
      view: text(255, 'Only records of this view, in its order'),
      field_names: airtable.field_names,
      sort: list(
        object({
          field: text(255, 'Name of the field'),
          direction: optional(choice(['asc', 'desc'], 'asc if left out')),
        }),
        { max: 10, description: 'How to sort the records' },
      ),
    }),
  },
  rename: { formula: 'filterByFormula', field_names: 'fields' },
  styles: { field_names: 'brackets', sort: 'indices' },
  result: records,
  pages: airtable.sized('/records'),
})

/** https://airtable.com/developers/web/api/get-record */
export const get_record = read('GET /v0/{base_id}/{table}/{record_id}', {
  description: 'Get a record',
  synonyms: ['row', 'details'],
  ttl: '30s',
  params: { ...place, record_id },
  result: aRecord,
})

/** https://airtable.com/developers/web/api/create-records; ten at most. Airtable has no idempotency key. */
export const create_records = write('POST /v0/{base_id}/{table}', {
  description: 'Add up to ten records to a table',
  synonyms: ['rows', 'insert', 'new'],
  is: ['runs'],
  onlyIf: { runs: airtable.fetchesFiles },
  roles: { destination: ['/base_id'] },
  additive: true,
  params: {
    ...place,
    records: list(object({ fields }), { min: 1, max: 10, description: 'The records' }),
    typecast: optional(typecast),
  },
  result: records,
})

/** https://airtable.com/developers/web/api/update-record */
export const update_record = write('PATCH /v0/{base_id}/{table}/{record_id}', {
  description: 'Change fields of a record; omitted fields stay unchanged',
  synonyms: ['edit', 'set', 'row'],
  is: ['runs'],
  onlyIf: { runs: airtable.fetchesFiles },
  roles: { destination: ['/base_id'] },
  idempotent: true,
  params: { ...place, record_id, fields, typecast: optional(typecast) },
  result: aRecord,
})

/** https://airtable.com/developers/web/api/update-multiple-records#request-performupsert */
export const upsert_records = write('PATCH /v0/{base_id}/{table}', {
  description: 'Update the records that match on some fields, and add the missing ones',
  synonyms: ['merge', 'sync', 'import', 'rows'],
  is: ['runs'],
  onlyIf: { runs: airtable.fetchesFiles },
  roles: { destination: ['/base_id'] },
  idempotent: true,
  params: {
    ...place,
    records: list(object({ fields }), { min: 1, max: 10, description: 'The records' }),
    merge_on: list(text(255, 'Name of a field'), {
      min: 1,
      max: 3,
      description: 'Fields that identify a record',
    }),
    typecast: optional(typecast),
  },
  rename: { merge_on: '/performUpsert/fieldsToMergeOn' },
  result: records,
})

/** https://airtable.com/developers/web/api/delete-multiple-records */
export const delete_records = write('DELETE /v0/{base_id}/{table}', {
  description: 'Delete up to ten records',
  synonyms: ['remove', 'rows'],
  is: ['deletes'],
  roles: { destination: ['/base_id'] },
  idempotent: true,
  params: { ...place, record_ids: list(record_id, { min: 1, max: 10, description: 'Ids of the records' }) },
  rename: { record_ids: 'records' },
  styles: { record_ids: 'brackets' },
  result: Type.Object({ records: Type.Array(Type.Object({ id: Type.String(), deleted: Type.Boolean() })) }),
})

/** https://airtable.com/developers/web/api/list-comments */
export const list_comments = read('GET /v0/{base_id}/{table}/{record_id}/comments', {
  description: 'List the comments on a record, the newest first',
  synonyms: ['discussion', 'notes'],
  params: { ...place, record_id },
  result: Type.Object({ comments: Type.Array(Type.Unknown()) }),
  pages: airtable.sized('/comments'),
})

/** https://airtable.com/developers/web/api/create-comment */
export const create_comment = write('POST /v0/{base_id}/{table}/{record_id}/comments', {
  description: 'Comment on a record',
  synonyms: ['note', 'reply'],
  is: ['sends'],
  roles: { destination: ['/base_id'], text: ['/text'], derives: ['recipient'] },
  additive: true,
  params: { ...place, record_id, text: text(10_000, 'The comment; @[usr0123456789abcd] mentions a user') },
  result: Type.Object({ id: Type.String() }),
})
