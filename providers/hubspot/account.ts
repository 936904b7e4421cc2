import { choice, flag, optional, pattern, read, Type, text } from '@patchbay/core/provider'
import { aList, object_type, pages } from './parameters.ts'

const archived = flag('true: only archived ones')

/** https://developers.hubspot.com/docs/api-reference/crm-crm-owners-v3/guide */
export const list_owners = read('GET /crm/v3/owners', {
  description: 'List the users who can own CRM records',
  synonyms: ['salespeople', 'account managers', 'reps', 'team', 'assignee'],
  ttl: '30s',
  params: optional({ email: text(254, 'Only the owner with this e-mail address'), archived }),
  result: aList,
  pages: pages(500),
})

/** https://developers.hubspot.com/docs/api-reference/crm-crm-owners-v3/guide */
export const get_owner = read('GET /crm/v3/owners/{owner_id}', {
  description: 'Get an owner by id, or by the id of the user',
  synonyms: ['salesperson', 'rep', 'who owns'],
  ttl: '30s',
  params: {
    owner_id: pattern('^[0-9]+$', 20, 'Id of the owner: hubspot_owner_id of records'),
    owner_id_is: optional(choice(['id', 'userId'], 'What owner_id is; default: id')),
  },
  rename: { owner_id_is: 'idProperty' },
  result: Type.Object({ id: Type.String() }),
})

/** https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide */
export const list_schemas = read('GET /crm-object-schemas/v3/schemas', {
  description: 'List the custom object types with their properties and associations',
  synonyms: ['custom objects', 'object definitions'],
  ttl: '5m',
  params: optional({ archived }),
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide */
export const get_schema = read('GET /crm-object-schemas/v3/schemas/{object_type}', {
  description: 'Get a custom object type with its properties and associations',
  synonyms: ['custom object', 'object definition'],
  ttl: '5m',
  params: { object_type },
  result: Type.Object({ id: Type.String(), name: Type.String() }),
})

/** https://developers.hubspot.com/docs/api-reference/account-account-info-v3/guide */
export const get_account = read('GET /account-info/v3/details', {
  description: "Get the account's id, type, time zone and currency",
  synonyms: ['portal', 'hub id', 'who am i'],
  ttl: '5m',
  params: {},
  result: Type.Object({ portalId: Type.Integer() }),
})
