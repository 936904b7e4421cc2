import {
  at,
  choice,
  clearable,
  flag,
  integer,
  list,
  object,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { aList, object_type } from './parameters.ts'

const label = text(255, 'The label that people see')
const property_name = text(100, 'Name of the property, e.g. favorite_food')
const group_name = text(100, 'Name of the group that it belongs to, e.g. contactinformation')
const property_type = choice(
  ['string', 'number', 'date', 'datetime', 'enumeration', 'bool', 'phone_number'],
  'Type of the values',
)
const field_type = choice(
  [
    'text',
    'textarea',
    'select',
    'radio',
    'checkbox',
    'booleancheckbox',
    'number',
    'date',
    'file',
    'html',
    'phonenumber',
    'calculation_equation',
  ],
  'How it is edited: enumeration goes with select, radio or checkbox, bool with booleancheckbox, string with text, textarea, html or file',
)
const display_order = integer('Place in the order; -1: at the end', { min: -1 })
const propertyFields = {
  help_text: Type.String({ maxLength: 5000, description: 'What people read about it' }),
  options: list(
    object({
      label: text(255, 'The label that people see'),
      value: text(255, 'The value that is stored'),
      hidden: flag('Whether people cannot choose it'),
      ...optional({
        displayOrder: integer('Place in the order', { min: -1 }),
        description: Type.String({ maxLength: 5000, description: 'What people read about it' }),
      }),
    }),
    { max: 1000, description: 'Choices of an enumeration; they replace the existing ones' },
  ),
  form_field: flag('Whether forms may have it'),
  hidden: flag('Whether people do not see it'),
  display_order,
  formula: text(5000, 'Of a calculated property: the formula, e.g. amount * 0.5'),
}
const asProperty = {
  property_type: 'type',
  field_type: 'fieldType',
  group_name: 'groupName',
  help_text: 'description',
  form_field: 'formField',
  display_order: 'displayOrder',
  formula: 'calculationFormula',
} as const
const aProperty = Type.Object({ name: Type.String(), label: Type.String() })

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const list_properties = read('GET /crm/v3/properties/{object_type}', {
  description: 'List the properties of a type of records with their types and choices',
  synonyms: ['fields', 'columns', 'schema', 'custom properties', 'contacts', 'companies', 'deals'],
  ttl: '5m',
  params: { object_type, archived: optional(flag('true: only archived ones')) },
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const get_property = read('GET /crm/v3/properties/{object_type}/{property_name}', {
  description: 'Get a property with its type and choices',
  synonyms: ['field', 'options', 'picklist'],
  ttl: '5m',
  params: { object_type, property_name },
  result: aProperty,
})

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const create_property = write('POST /crm/v3/properties/{object_type}', {
  description: 'Create a custom property for a type of records',
  synonyms: ['field', 'column', 'add', 'new'],
  is: [],
  additive: true,
  params: {
    object_type,
    property_name,
    label,
    group_name,
    property_type,
    field_type,
    ...optional({ ...propertyFields, unique: flag('Whether no two records may have the same value') }),
  },
  rename: { ...asProperty, property_name: 'name', unique: 'hasUniqueValue' },
  result: aProperty,
  confirm: {
    read: get_property,
    params: {
      object_type: ({ object_type }) => object_type,
      property_name: ({ property_name }) => property_name,
    },
    // It may have been there before.
    shows: (data, { began, over }) => {
      if (data === undefined) return false
      const made = Date.parse(String(at(data, '/createdAt')))
      return made >= began.getTime() && made <= over.getTime() ? true : undefined
    },
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const update_property = write('PATCH /crm/v3/properties/{object_type}/{property_name}', {
  description: 'Change a property; omitted fields stay unchanged',
  synonyms: ['field', 'rename', 'choices', 'options'],
  is: [],
  idempotent: true,
  params: {
    object_type,
    property_name,
    ...optional({
      label,
      group_name,
      property_type,
      field_type,
      ...propertyFields,
      help_text: clearable(propertyFields.help_text),
    }),
  },
  rename: asProperty,
  request: ({ help_text }) => (help_text === null ? { body: { description: '' } } : {}),
  result: aProperty,
})

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const archive_property = write('DELETE /crm/v3/properties/{object_type}/{property_name}', {
  description: 'Archive a property; people can restore it for 90 days',
  synonyms: ['delete', 'remove', 'field'],
  is: ['deletes'],
  idempotent: true,
  params: { object_type, property_name },
  confirm: {
    read: get_property,
    params: {
      object_type: ({ object_type }) => object_type,
      property_name: ({ property_name }) => property_name,
    },
    shows: (data) => data === undefined,
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const list_property_groups = read('GET /crm/v3/properties/{object_type}/groups', {
  description: 'List the groups of properties of a type of records',
  synonyms: ['sections of fields'],
  ttl: '5m',
  params: { object_type },
  result: aList,
})
