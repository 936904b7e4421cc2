import { flag, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, pages } from './parameters.ts'

const user_id = text(30, 'Id of the user: list_users has it')
const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address of the user',
  examples: ['ada@example.com'],
})
const role_id = text(30, 'Id of the role (permission set): list_user_roles has it')
const team_id = text(30, 'Id of the main team')
const aUser = Type.Object({ id: Type.String(), email: Type.String() })

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide */
export const list_users = read('GET /settings/users/v3', {
  description: 'List the users of the account',
  synonyms: ['people', 'seats', 'who has access', 'staff', 'colleagues', 'logins'],
  ttl: '1m',
  params: {},
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide */
export const list_user_roles = read('GET /settings/v3/users/roles', {
  description: 'List the roles (permission sets) that users can have',
  synonyms: ['permissions', 'rights', 'access'],
  ttl: '5m',
  params: {},
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide */
export const list_teams = read('GET /settings/v3/users/teams', {
  description: 'List the teams of users',
  synonyms: ['departments', 'groups', 'sales team'],
  ttl: '5m',
  params: {},
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide; without a role the user may little. */
export const create_user = write('POST /settings/users/v3', {
  description: 'Add a user to the account, optionally with an invitation by mail',
  synonyms: ['invite', 'colleague', 'seat', 'give access', 'new'],
  is: ['sends', 'grants'],
  roles: { recipient: ['/email'] },
  additive: true,
  params: {
    email,
    ...optional({
      first_name: text(100, 'First name'),
      last_name: text(100, 'Last name'),
      role_id,
      team_id,
      further_team_ids: list(text(30, 'Id of a team'), { max: 50, description: 'Ids of further teams' }),
      send_welcome: flag('Whether the user gets a mail with an invitation; left out: yes'),
    }),
  },
  rename: {
    first_name: 'firstName',
    last_name: 'lastName',
    role_id: 'roleId',
    team_id: 'primaryTeamId',
    further_team_ids: 'secondaryTeamIds',
  },
  request: ({ send_welcome }) => ({ body: { send_welcome: undefined, sendWelcomeEmail: send_welcome ?? true } }),
  result: aUser,
})

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide */
export const update_user = write('PUT /settings/v3/users/{user_id}', {
  description: "Change a user's role or teams; omitted fields stay unchanged",
  synonyms: ['permissions', 'promote', 'rights', 'team'],
  is: ['grants'],
  idempotent: true,
  params: {
    user_id,
    ...optional({
      role_id,
      team_id,
      further_team_ids: list(text(30, 'Id of a team'), { max: 50, description: 'Ids of further teams' }),
    }),
  },
  rename: { role_id: 'roleId', team_id: 'primaryTeamId', further_team_ids: 'secondaryTeamIds' },
  result: aUser,
})

/** https://developers.hubspot.com/docs/api-reference/settings-user-provisioning-v3/guide */
export const delete_user = write('DELETE /settings/v3/users/{user_id}', {
  description: 'Remove a user from the account',
  synonyms: ['take away access', 'leave', 'offboard', 'seat'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { user_id },
})
