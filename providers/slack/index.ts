import { oauth2, provider } from '@patchbay/core/provider'
import * as conversations from './conversations.ts'
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
   */
  auth: oauth2({
    authorize: 'https://slack.com/oauth/v2/authorize',
    token: 'https://slack.com/api/oauth.v2.access',
    scopes: [
      ...['channels:history', 'channels:join', 'channels:read', 'chat:write', 'chat:write.customize'],
      ...['groups:history', 'groups:read', 'im:history', 'im:read', 'im:write'],
      ...['mpim:history', 'mpim:read', 'mpim:write', 'reactions:write', 'users:read', 'users:read.email'],
    ],
    rotates: true,
  }),
  arrays: 'comma',
  encoding: 'form',
  probe: { action: 'test_auth', params: {}, identity: ['/team', '/user'] },
  actions: { ...messages, ...conversations },
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
