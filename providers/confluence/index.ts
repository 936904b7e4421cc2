import { basic, endpoint, messageAt, oauth2, oneOf, optional, origin, pattern, provider } from '@patchbay/core/provider'
import * as pages from './pages.ts'

/** Confluence Cloud, version 2 of its API: https://developer.atlassian.com/cloud/confluence/rest/v2/intro */
export default provider({
  id: 'confluence',
  title: 'Confluence',
  origin: {
    ...origin`https://${'site'}.atlassian.net`,
    instead: endpoint`https://api.atlassian.com/ex/confluence/${'cloud_id'}`,
  },
  settings: optional({
    site: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of your address, e.g. acme of acme.atlassian.net'),
    cloud_id: pattern(
      '^[0-9a-f-]+$',
      36,
      'Id of your site, for API tokens with scopes: https://<site>.atlassian.net/_edge/tenant_info shows it',
    ),
  }),
  auth: oneOf({
    /** A user's address and API token, as `ada@example.com:token`: https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis */
    token: basic(),
    /**
     * https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps https://developer.atlassian.com/cloud/confluence/scopes-for-oauth-2-3LO-and-forge-apps
     * To know: Version 2 of the API takes granular scopes alone, so the application needs those of this page under *Permissions* → *Confluence API* → *Granular scopes*.
     */
    oauth: oauth2({
      authorize: 'https://auth.atlassian.com/authorize',
      token: 'https://auth.atlassian.com/oauth/token',
      scopes: {
        'read:page:confluence': 'Read pages',
        'write:page:confluence': 'Create and change pages',
        'delete:page:confluence': 'Move pages into the trash',
        'read:space:confluence': 'List spaces',
        'read:comment:confluence': 'Read comments',
        'write:comment:confluence': 'Comment on pages',
        'read:attachment:confluence': 'List files',
        'read:content-details:confluence': 'Search, and see who is signed in',
        offline_access: 'Stay connected',
      },
      parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
      tells: {
        cloud_id: {
          read: 'https://api.atlassian.com/oauth/token/accessible-resources',
          list: { at: '', label: '/url', only: { '/scopes': 'read:page:confluence' } },
          answer: '/id',
        },
      },
      // Not by its documents, which promise invalid_grant: https://github.com/raycast/extensions/issues/11836
      refusals: [{ code: 'unauthorized_client', says: 'refresh_token is invalid' }],
      encoding: 'json',
      clientAuth: 'post',
      rotates: true,
    }),
  }),
  credentialsPage: 'https://id.atlassian.com/manage-profile/security/api-tokens',
  credentialFields: {
    username: { label: 'E-mail address of your Atlassian account' },
    password: { label: 'API token' },
  },
  probe: { action: 'get_me', params: {}, identity: ['/email', '/displayName'] },
  actions: { ...pages },
  /** https://developer.atlassian.com/cloud/confluence/rate-limiting */
  limits: { headers: 'Retry-After' },
  /** Version 2 answers `errors`, version 1 a `message`. */
  failure: messageAt('/errors/0/title', '/message'),
})
