import { keys, provider } from '@patchbay/core/provider'
import * as boards from './boards.ts'
import * as cards from './cards.ts'

/** Trello: https://developer.atlassian.com/cloud/trello/rest */
export default provider({
  id: 'trello',
  title: 'Trello',
  origin: 'https://api.trello.com',
  /**
   * The key of a Power-Up and a member's token. Trello's OAuth is that of version 1, which signs what the gateway doesn't:
   * https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization
   */
  auth: keys({ key: { query: 'key' }, token: { query: 'token' } }),
  arrays: 'comma',
  probe: { action: 'get_me', params: {}, identity: ['/fullName', '/username'] },
  actions: { ...boards, ...cards },
  /** Errors are a text, e.g. `invalid id`: https://developer.atlassian.com/cloud/trello/guides/rest-api/status-codes */
  failure: (body, { status }) =>
    status >= 400 && typeof body === 'string' && /^[^<]/.test(body) ? { message: body.slice(0, 500) } : undefined,
})
