import type { SignIn } from './sign-in.ts'

/** Google's sign-in is the same for all of its products. */
export const google = (reads: SignIn['reads']): SignIn => ({
  source: 'https://developers.google.com/identity/protocols/oauth2/web-server',
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  // Without both, a person who allowed the application before gives no refresh token.
  parameters: { access_type: 'offline', prompt: 'consent' },
  pkce: true,
  client: 'post',
  callback: { iss: 'https://accounts.google.com', authuser: '0', prompt: 'consent' },
  gives: ({ access, refresh, scopes }) => ({
    access_token: access,
    expires_in: 3599,
    refresh_token: refresh,
    scope: scopes.join(' '),
    token_type: 'Bearer',
  }),
  renews: ({ access, scopes }) => ({
    access_token: access,
    expires_in: 3599,
    scope: scopes.join(' '),
    token_type: 'Bearer',
  }),
  refuses: [400, { error: 'invalid_grant', error_description: 'Bad Request' }, 'invalid_grant'],
  ended: [
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }],
    [400, { error: 'invalid_grant', error_subtype: 'invalid_rapt' }],
  ],
  reads,
  ends: { to: 'https://oauth2.googleapis.com/revoke', client: 'none', form: { token: '{token}' }, token: 'refresh' },
})
