import { clearable, flag, integer, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { user } from './parameters.ts'
import { ok, thing } from './responses.ts'

const reminder = text(100, 'Id of the reminder, e.g. Rm12345678')
const usergroup = text(100, 'Id of the user group, e.g. S0604QSJC')
const include_disabled = flag('Whether to include disabled groups')
const name = text(255, 'Name of the group')
const handle = text(255, 'Name to mention it by, without @')
const description = text(1000, 'What the group is for')
const channels = list(text(100, 'Channel id'), { min: 1, max: 100, description: 'Ids of its default channels' })
const aGroup = ok({ usergroup: thing })

/** https://docs.slack.dev/reference/methods/reminders.list (tier 2: 20 a minute) */
export const list_reminders = read('GET /api/reminders.list', {
  description: "List the reminders of the token's user; takes a user's token, not a bot's",
  synonyms: ['what to remember', 'alarms', 'to-do'],
  params: {},
  result: ok({ reminders: Type.Array(thing) }),
})

/** https://docs.slack.dev/reference/methods/reminders.add (tier 2: 20 a minute) */
export const add_reminder = write('POST /api/reminders.add', {
  description: "Set a reminder; takes a user's token, not a bot's",
  synonyms: ['remind me', 'alarm', 'to-do', 'remember'],
  is: [],
  roles: { text: ['/text'] },
  additive: true,
  params: {
    text: text(1000, 'What to remember'),
    time: text(100, 'When: Unix seconds within five years, or words, e.g. in 20 minutes, every Thursday'),
    user: optional(text(50, "Id of the reminded user: only the token's own")),
  },
  result: ok({ reminder: thing }),
})

/** https://docs.slack.dev/reference/methods/reminders.complete (tier 2: 20 a minute) */
export const complete_reminder = write('POST /api/reminders.complete', {
  description: "Mark a reminder as done; takes a user's token, not a bot's",
  synonyms: ['finish', 'tick off'],
  is: [],
  idempotent: true,
  params: { reminder },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/reminders.delete (tier 2: 20 a minute) */
export const delete_reminder = write('POST /api/reminders.delete', {
  description: "Delete a reminder; takes a user's token, not a bot's",
  synonyms: ['cancel', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { reminder },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/usergroups.list (tier 2: 20 a minute) */
export const list_usergroups = read('GET /api/usergroups.list', {
  description: "List the workspace's user groups",
  synonyms: ['teams', 'mention groups', 'user group'],
  ttl: '1m',
  params: optional({
    include_users: flag('Whether to list the members of each'),
    include_count: flag('Whether to count the members of each'),
    include_disabled,
  }),
  result: ok({ usergroups: Type.Array(thing) }),
})

/** https://docs.slack.dev/reference/methods/usergroups.users.list (tier 2: 20 a minute) */
export const list_usergroup_users = read('GET /api/usergroups.users.list', {
  description: 'List the members of a user group',
  synonyms: ['who is in', 'people', 'user group'],
  ttl: '1m',
  params: { usergroup, include_disabled: optional(include_disabled) },
  result: ok({ users: Type.Array(Type.String()) }),
})

/** https://docs.slack.dev/reference/methods/usergroups.create (tier 2: 20 a minute) */
export const create_usergroup = write('POST /api/usergroups.create', {
  description: 'Create a user group that people can mention',
  synonyms: ['team', 'mention group', 'user group', 'new'],
  is: ['grants'],
  roles: { text: ['/name', '/description'] },
  additive: true,
  params: { name, ...optional({ handle, description, channels }) },
  result: aGroup,
})

/** https://docs.slack.dev/reference/methods/usergroups.update (tier 2: 20 a minute) */
export const update_usergroup = write('POST /api/usergroups.update', {
  description: "Change a user group's name, handle, description or channels",
  synonyms: ['rename', 'edit', 'user group'],
  is: ['grants'],
  roles: { destination: ['/usergroup'], text: ['/name', '/description'] },
  idempotent: true,
  params: { usergroup, ...optional({ name, handle, description: clearable(description), channels }) },
  request: ({ description }) => ({ body: { description: description === null ? '' : description } }),
  result: aGroup,
})

/** https://docs.slack.dev/reference/methods/usergroups.users.update (tier 2: 20 a minute) */
export const update_usergroup_user = write('POST /api/usergroups.users.update', {
  description: 'Change who is in a user group; the given users replace all its members',
  synonyms: ['members', 'people', 'add', 'user group'],
  is: ['grants'],
  roles: { recipient: ['/users'], destination: ['/usergroup'] },
  idempotent: true,
  params: { usergroup, users: list(user, { min: 1, max: 1000, description: 'Ids of all its members' }) },
  result: aGroup,
})

/** https://docs.slack.dev/reference/methods/users.getPresence (tier 3: 50 a minute) */
export const get_user_presence = read('GET /api/users.getPresence', {
  description: 'Say if a person is active or away',
  synonyms: ['online', 'available', 'status', 'there'],
  params: { user: optional(user) },
  result: ok({ presence: Type.String() }),
})

/** https://docs.slack.dev/reference/methods/users.profile.set (tier 3: 50 a minute; the status: 10 a minute) */
export const set_user_profile = write('POST /api/users.profile.set', {
  description: "Set the status of the token's user, or fields of the profile; takes a user's token, not a bot's",
  synonyms: ['vacation', 'status emoji', 'out of office', 'my', 'display name', 'title', 'profile'],
  // Administrators set the address of others by it, with which they sign in.
  is: ['grants'],
  roles: { recipient: ['/user'], text: ['/status_text'] },
  idempotent: true,
  params: optional({
    status_text: clearable(text(100, 'The status')),
    status_emoji: clearable(text(100, 'Its emoji, e.g. :palm_tree:')),
    status_expiration: integer('When the status ends, in Unix seconds; 0: never', { min: 0 }),
    profile: text(10_000, 'Further fields of the profile, as JSON'),
    name: text(255, 'Name of a single field; with value'),
    value: text(1000, 'Value of that field'),
    user: text(50, 'Id of another user, which administrators of paid teams can change'),
  }),
  request: ({ status_text, status_emoji, status_expiration, profile }) => {
    const given = { status_text, status_emoji, status_expiration }
    const cleared = Object.entries(given).map(([name, value]) => [name, value === null ? '' : value] as const)
    const status = Object.fromEntries(cleared.filter(([, value]) => value !== undefined))
    const isStatus = Object.keys(status).length > 0
    return {
      body: {
        status_text: undefined,
        status_emoji: undefined,
        status_expiration: undefined,
        profile: isStatus ? JSON.stringify({ ...readFields(profile), ...status }) : profile,
      },
    }
  },
  result: ok({ profile: Type.Unknown() }),
})

const readFields = (profile: string | undefined): object => {
  try {
    return Object(JSON.parse(profile ?? '{}'))
  } catch {
    return {}
  }
}
