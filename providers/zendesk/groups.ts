import { flag, integer, optional, read, Type, text, write } from '@patchbay/core/provider'
import { group_id, listed, user_id } from './parameters.ts'

const aMembership = Type.Object({ group_membership: Type.Object({ id: Type.Integer() }) })

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#list-users: of a group. */
export const list_group_members = read('GET /api/v2/groups/{group_id}/users', {
  description: 'List the agents in a group',
  synonyms: ['who is in', 'members', 'people', 'department', 'team'],
  ttl: '1m',
  params: { group_id },
  pages: listed('/users'),
})

/** https://developer.zendesk.com/api-reference/ticketing/groups/group_memberships/#list-memberships */
export const list_group_memberships = read('GET /api/v2/groups/{group_id}/memberships', {
  description: 'List the memberships of a group, with the ids by which remove_group_member ends one',
  synonyms: ['members', 'ids', 'agents'],
  params: { group_id },
  pages: listed('/group_memberships'),
})

/** https://developer.zendesk.com/api-reference/ticketing/groups/group_memberships/#create-membership */
export const add_group_member = write('POST /api/v2/group_memberships', {
  description: 'Add an agent to a group',
  synonyms: ['join', 'member', 'department', 'put into', 'team'],
  is: ['shares', 'grants'],
  roles: { recipient: ['/user_id'], destination: ['/group_id'] },
  additive: true,
  params: { user_id, group_id },
  wrap: 'group_membership',
  result: aMembership,
})

/** https://developer.zendesk.com/api-reference/ticketing/groups/group_memberships/#delete-membership: unsolved tickets of the agent in that group lose their assignee. */
export const remove_group_member = write('DELETE /api/v2/group_memberships/{membership_id}', {
  description: 'Remove an agent from a group',
  synonyms: ['take out', 'leave', 'member', 'department'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { membership_id: integer('Id of the membership: list_group_memberships has it') },
})

/** https://developer.zendesk.com/api-reference/ticketing/groups/groups/#create-group */
export const create_group = write('POST /api/v2/groups', {
  description: 'Create a group of agents',
  synonyms: ['department', 'team', 'new'],
  is: [],
  roles: { text: ['/name', '/description'] },
  additive: true,
  params: {
    name: text(255, 'Name of the group'),
    ...optional({
      description: text(1000, 'What it is for'),
      is_public: flag('false: only its own agents see its tickets'),
    }),
  },
  wrap: 'group',
  result: Type.Object({ group: Type.Object({ id: Type.Integer() }) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/account-configuration/brands/#list-brands */
export const list_brands = read('GET /api/v2/brands', {
  description: 'List the brands with the address of the help center of each',
  synonyms: ['companies', 'labels', 'shops'],
  ttl: '5m',
  params: {},
  pages: listed('/brands'),
})
