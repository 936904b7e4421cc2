import { list, object, optional, path, read, Type, text, write } from '@patchbay/core/provider'
import { aList, associationTypes, object_id, object_type, pages, to_object_id, to_object_type } from './parameters.ts'

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
      to_object_type,
      to_object_id,
      association_types: optional(associationTypes('Association types, e.g. a label; default: the unlabelled type')),
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

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const list_associated = read('GET /crm/v4/objects/{object_type}/{object_id}/associations/{to_object_type}', {
  description: 'List the ids of the records of one type that belong to a record by associations, with the labels',
  synonyms: [
    'related',
    'linked',
    'contacts of a company',
    'deals of a contact',
    'which contacts',
    'notes',
    'activities',
  ],
  params: { object_type, object_id, to_object_type },
  result: aList,
  pages: pages(500),
})

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide: all of its labels go with it */
export const remove_association = write(
  'DELETE /crm/v4/objects/{object_type}/{object_id}/associations/{to_object_type}/{to_object_id}',
  {
    description: 'Remove all associations between two CRM records',
    synonyms: ['unlink', 'disconnect', 'detach', 'separate', 'contact', 'company', 'deal'],
    is: [],
    idempotent: true,
    params: { object_type, object_id, to_object_type, to_object_id },
  },
)

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const batch_associate = write('POST /crm/v4/associations/{object_type}/{to_object_type}/batch/create', {
  description: 'Associate up to 100 pairs of CRM records',
  synonyms: ['bulk', 'link many', 'association'],
  is: [],
  idempotent: true,
  additive: true,
  params: {
    object_type,
    to_object_type,
    pairs: list(
      object({
        from: object({ id: text(255, 'Id of the record') }),
        to: object({ id: text(255, 'Id of the record to associate it with') }),
        types: associationTypes(),
      }),
      { min: 1, max: 100, description: 'The records' },
    ),
  },
  rename: { pairs: 'inputs' },
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const list_association_labels = read('GET /crm/v4/associations/{object_type}/{to_object_type}/labels', {
  description: 'List the types and labels of associations between two types of records',
  synonyms: ['association types', 'type ids', 'relationship'],
  ttl: '5m',
  params: { object_type, to_object_type },
  result: aList,
})
