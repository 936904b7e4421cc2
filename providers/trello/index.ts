import { keys, messageAt, oauth2, oneOf, provider } from '@patchbay/core/provider'
import * as boards from './boards.ts'
import * as cards from './cards.ts'

/** Trello: https://developer.atlassian.com/cloud/trello/rest */
export default provider({
  id: 'trello',
  title: 'Trello',
  origin: 'https://api.trello.com',
  auth: oneOf({
    /** The key of an application and a member's token: https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization */
    keys: keys({ key: { query: 'key' }, token: { query: 'token' } }),
    /**
     * Since September 2026: https://developer.atlassian.com/cloud/trello/guides/rest-api/oauth-2-getting-started
     * https://developer.atlassian.com/cloud/trello/guides/rest-api/oauth-2-confidential-client-usage
     * https://developer.atlassian.com/cloud/trello/scopes-for-oauth-2-3LO-and-forge-apps
     * To know: The application’s OAuth 2.0 client must be *confidential*; that of a Power-Up reaches only the workspaces that the person chose.
     */
    oauth: oauth2({
      authorize: 'https://auth.atlassian.com/authorize',
      token: 'https://auth.atlassian.com/oauth/token',
      scopes: {
        'read:board:trello': 'Read boards, lists, cards and comments',
        'write:board:trello': 'Create and change cards, lists and comments',
        'read:member:trello': 'See names, e-mail addresses and memberships',
        'read:organization:trello': 'See workspaces',
        offline_access: 'Stay connected',
      },
      optionalScopes: {
        'write:board:membership:trello': 'Add and remove members of boards',
        'write:member:trello': 'Star boards and save searches',
        'write:organization:trello': 'Change workspaces',
        'write:organization:membership:trello': 'Add and remove members of workspaces',
      },
      parameters: { prompt: 'consent' },
      pkce: true,
      // The service is that of Jira and Confluence: https://github.com/raycast/extensions/issues/11836
      refusals: [{ code: 'unauthorized_client', says: 'refresh_token is invalid' }],
      encoding: 'json',
      clientAuth: 'post',
      rotates: true,
    }),
  }),
  credentialsPage: 'https://trello.com/power-ups/admin',
  arrays: 'comma',
  probe: { action: 'get_me', params: {}, identity: ['/fullName', '/username'] },
  actions: { ...boards, ...cards },
  /**
   * Errors are a text, e.g. `invalid id`, and an object where too many requests came:
   * https://developer.atlassian.com/cloud/trello/guides/rest-api/status-codes https://developer.atlassian.com/cloud/trello/guides/rest-api/rate-limits
   */
  failure: (body, answer) => {
    if (answer.status < 400) return undefined
    if (typeof body !== 'string') return messageAt('/message', '/error')(body, answer)
    return /^[^<]/.test(body) ? { message: body.slice(0, 500) } : undefined
  },
})
