import { Type } from '@patchbay/core/provider'

const operators = [
  'EQ',
  'NEQ',
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BETWEEN',
  'IN',
  'NOT_IN',
  'HAS_PROPERTY',
  'NOT_HAS_PROPERTY',
  'CONTAINS_TOKEN',
  'NOT_CONTAINS_TOKEN',
]

/** One condition of a search. https://developers.hubspot.com/docs/api-reference/search/guide */
export const filter = Type.Object(
  {
    propertyName: Type.String({ minLength: 1, maxLength: 100, description: 'The property to look at, e.g. email' }),
    operator: Type.Enum(operators, {
      description: 'BETWEEN takes value and highValue, IN and NOT_IN take values, HAS_PROPERTY takes nothing',
    }),
    value: Type.Optional(
      Type.String({ maxLength: 3000, description: 'What to compare with; dates in Unix milliseconds' }),
    ),
    highValue: Type.Optional(Type.String({ maxLength: 3000, description: 'The upper end of BETWEEN' })),
    values: Type.Optional(
      Type.Array(Type.String({ maxLength: 3000 }), {
        minItems: 1,
        maxItems: 1000,
        description: 'The values of IN, NOT_IN',
      }),
    ),
  },
  { additionalProperties: false },
)
