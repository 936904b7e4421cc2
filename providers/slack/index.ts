import { oauth2, provider } from '@patchbay/core/provider'
import * as conversations from './conversations.ts'
import { others } from './document-actions.ts'
import { failure } from './failure.ts'
import * as messages from './messages.ts'

/**
 * Slack's Web API: https://docs.slack.dev/apis/web-api. Reads are sent as queries and writes as forms, which every
 * method takes; `blocks` goes in as JSON text, as the methods' pages show it. Rate limits hold per method, workspace and
 * app and are told by `Retry-After` alone: https://docs.slack.dev/apis/web-api/rate-limits
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
    separator: ',',
    rotates: true,
    // https://docs.slack.dev/reference/methods/auth.revoke; installations of a workspace share the bot's token.
    revoke: { url: 'https://slack.com/api/auth.revoke', token: 'access', authentication: 'bearer', ends: 'grant' },
  }),
  arrays: 'comma',
  encoding: 'form',
  probe: { action: 'test_auth', params: {}, identity: ['/team', '/user'] },
  actions: { ...messages, ...conversations },
  overlay: others,
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
