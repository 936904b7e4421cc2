import { choice, optional, read, Type } from '@patchbay/core/provider'
import { pages } from './parameters.ts'

/** https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId} */
export const get_me = read('GET /v2/users/me', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account', 'profile', 'personal meeting id'],
  ttl: '5m',
  params: {},
  result: Type.Object({ id: Type.String() }),
})

/** https://developers.zoom.us/docs/api/users/#tag/users/GET/users */
export const list_users = read('GET /v2/users', {
  description: 'List the users of the account; for administrators',
  synonyms: ['people', 'hosts', 'colleagues'],
  ttl: '5m',
  params: optional({ status: choice(['active', 'inactive', 'pending'], 'Only users of this status') }),
  result: Type.Object({ users: Type.Array(Type.Unknown()) }),
  pages: pages('/users'),
})
