import { action, path, Type, write } from '@patchbay/core/provider'
import { associationType } from '../association-type.ts'
import { parameters } from '../parameters.ts'
import { properties, valuesOf } from '../properties.ts'
import { responses } from '../responses.ts'

const association = Type.Object(
  {
    to: Type.Object(
      { id: Type.String({ minLength: 1, description: 'Id of the record to associate with' }) },
      { additionalProperties: false },
    ),
    types: Type.Array(associationType, { minItems: 1, maxItems: 10 }),
  },
  { additionalProperties: false },
)

/** Create a record: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const createObject = action({
  description: 'Create a CRM record, associated with others if wanted',
  effect: write(),
  params: {
    object_type: parameters.object_type,
    properties,
    associations: Type.Optional(
      Type.Array(association, { maxItems: 100, description: 'Records that the new one belongs to' }),
    ),
  },
  call: ({ object_type, properties, associations }) => ({
    method: 'POST',
    path: path`/crm/v3/objects/${object_type}`,
    body: { properties: valuesOf(properties), associations },
  }),
  result: responses.record,
})
