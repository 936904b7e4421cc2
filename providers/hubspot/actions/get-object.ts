import { action, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { namesOf, properties } from '../properties.ts'
import { responses } from '../responses.ts'

/** Read one record: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const getObject = action({
  description: 'Get one CRM record by its id or a unique property',
  effect: read({ ttl: '30s' }),
  params: {
    object_type: parameters.object_type,
    object_id: parameters.object_id,
    id_property: Type.Optional(parameters.id_property),
    properties: Type.Optional(properties),
  },
  call: ({ object_type, object_id, id_property, properties }) => ({
    method: 'GET',
    path: path`/crm/v3/objects/${object_type}/${object_id}`,
    query: { idProperty: id_property, properties: namesOf(properties) },
  }),
  result: responses.record,
})
