import { choice, cursor, integer, invalid, list, object, pattern, record, Type, text } from '@patchbay/core/provider'

/** A type's name (`contacts`), id (`0-1`, `2-3456`) or qualified name (`p123_pets`). */
export const typeName = (description: string) => pattern('^[A-Za-z0-9_-]+$', 100, description)

/** An id of digits alone, in JSON a text. */
export const numericId = (description: string) => pattern('^[0-9]{1,18}$', 18, description)

export const object_type = typeName(
  'Object type: contacts, companies, deals, tickets, ... or the id of one (0-1, 2-3456)',
)
export const to_object_type = typeName('Object type of the record to associate with')
export const object_id = text(255, 'Record id; with id_property, the value of that property')
export const to_object_id = text(255, 'Id of the record to associate with')
export const id_property = text(
  100,
  'A property with unique values that object_id refers to, e.g. email, instead of the record id',
)

/** Values to set by the names of properties. */
export const values = record(Type.Union([Type.String({ maxLength: 65_536 }), Type.Null()]), {
  max: 500,
  description: 'Writing: values to set by property name, e.g. {"email": "ada@example.com"}; null or "" clears one',
})

/**
 * HubSpot calls two things `properties`: the names to answer with when a record is read, the values to set when it is
 * written. One name has one type in a tool, so this schema takes both and each action takes its half.
 */
export const properties = Type.Union([
  list(Type.String({ minLength: 1, maxLength: 100 }), {
    max: 500,
    description: 'Reading: names of the properties to return, e.g. ["email"]',
  }),
  values,
])
type Properties = Type.Static<typeof properties>

export const requireNames = (given: Properties | undefined): string[] | undefined => {
  if (given === undefined || Array.isArray(given)) return given
  throw invalid('/properties', 'a read takes a list of property names, e.g. ["email"]')
}

/** HubSpot clears a property by an empty text: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const emptyNulls = (given: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.values(given).includes(null)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
    : given

export const requireValues = (given: Properties): Record<string, string | null> => {
  if (!Array.isArray(given)) return emptyNulls(given)
  throw invalid('/properties', 'a write takes property values by name, e.g. {"email": "ada@example.com"}')
}

const associationType = object({
  associationCategory: choice(
    ['HUBSPOT_DEFINED', 'USER_DEFINED', 'INTEGRATOR_DEFINED', 'WORK'],
    'Who defined the type',
  ),
  associationTypeId: integer('Id of the type, e.g. 279: contact to company'),
})
export const associationTypes = (description?: string) =>
  list(associationType, { min: 1, max: 10, ...(description !== undefined && { description }) })

export const associations = list(
  object({ to: object({ id: text(255, 'Id of the record to associate with') }), types: associationTypes() }),
  { max: 100, description: 'Records that the new one belongs to' },
)

/** The members that every answer of HubSpot's has; others pass unchanged. */
export const aRecord = Type.Object({ id: Type.String(), properties: Type.Object({}) })

/** Every list but those of version 1 goes on by the cursor of the answer. */
export const pages = (max: number) =>
  cursor({ items: '/results', next: '/paging/next/after', into: 'after', size: { into: 'limit', max } })

export const aList = Type.Object({ results: Type.Array(Type.Unknown()) })
