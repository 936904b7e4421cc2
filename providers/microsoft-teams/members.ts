import {
  at,
  choice,
  clearable,
  flag,
  holds,
  invalid,
  list,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { list_team_members } from './channels.ts'
import * as teams from './parameters.ts'

const { id, team_id, channel_id, chat_id, aList, thing, user_id } = teams
const membership_id = id('Id of the membership; the list of members has it')
const owner = flag('Whether as an owner; left out: as a member')

/** https://learn.microsoft.com/en-us/graph/api/resources/aaduserconversationmember */
const toMember = (user: string, isOwner: boolean | undefined) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: isOwner ? ['owner'] : [],
  'user@odata.bind': `https://graph.microsoft.com/v1.0/users('${user.replaceAll("'", "''")}')`,
})

/** https://learn.microsoft.com/en-us/graph/api/team-post: the team is made within seconds. */
export const create_team = write('POST /v1.0/teams', {
  description: 'Create a team with a general channel',
  synonyms: ['new', 'group', 'workspace'],
  is: ['grants'],
  roles: { text: ['/name', '/description'] },
  additive: true,
  params: {
    name: text(256, 'Name of the team'),
    ...optional({
      description: text(1024, 'What it is for'),
      visibility: choice(['private', 'public', 'hiddenMembership'], 'Who can join; left out: public'),
    }),
  },
  rename: { name: 'displayName' },
  request: () => ({
    body: { 'template@odata.bind': "https://graph.microsoft.com/v1.0/teamsTemplates('standard')" },
  }),
  // The answer is empty but for this header: /teams('dbd8de4f-…').
  shape: (_body, { headers }) => ({
    team_id: /'([^']+)'/.exec(headers.get('content-location') ?? '')?.[1] ?? null,
    operation: headers.get('location'),
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/team-get */
export const get_team = read('GET /v1.0/teams/{team_id}', {
  description: 'Get a team with its settings',
  synonyms: ['details', 'group', 'archived'],
  ttl: '5m',
  params: { team_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/team-archive */
export const archive_team = write('POST /v1.0/teams/{team_id}/archive', {
  description: 'Archive a team: nobody can write there any more',
  synonyms: ['close', 'freeze', 'read-only'],
  is: ['deletes'],
  roles: { destination: ['/team_id'] },
  idempotent: true,
  params: { team_id, read_only_files: optional(flag('Whether members can only read its files')) },
  rename: { read_only_files: 'shouldSetSpoSiteReadOnlyForMembers' },
  confirm: {
    read: get_team,
    params: { team_id: ({ team_id }) => team_id },
    shows: (data) => (at(data, '/isArchived') === true ? true : undefined),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/team-unarchive */
export const unarchive_team = write('POST /v1.0/teams/{team_id}/unarchive', {
  description: 'Reopen an archived team',
  synonyms: ['restore', 'bring back'],
  is: [],
  roles: { destination: ['/team_id'] },
  idempotent: true,
  params: { team_id },
})

/** https://learn.microsoft.com/en-us/graph/api/team-post-members */
export const add_team_member = write('POST /v1.0/teams/{team_id}/members', {
  description: 'Add a person to a team',
  synonyms: ['colleague', 'invite', 'user', 'join'],
  is: ['shares', 'grants'],
  roles: { recipient: ['/user_id'], destination: ['/team_id'] },
  additive: true,
  params: { team_id, user_id, owner: optional(owner) },
  request: ({ user_id, owner }) => ({ body: { user_id: undefined, owner: undefined, ...toMember(user_id, owner) } }),
  result: thing,
  confirm: {
    read: list_team_members,
    params: { team_id: ({ team_id }) => team_id },
    shows: (data, { params }) => {
      const all = at(data, '/value')
      const isThere = (one: unknown): boolean => [at(one, '/userId'), at(one, '/email')].includes(params.user_id)
      return Array.isArray(all) && all.some(isThere) ? true : undefined
    },
  },
})

/** https://learn.microsoft.com/en-us/graph/api/team-update-members */
export const update_team_member = write('PATCH /v1.0/teams/{team_id}/members/{membership_id}', {
  description: 'Make a member of a team an owner, or an owner a member',
  synonyms: ['role', 'promote', 'admin', 'rights'],
  is: ['grants'],
  roles: { recipient: ['/membership_id'], destination: ['/team_id'] },
  idempotent: true,
  params: { team_id, membership_id, owner: flag('Whether the member is an owner') },
  request: ({ owner }) => ({
    body: {
      owner: undefined,
      '@odata.type': '#microsoft.graph.aadUserConversationMember',
      roles: owner ? ['owner'] : [],
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/team-delete-members */
export const remove_team_member = write('DELETE /v1.0/teams/{team_id}/members/{membership_id}', {
  description: 'Remove a person from a team',
  synonyms: ['kick', 'colleague', 'user', 'leave'],
  is: ['deletes', 'grants'],
  roles: { recipient: ['/membership_id'], destination: ['/team_id'] },
  idempotent: true,
  params: { team_id, membership_id },
})

/** https://learn.microsoft.com/en-us/graph/api/channel-get */
export const get_channel = read('GET /v1.0/teams/{team_id}/channels/{channel_id}', {
  description: 'Get a channel of a team, with its mail address and link',
  synonyms: ['details', 'room'],
  ttl: '1m',
  params: { team_id, channel_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-patch; the general channel keeps its name. */
export const update_channel = write('PATCH /v1.0/teams/{team_id}/channels/{channel_id}', {
  description: "Change a channel's name or description",
  synonyms: ['rename', 'edit', 'topic'],
  is: [],
  roles: { destination: ['/channel_id'], text: ['/name', '/description'] },
  idempotent: true,
  params: {
    team_id,
    channel_id,
    ...optional({ name: text(50, 'Name of the channel'), description: clearable(text(1024, 'What it is for')) }),
  },
  rename: { name: 'displayName' },
  request: ({ description }) => ({ body: { description: description === null ? '' : description } }),
  confirm: {
    read: get_channel,
    params: { team_id: ({ team_id }) => team_id, channel_id: ({ channel_id }) => channel_id },
    shows: holds(({ name, description }) => ({
      displayName: name,
      description: description === null ? '' : description,
    })),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/channel-delete */
export const delete_channel = write('DELETE /v1.0/teams/{team_id}/channels/{channel_id}', {
  description: 'Delete a channel with its messages',
  synonyms: ['remove', 'room'],
  is: ['deletes'],
  roles: { destination: ['/channel_id'] },
  idempotent: true,
  params: { team_id, channel_id },
  confirm: {
    read: get_channel,
    params: { team_id: ({ team_id }) => team_id, channel_id: ({ channel_id }) => channel_id },
    shows: (data) => (data === undefined ? true : undefined),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/channel-list-members */
export const list_channel_members = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/members', {
  description: 'List the members of a channel',
  synonyms: ['people', 'who is in'],
  ttl: '5m',
  params: { team_id, channel_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-post-members: of private and shared channels. */
export const add_channel_member = write('POST /v1.0/teams/{team_id}/channels/{channel_id}/members', {
  description: 'Add a member of the team to a private channel',
  synonyms: ['invite', 'person', 'join'],
  is: ['shares', 'grants'],
  roles: { recipient: ['/user_id'], destination: ['/channel_id'] },
  additive: true,
  params: { team_id, channel_id, user_id, owner: optional(owner) },
  request: ({ user_id, owner }) => ({ body: { user_id: undefined, owner: undefined, ...toMember(user_id, owner) } }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-post: a chat of two that exists is answered again. */
export const create_chat = write('POST /v1.0/chats', {
  description: 'Start a chat with one person or a group, or find the one that there is with a person',
  synonyms: ['direct message', 'DM', 'conversation', 'new', 'group chat'],
  is: ['shares'],
  roles: { recipient: ['/user_ids'], text: ['/topic'] },
  additive: true,
  params: {
    user_ids: list(teams.user_id, {
      min: 2,
      max: 200,
      description: 'All its members, with the user that calls are made as (get_me): two for a direct chat',
    }),
    topic: optional(text(250, 'Title of a group chat')),
  },
  request: ({ user_ids, topic }) => {
    if (topic !== undefined && user_ids.length === 2)
      throw invalid('/topic', 'only a chat of three or more has a title')
    return {
      body: {
        user_ids: undefined,
        chatType: user_ids.length === 2 ? 'oneOnOne' : 'group',
        members: user_ids.map((user) => toMember(user, true)),
      },
    }
  },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-get */
export const get_chat = read('GET /v1.0/chats/{chat_id}', {
  description: 'Get a chat: its topic, kind and meeting',
  synonyms: ['details', 'conversation'],
  ttl: '1m',
  params: { chat_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-patch */
export const update_chat = write('PATCH /v1.0/chats/{chat_id}', {
  description: 'Rename a group chat',
  synonyms: ['topic', 'title', 'change'],
  is: [],
  roles: { destination: ['/chat_id'], text: ['/topic'] },
  idempotent: true,
  params: { chat_id, topic: text(250, 'Title of a group chat') },
  result: thing,
  confirm: {
    read: get_chat,
    params: { chat_id: ({ chat_id }) => chat_id },
    shows: holds(({ topic }) => ({ topic }), '/lastUpdatedDateTime'),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/chat-post-members */
export const add_chat_member = write('POST /v1.0/chats/{chat_id}/members', {
  description: 'Add a person to a group chat',
  synonyms: ['invite', 'colleague', 'user', 'join'],
  is: ['shares', 'grants'],
  roles: { recipient: ['/user_id'], destination: ['/chat_id'] },
  additive: true,
  params: {
    chat_id,
    user_id,
    history: optional(choice(['none', 'all'], 'Whether they see what was written before; left out: none')),
  },
  request: ({ user_id, history }) => ({
    body: {
      user_id: undefined,
      history: undefined,
      ...toMember(user_id, true),
      visibleHistoryStartDateTime: history === 'all' ? '0001-01-01T00:00:00Z' : undefined,
    },
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/chat-delete-members */
export const remove_chat_member = write('DELETE /v1.0/chats/{chat_id}/members/{membership_id}', {
  description: 'Remove a person from a group chat, or leave it',
  synonyms: ['kick', 'colleague', 'user', 'leave', 'quit'],
  is: ['deletes', 'grants'],
  roles: { recipient: ['/membership_id'], destination: ['/chat_id'] },
  idempotent: true,
  params: { chat_id, membership_id },
})

/** https://learn.microsoft.com/en-us/graph/api/presence-get */
export const get_presence = read('GET /v1.0/users/{user_id}/presence', {
  description: 'Say if a person is available, busy or away, and what they do',
  synonyms: ['online', 'status', 'colleague', 'free', 'there'],
  params: { user_id },
  result: Type.Object({ availability: Type.String() }),
})
