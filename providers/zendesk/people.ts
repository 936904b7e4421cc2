import { clearable, optional, page, read, Type, text, write } from '@patchbay/core/provider'
import { email, listed, user_id } from './parameters.ts'

const aUser = Type.Object({ user: Type.Object({ id: Type.Integer() }) })
/** https://developer.zendesk.com/api-reference/ticketing/users/users/#show-self; without a valid credential it is an anonymous user, whose id is null. */
export const get_me = read('GET /api/v2/users/me', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account'],
  params: {},
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#show-user */
export const get_user = read('GET /api/v2/users/{user_id}', {
  description: 'Get a user: a customer, an agent or an administrator',
  synonyms: ['customer', 'requester', 'person'],
  ttl: '1m',
  params: { user_id },
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#search-users */
export const search_users = read('GET /api/v2/users/search', {
  description: 'Find users by name, e-mail address or other facts',
  synonyms: ['customers', 'look up', 'person'],
  params: { query: text(1000, 'Words, an address, or conditions, e.g. role:agent') },
  result: Type.Object({ users: Type.Array(Type.Unknown()) }),
  pages: page({ items: '/users', into: 'page', size: { into: 'per_page', max: 100 } }),
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#create-or-update-user */
export const upsert_user = write('POST /api/v2/users/create_or_update', {
  description: 'Create a user, or update the one with the same e-mail address',
  synonyms: ['customer', 'add', 'contact', 'edit'],
  is: ['sends', 'grants'],
  roles: { recipient: ['/email'], text: ['/notes'] },
  idempotent: true,
  params: {
    email,
    name: text(255, 'Name'),
    ...optional({ phone: clearable(text(50, 'Phone number')), notes: clearable(text(65_536, 'Notes')) }),
  },
  wrap: 'user',
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#list-organizations */
export const list_organizations = read('GET /api/v2/organizations', {
  description: 'List organizations: companies of customers',
  synonyms: ['companies', 'accounts'],
  ttl: '1m',
  params: {},
  pages: listed('/organizations'),
})

/** https://developer.zendesk.com/api-reference/ticketing/groups/groups/#list-groups */
export const list_groups = read('GET /api/v2/groups', {
  description: 'List the groups of agents',
  synonyms: ['teams', 'departments'],
  ttl: '5m',
  params: {},
  pages: listed('/groups'),
})
