import { basic, oauth2, oneOf, pattern } from '@patchbay/core/provider'

export const site = pattern(
  '^[a-z0-9][a-z0-9-]*$',
  63,
  'The first part of your address, e.g. acme of acme.atlassian.net; for API tokens without scopes',
)
export const cloud_id = pattern(
  '^[0-9a-f-]+$',
  36,
  'Id of your site, for API tokens with scopes: https://<site>.atlassian.net/_edge/tenant_info shows it',
)

export const auth = oneOf({
  oauth: oauth2({
    authorize: 'https://auth.atlassian.com/authorize',
    token: 'https://auth.atlassian.com/oauth/token',
    scopes: {
      'read:jira-work': 'Read issues, projects and comments',
      'write:jira-work': 'Create and change issues and comments',
      'read:jira-user': 'See users',
      offline_access: 'Stay connected',
    },
    optionalScopes: {
      'manage:jira-project': 'Create and change projects and their settings',
      'manage:jira-configuration': 'Change the configuration of the site',
    },
    parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    tells: {
      cloud_id: {
        read: 'https://api.atlassian.com/oauth/token/accessible-resources',
        list: { at: '', label: '/url', only: { '/scopes': 'read:jira-work' } },
        answer: '/id',
      },
    },
    // Not by its documents, which promise invalid_grant: https://github.com/raycast/extensions/issues/11836
    refusals: [{ code: 'unauthorized_client', says: 'refresh_token is invalid' }],
    encoding: 'json',
    clientAuth: 'post',
    rotates: true,
  }),
  /** An address and a token: `ada@example.com:token`. */
  token: basic(),
})
