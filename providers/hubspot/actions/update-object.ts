import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { properties, valuesOf } from '../properties.ts'
import { responses } from '../responses.ts'

/** Change some properties of a record: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const updateObject = action({
  description: 'Update properties of a CRM record; those left out stay as they are',
  effect: write({ idempotent: true }),
  params: {
    object_type: parameters.object_type,
    object_id: parameters.object_id,
    id_property: Type.Optional(parameters.id_property),
    properties,
  },
  call: ({ object_type, object_id, id_property, properties }) => ({
    method: 'PATCH',
    path: path`/crm/v3/objects/${object_type}/${object_id}`,
    query: { idProperty: id_property },
    body: { properties: valuesOf(properties) },
  }),
  result: responses.record,
})
