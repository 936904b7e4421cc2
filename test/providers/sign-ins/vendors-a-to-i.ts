import { google } from './google.ts'
import type { GrantedAccess, SignIn } from './sign-in.ts'

const bearer = ({ access, refresh }: GrantedAccess) => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'bearer',
  expires_in: 3600,
})

/** Atlassian's sign-in to a site, of one of its products. */
export const atlassian = (product: Pick<SignIn, 'source' | 'reads' | 'authorize'>, scope: string): SignIn => ({
  authorize: 'https://auth.atlassian.com/authorize',
  token: 'https://auth.atlassian.com/oauth/token',
  parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
  pkce: false,
  client: 'post',
  json: true,
  gives: (granted) => ({ ...bearer(granted), token_type: 'Bearer', scope: granted.scopes.join(' ') }),
  rotates: true,
  refuses: [403, { error: 'invalid_grant', error_description: 'Invalid authorization code' }, 'invalid_grant'],
  ended: [
    [403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }],
    [403, { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' }],
  ],
  endedSource: 'https://github.com/raycast/extensions/issues/11836',
  reports: { cloud_id: '1324a887-45db-1bf4-1e99-ef0ff456d421' },
  ...product,
  reads: {
    'https://api.atlassian.com/oauth/token/accessible-resources': () => [
      {
        id: '1324a887-45db-1bf4-1e99-ef0ff456d421',
        name: 'Site name',
        url: 'https://acme.atlassian.net',
        scopes: [scope],
        avatarUrl: 'https://site-admin-avatar-cdn.prod.public.atl-paas.net/avatars/240/flag.png',
      },
    ],
    ...product.reads,
  },
})

export const vendorsToI: Readonly<Record<string, SignIn>> = {
  airtable: {
    source: 'https://airtable.com/developers/web/api/oauth-reference',
    authorize: 'https://airtable.com/oauth2/v1/authorize',
    token: 'https://airtable.com/oauth2/v1/token',
    pkce: true,
    client: 'basic',
    callback: { code_challenge: 'as it was sent', code_challenge_method: 'S256' },
    gives: (granted) => ({ ...bearer(granted), scope: granted.scopes.join(' '), refresh_expires_in: 5_184_000 }),
    rotates: true,
    refuses: [400, { error: 'invalid_grant', error_description: 'Code is not valid' }, 'invalid_grant'],
    ended: [[400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }]],
    endedSource: 'https://nango.dev/blog/airtable-oauth-refresh-token-invalid-grant',
    reads: { '/v0/meta/whoami': (email) => ({ id: 'usrL2PNC5o3H4lBEi', email, scopes: ['data.records:read'] }) },
  },
  asana: {
    source: 'https://developers.asana.com/docs/oauth#token-exchange-endpoint',
    authorize: 'https://app.asana.com/-/oauth_authorize',
    token: 'https://app.asana.com/-/oauth_token',
    pkce: true,
    client: 'post',
    gives: ({ person, ...granted }) => ({
      ...bearer({ person, ...granted }),
      data: { id: 4673218951, gid: '4673218951', name: 'Ada Lovelace', email: person },
    }),
    renews: ({ access, person }) => ({
      access_token: access,
      token_type: 'bearer',
      expires_in: 3600,
      data: { id: 4673218951, gid: '4673218951', name: 'Ada Lovelace', email: person },
    }),
    refuses: [
      400,
      { error: 'invalid_grant', error_description: 'The code provided in the request was not recognized.' },
      'invalid_grant',
    ],
    ended: [[400, { error: 'invalid_grant', error_description: 'The refresh_token is invalid.' }]],
    reads: { '/api/1.0/users/me': (email) => ({ data: { gid: '4673218951', name: 'Ada', email } }) },
    ends: { to: 'https://app.asana.com/-/oauth_revoke', client: 'post', form: { token: '{token}' }, token: 'refresh' },
  },
  confluence: atlassian(
    {
      source: 'https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/',
      reads: { '/wiki/rest/api/user/current': (email) => ({ accountId: '1', email, displayName: 'Ada' }) },
    },
    'read:page:confluence',
  ),
  figma: {
    source: 'https://developers.figma.com/docs/rest-api/authentication/',
    authorize: 'https://www.figma.com/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    refreshAt: 'https://api.figma.com/v1/oauth/refresh',
    pkce: true,
    client: 'basic',
    gives: (granted) => ({ user_id_string: '1234', ...bearer(granted), expires_in: 7_776_000 }),
    renews: ({ access }) => ({ access_token: access, token_type: 'bearer', expires_in: 7_776_000 }),
    refuses: [400, { error: true, status: 400, message: 'Invalid code' }, '400: Invalid code'],
    ended: [[400, { error: true, status: 400, message: 'Invalid refresh token' }]],
    reads: { '/v1/me': (email) => ({ id: '1234', email, handle: 'ada', img_url: 'https://example.com/ada.png' }) },
  },
  github: {
    source:
      'https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    pkce: true,
    client: 'post',
    callback: { iss: 'https://github.com/login/oauth' },
    denied: {
      error: 'access_denied',
      error_description: 'The user has denied your application access',
      error_uri: 'https://docs.github.com/apps/troubleshooting-authorization-request-errors/#access-denied',
    },
    // An application of the kind GitHub App has permissions, and its answer no scope.
    gives: (granted) => ({
      ...bearer(granted),
      expires_in: 28_800,
      refresh_token_expires_in: 15_897_600,
      scope: '',
    }),
    rotates: true,
    refuses: [
      200,
      { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
      'bad_verification_code',
    ],
    ended: [
      [200, { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect or expired.' }],
    ],
    reads: {
      '/rate_limit': () => ({ rate: { limit: 5000, used: 1, remaining: 4999, reset: 1_800_000_000 } }),
      '/user': (login) => ({ login, id: 1 }),
    },
    ends: {
      to: 'https://api.github.com/applications/an-app/grant',
      method: 'DELETE',
      client: 'basic',
      json: { access_token: '{token}' },
      token: 'access',
    },
  },
  gmail: google({
    '/gmail/v1/users/me/profile': (emailAddress) => ({ emailAddress, messagesTotal: 3, threadsTotal: 2 }),
  }),
  'google-calendar': google({
    '/calendar/v3/calendars/primary': (id) => ({
      kind: 'calendar#calendar',
      id,
      summary: id,
      timeZone: 'Europe/Vienna',
    }),
  }),
  'google-drive': google({
    '/drive/v3/about': (emailAddress) => ({ user: { kind: 'drive#user', displayName: 'Ada', emailAddress } }),
  }),
  'google-sheets': google({
    '/v1/userinfo': (email) => ({ sub: '1', email, email_verified: true }),
    '/oauth2/v3/userinfo': (email) => ({ sub: '1', email, email_verified: true }),
  }),
  hubspot: {
    source: 'https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens',
    authorize: 'https://app.hubspot.com/oauth/authorize',
    token: 'https://api.hubapi.com/oauth/2026-03/token',
    pkce: false,
    client: 'post',
    gives: (granted) => ({ ...bearer(granted), expires_in: 1800, hub_id: 42, user_id: 7, scopes: granted.scopes }),
    refuses: [
      400,
      { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code', correlationId: 'b54e44a5' },
      'BAD_AUTH_CODE',
    ],
    ended: [[400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }]],
    endedSource: 'https://github.com/airbytehq/airbyte/issues/79592',
    reads: {
      'POST https://api.hubapi.com/oauth/2026-03/token/introspect': (user) => ({
        active: true,
        token_use: 'access_token',
        hub_id: 42,
        hub_domain: 'acme.com',
        user,
      }),
      '/crm/v3/objects/contacts': () => ({ results: [] }),
    },
    ends: {
      to: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
      client: 'post',
      form: { token: '{token}' },
      token: 'refresh',
    },
  },
  intercom: {
    source: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth',
    authorize: 'https://app.intercom.com/oauth',
    token: 'https://api.intercom.io/auth/eagle/token',
    pkce: false,
    client: 'post',
    gives: ({ access }) => ({ token_type: 'Bearer', token: access, access_token: access }),
    renews: null,
    refuses: [
      401,
      { type: 'error.list', errors: [{ code: 'unauthorized', message: 'Unauthorized' }] },
      'error.list: Unauthorized',
    ],
    ended: [],
    reads: {
      'https://api.intercom.io/me': (email) => ({ type: 'admin', id: '1', email, app: { type: 'app', region: 'EU' } }),
      '/me': (email) => ({ type: 'admin', id: '1', email, app: { type: 'app', name: 'Shop', region: 'EU' } }),
    },
    reports: { host: 'api.eu' },
  },
}
