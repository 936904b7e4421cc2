import { oauth2, provider } from '@patchbay/core/provider'
import * as canvases from './canvases.ts'
import * as channels from './channels.ts'
import * as conversations from './conversations.ts'
import { others } from './document-actions.ts'
import { failure } from './failure.ts'
import * as files from './files.ts'
import * as messages from './messages.ts'
import * as people from './people.ts'

/**
 * Slack's Web API: https://docs.slack.dev/apis/web-api. Reads are sent as queries and writes as forms, which every
 * method takes; `blocks` goes in as JSON text, as the methods' pages show it. Rate limits hold per method, workspace and
 * app and are told by `Retry-After` alone: https://docs.slack.dev/apis/web-api/rate-limits
 * To know: reminders, statuses and search_messages take a user's token (xoxp-); a bot's is refused with not_allowed_token_type.
 * To know: bots post only in channels that they were invited to, or joined by join_conversation.
 * To know: free teams have canvases in channels alone: create_canvas needs channel.
 */
export default provider({
  id: 'slack',
  title: 'Slack',
  origin: 'https://slack.com',
  /**
   * A bot's token (`xoxb-`) or a user's (`xoxp-`), which `search_messages` needs with its scope search:read.
   * Apps with token rotation have a new refresh token with each refresh; without it tokens don't expire.
   * https://docs.slack.dev/authentication/using-token-rotation
   * PKCE would make the application a public client for good: https://docs.slack.dev/authentication/using-pkce
   */
  auth: oauth2({
    authorize: 'https://slack.com/oauth/v2/authorize',
    token: 'https://slack.com/api/oauth.v2.access',
    // https://docs.slack.dev/reference/methods/oauth.v2.access advises it.
    clientAuth: 'basic',
    /** https://docs.slack.dev/reference/scopes */
    scopes: {
      'channels:read': 'List public channels',
      'channels:history': 'Read messages in public channels that the app is in',
      'channels:join': 'Join public channels',
      'groups:read': 'List private channels that the app is in',
      'groups:history': 'Read messages in private channels that the app is in',
      'im:read': 'List direct messages with the app',
      'im:history': 'Read direct messages with the app',
      'im:write': 'Start direct messages with people',
      'mpim:read': 'List group messages that the app is in',
      'mpim:history': 'Read group messages that the app is in',
      'mpim:write': 'Start group messages with people',
      'chat:write': 'Write messages as the app',
      'chat:write.customize': 'Write messages under another name and picture',
      'reactions:write': 'Add and remove emoji reactions',
      'users:read': 'List the people of the workspace',
      'users:read.email': 'See e-mail addresses of people in the workspace',
    },
    /** Bots' scopes; reminders, the status and the search take a user's token: https://docs.slack.dev/reference/scopes */
    optionalScopes: {
      'channels:manage': 'Create, rename and archive public channels, and invite people to them',
      'groups:write': 'The same of private channels',
      'files:read': 'List files',
      'files:write': 'Upload and delete files',
      'pins:read': 'See what is pinned',
      'pins:write': 'Pin messages',
      'bookmarks:read': 'List the bookmarks of channels',
      'bookmarks:write': 'Change the bookmarks of channels',
      'reactions:read': 'See who reacted to messages',
      'usergroups:read': 'List user groups',
      'usergroups:write': 'Change user groups and who is in them',
      'users:write': "Set the bot's own presence",
      'users.profile:read': 'See titles, phone numbers and statuses of people',
      'dnd:read': 'See who has do not disturb on',
      'emoji:read': "List the workspace's own emojis",
      'team:read': "See the workspace's name and domain",
      'conversations.connect:write': 'Invite other companies to channels (Slack Connect)',
      'canvases:read': 'Find sections of canvases',
      'canvases:write': 'Write and share canvases',
    },
    separator: ',',
    rotates: true,
    // https://docs.slack.dev/reference/methods/auth.revoke; installations of a workspace share the bot's token.
    revoke: { url: 'https://slack.com/api/auth.revoke', token: 'access', authentication: 'bearer', ends: 'grant' },
  }),
  arrays: 'comma',
  encoding: 'form',
  probe: { action: 'test_auth', params: {}, identity: ['/team', '/user'] },
  actions: { ...messages, ...conversations, ...channels, ...files, ...people, ...canvases },
  listed: [
    'post_message',
    'upload_file',
    'update_message',
    'delete_message',
    'schedule_message',
    'list_scheduled_messages',
    'delete_scheduled_message',
    'get_permalink',
    'search_messages',
    'list_messages',
    'list_replies',
    'add_reaction',
    'remove_reaction',
    'test_auth',
    'list_conversations',
    'get_conversation',
    'list_members',
    'open_conversation',
    'join_conversation',
    'list_users',
    'get_user',
    'find_user',
  ],
  overlay: others,
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
