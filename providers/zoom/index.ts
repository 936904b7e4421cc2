import { messageAt, oauth2, provider } from '@patchbay/core/provider'
import * as meetings from './meetings.ts'
import * as past from './past.ts'
import * as users from './users.ts'

/** Zoom Meetings, version 2: https://developers.zoom.us/docs/api/meetings/ */
export default provider({
  id: 'zoom',
  title: 'Zoom',
  origin: 'https://api.zoom.us',
  /**
   * A refresh gives another refresh token: https://developers.zoom.us/docs/integrations/oauth/
   * To know: the application at Zoom says itself which scopes it has: https://developers.zoom.us/docs/integrations/oauth-scopes-granular/
   * To know: account credentials (Server-to-Server OAuth) are not offered, as their grant is one of Zoom's own.
   */
  auth: oauth2({
    authorize: 'https://zoom.us/oauth/authorize',
    token: 'https://zoom.us/oauth/token',
    scopes: {},
    clientAuth: 'basic',
    revoke: { url: 'https://zoom.us/oauth/revoke', token: 'access', authentication: 'basic' },
    pkce: true,
    rotates: true,
  }),
  probe: { action: 'get_me', params: {}, identity: ['/email', '/display_name'] },
  actions: { ...users, ...meetings, ...past },
  /** Its answers don't say what is left: https://developers.zoom.us/docs/api/rate-limits/. Errors: https://developers.zoom.us/docs/api/errors/ */
  failure: messageAt('/errors/0/message', '/message', '/reason'),
})
