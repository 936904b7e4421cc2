import type { SignIn } from './sign-in.ts'

/** Microsoft's sign-in for everything in Graph, at the directory of any organization. */
export const microsoft: SignIn = {
  source: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow',
  settings: { directory: 'common' },
  authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  pkce: true,
  client: 'post',
  denied: { error: 'access_denied', error_description: 'the user canceled the authentication' },
  // `offline_access` is never among the granted ones.
  gives: ({ access, refresh, scopes }) => ({
    access_token: access,
    token_type: 'Bearer',
    expires_in: 3599,
    scope: scopes.filter((name) => name !== 'offline_access').join(' '),
    refresh_token: refresh,
  }),
  refuses: [
    400,
    {
      error: 'invalid_grant',
      error_description: 'AADSTS70008: The provided authorization code has expired.',
      error_codes: [70_008],
      timestamp: '2026-11-29 13:02:57Z',
      trace_id: '255d1aef',
      correlation_id: 'b72809a2',
    },
    'invalid_grant',
  ],
  ended: [
    [
      400,
      { error: 'invalid_grant', error_description: 'AADSTS70000: The refresh token has expired due to inactivity.' },
    ],
    [
      400,
      { error: 'interaction_required', error_description: 'AADSTS50076: ... you must use multi-factor authentication' },
    ],
    [400, { error: 'consent_required', error_description: 'AADSTS65001: The user or administrator has not consented' }],
  ],
  reads: { '/v1.0/me': (userPrincipalName) => ({ id: '1', userPrincipalName, displayName: 'Ada' }) },
}
