import { link, list, pattern, Type } from '@patchbay/core/provider'

export const name = (description: string) => pattern('^[A-Za-z][A-Za-z0-9_]*$', 80, description)
export const object_type = name('Name of the object, e.g. Account, Contact, Lead, Opportunity, Case or Invoice__c')
export const record_id = pattern('^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$', 18, 'Id of the record')
export const fields = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 500,
  description: 'Values by the name of the field: describe_object lists them',
  examples: [{ LastName: 'Lovelace', Company: 'Analytical' }],
})
export const field_names = list(name('Name of a field'), { min: 1, max: 200, description: 'Only these fields' })
export const anyId = (description: string) => pattern('^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$', 18, description)

/** Queries and lists name the next page by its path. */
export const rows = link({ items: '/records', next: '/nextRecordsUrl' })
