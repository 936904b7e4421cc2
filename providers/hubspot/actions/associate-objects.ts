import { action, path, Type, write } from '@patchbay/core/provider'
import { associationType } from '../association-type.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** Associate two records: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const associateObjects = action({
  description: 'Associate two CRM records, by the default type or by given ones',
  effect: write({ idempotent: true }),
  params: {
    object_type: parameters.object_type,
    object_id: parameters.object_id,
    to_object_type: parameters.to_object_type,
    to_object_id: parameters.to_object_id,
    association_types: Type.Optional(
      Type.Array(associationType, {
        minItems: 1,
        maxItems: 10,
        description: 'What relates the records, e.g. a label; left out: the default unlabelled type',
      }),
    ),
  },
  call: ({ object_type, object_id, to_object_type, to_object_id, association_types }) =>
    association_types
      ? {
          method: 'PUT',
          path: path`/crm/v4/objects/${object_type}/${object_id}/associations/${to_object_type}/${to_object_id}`,
          body: association_types,
        }
      : {
          method: 'PUT',
          path: path`/crm/v4/objects/${object_type}/${object_id}/associations/default/${to_object_type}/${to_object_id}`,
        },
  result: responses.associated,
})
