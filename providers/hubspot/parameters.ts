import { Type } from '@patchbay/core/provider'

/**
 * An object type's name (`contacts`), id (`0-1`, `2-3456`) or qualified name (`p123_pets`); a custom object's name is
 * letters, digits and underscores. https://developers.hubspot.com/docs/guides/crm/using-object-apis
 */
const typeName = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 100, description })

const recordId = (description: string) => Type.String({ minLength: 1, maxLength: 255, description })

/** Parameters that several actions take: one name has one type in all of them. */
export const parameters = {
  object_type: typeName('Object type: contacts, companies, deals, tickets, ... or the id of one (0-1, 2-3456)'),
  object_id: recordId('Record id; with id_property, the value of that property'),
  to_object_type: typeName('Object type of the record to associate with'),
  to_object_id: recordId('Id of the record to associate with'),
  id_property: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A property with unique values that object_id refers to, e.g. email, instead of the record id',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 200, description: 'How many records at most' }),
  after: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Where to go on: paging.next.after of the answer before',
  }),
}
