import { flag, list, optional, read, Type, write } from '@patchbay/core/provider'
import { channel, include_locale, user } from './parameters.ts'
import { declareListIn, ok, thing } from './responses.ts'

const aConversation = ok({ channel: thing })
const aUser = ok({ user: thing })

/** https://docs.slack.dev/reference/methods/auth.test (hundreds a minute) */
export const test_auth = read('GET /api/auth.test', {
  description: 'Get the workspace and the user or bot that the token belongs to',
  synonyms: ['who am I', 'account', 'check the token'],
  params: {},
  result: ok({ team_id: Type.String(), user_id: Type.String() }),
})

/** https://docs.slack.dev/reference/methods/conversations.list (tier 2: 20 a minute) */
export const list_conversations = read('GET /api/conversations.list', {
  description: 'List conversations that the token can see: channels, group messages and direct messages',
  synonyms: ['channels', 'rooms', 'groups', 'DMs'],
  ttl: '1m',
  params: optional({
    types: list(Type.Enum(['public_channel', 'private_channel', 'mpim', 'im']), {
      min: 1,
      max: 4,
      description: 'Kinds; default: public_channel',
    }),
    exclude_archived: flag('Whether to leave archived ones out'),
  }),
  ...declareListIn('channels', thing),
})

/** https://docs.slack.dev/reference/methods/conversations.info (tier 3: 50 a minute) */
export const get_conversation = read('GET /api/conversations.info', {
  description: 'Get one conversation: its name, topic, purpose and kind',
  synonyms: ['channel', 'topic', 'room'],
  ttl: '1m',
  params: { channel, ...optional({ include_locale, include_num_members: flag('Whether to count the members') }) },
  result: aConversation,
})

/** https://docs.slack.dev/reference/methods/conversations.members (tier 4: 100 a minute) */
export const list_members = read('GET /api/conversations.members', {
  description: "List the ids of a conversation's members",
  synonyms: ['who is in the channel', 'people', 'participants'],
  ttl: '1m',
  params: { channel },
  ...declareListIn('members', Type.String()),
})

/** https://docs.slack.dev/reference/methods/conversations.open (tier 3: 50 a minute) */
export const open_conversation = write('POST /api/conversations.open', {
  description: 'Open the direct or group message with some users; returns the existing one, or a new one',
  synonyms: ['direct message', 'DM', 'private chat'],
  is: [],
  roles: { recipient: ['/users'] },
  idempotent: true,
  additive: true,
  params: { users: list(user, { min: 1, max: 8, description: 'User ids: one for a direct message, or up to 8' }) },
  result: aConversation,
})

/** https://docs.slack.dev/reference/methods/conversations.join (tier 3: 50 a minute) */
export const join_conversation = write('POST /api/conversations.join', {
  description: 'Join a public channel',
  synonyms: ['enter', 'room'],
  is: [],
  roles: { destination: ['/channel'] },
  idempotent: true,
  additive: true,
  params: { channel },
  result: aConversation,
})

/** https://docs.slack.dev/reference/methods/users.list (tier 2: 20 a minute) */
export const list_users = read('GET /api/users.list', {
  description: "List the workspace's users, bots and deactivated ones included",
  synonyms: ['people', 'colleagues', 'team', 'employees', 'staff'],
  ttl: '1m',
  params: optional({ include_locale }),
  // Without a limit, Slack tries to send everyone, and large workspaces refuse that (limit_required).
  ...declareListIn('members', thing, { default: 200 }),
})

/** https://docs.slack.dev/reference/methods/users.info (tier 4: 100 a minute) */
export const get_user = read('GET /api/users.info', {
  description: 'Get one user by id',
  synonyms: ['person', 'profile', 'colleague', 'member'],
  ttl: '1m',
  params: { user, include_locale: optional(include_locale) },
  result: aUser,
})

/** https://docs.slack.dev/reference/methods/users.lookupByEmail (tier 3: 50 a minute) */
export const find_user = read('GET /api/users.lookupByEmail', {
  description: 'Find a user by e-mail address',
  synonyms: ['person', 'colleague', 'member', 'who is'],
  ttl: '1m',
  params: { email: Type.String({ minLength: 3, maxLength: 320, description: 'E-mail address, e.g. ada@example.com' }) },
  result: aUser,
})
