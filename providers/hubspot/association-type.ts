import { Type } from '@patchbay/core/provider'

/** What relates two records. https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const associationType = Type.Object(
  {
    associationCategory: Type.Enum(['HUBSPOT_DEFINED', 'USER_DEFINED', 'INTEGRATOR_DEFINED', 'WORK'], {
      description: 'Who defined the type',
    }),
    associationTypeId: Type.Integer({ minimum: 1, description: 'Id of the type, e.g. 279: contact to company' }),
  },
  { additionalProperties: false },
)
