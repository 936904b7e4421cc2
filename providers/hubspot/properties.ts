import { invalid, Type } from '@patchbay/core/provider'

const name = Type.String({ minLength: 1, maxLength: 100 })

/**
 * HubSpot calls two things `properties`: the names to answer with (a list) when it is read, the values to set (an
 * object of strings) when it is written. One name has one type in a tool, so this schema takes both and each action
 * reads its half.
 */
export const properties = Type.Union([
  Type.Array(name, { maxItems: 500, description: 'Reading: names of the properties to answer with, e.g. ["email"]' }),
  Type.Record(Type.String(), Type.String({ maxLength: 65_536 }), {
    maxProperties: 500,
    description: 'Writing: values to set by property name, e.g. {"email": "ada@example.com"}; "" clears one',
  }),
])

type Properties = Type.Static<typeof properties>

/** The names that a read asks for. Throws VALIDATION_ERROR for values to set. */
export const namesOf = (given: Properties | undefined): string[] | undefined => {
  if (given === undefined || Array.isArray(given)) return given
  throw invalid('/properties', 'a read takes a list of property names, e.g. ["email"]')
}

/** The values that a write sets. Throws VALIDATION_ERROR for a list of names. */
export const valuesOf = (given: Properties): Record<string, string> => {
  if (!Array.isArray(given)) return given
  throw invalid('/properties', 'a write takes property values by name, e.g. {"email": "ada@example.com"}')
}
