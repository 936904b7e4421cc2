import { choice, optional, read, text, write } from '@patchbay/core/provider'
import { content, toContent } from './mentions.ts'
import { aList, channel_id, message_id, sized, team_id, thing } from './parameters.ts'

const place = { team_id, channel_id }
const asHtml = (params: Parameters<typeof toContent>[0]) => ({ body: toContent(params) })

/** https://learn.microsoft.com/en-us/graph/api/user-list-joinedteams */
export const list_teams = read('GET /v1.0/me/joinedTeams', {
  description: 'List the teams that the user is a member of',
  synonyms: ['groups', 'workspaces'],
  ttl: '5m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/team-list-members */
export const list_team_members = read('GET /v1.0/teams/{team_id}/members', {
  description: 'List the members of a team',
  synonyms: ['people', 'who'],
  ttl: '5m',
  params: { team_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-list */
export const list_channels = read('GET /v1.0/teams/{team_id}/channels', {
  description: 'List the channels of a team',
  synonyms: ['rooms', 'topics'],
  ttl: '5m',
  params: { team_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-post */
export const create_channel = write('POST /v1.0/teams/{team_id}/channels', {
  description: 'Create a channel in a team',
  synonyms: ['room', 'topic', 'new'],
  is: [],
  roles: { destination: ['/team_id'], text: ['/name', '/description'] },
  additive: true,
  params: {
    team_id,
    name: text(50, 'Name of the channel'),
    ...optional({
      description: text(1024, 'What it is for'),
      kind: choice(['standard', 'private'], 'standard if left out'),
    }),
  },
  rename: { name: 'displayName', kind: 'membershipType' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-list-messages */
export const list_messages = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/messages', {
  description: 'List the messages of a channel, without replies',
  synonyms: ['posts', 'conversation', 'what was said'],
  params: place,
  ...sized,
})

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-list-replies */
export const list_replies = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}/replies', {
  description: 'List the replies to a message of a channel',
  synonyms: ['thread', 'answers'],
  params: { ...place, message_id },
  ...sized,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-post-messages */
export const post_message = write('POST /v1.0/teams/{team_id}/channels/{channel_id}/messages', {
  description: 'Post a message to a channel',
  synonyms: ['send', 'tell', 'announce', 'notify', 'mention', '@'],
  is: ['sends'],
  roles: { recipient: ['/channel_id'], destination: ['/team_id'], text: ['/html', '/subject'] },
  additive: true,
  params: { ...place, ...content, subject: optional(text(255, 'The subject')) },
  request: asHtml,
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-post-replies */
export const reply = write('POST /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}/replies', {
  description: 'Reply to a message of a channel',
  synonyms: ['answer', 'thread', 'respond'],
  is: ['sends'],
  roles: { recipient: ['/channel_id'], destination: ['/team_id'], text: ['/html'] },
  additive: true,
  params: { ...place, message_id, ...content },
  request: asHtml,
  result: thing,
})
