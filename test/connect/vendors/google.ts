import type { Quirks } from '../start-vendor.ts'

/**
 * Google, as its documentation says: the browser comes back with `iss` (RFC 9207) and the granted scopes, people can leave scopes out,
 * and a refresh token comes only with the first exchange of an `access_type=offline` sign-in.
 * https://developers.google.com/identity/protocols/oauth2/web-server
 * https://developers.google.com/identity/protocols/oauth2/resources/granular-permissions
 */
export const asGoogle = (): Quirks => {
  let isOffline = false
  return {
    refusesToAsk(query) {
      isOffline = query.get('access_type') === 'offline'
      return undefined
    },
    callback: (origin, scopes) => ({ iss: origin, scope: scopes.join(' '), authuser: '0', prompt: 'consent' }),
    grant: ({ access, refresh, scopes, isFirst }) =>
      Response.json({
        access_token: access,
        expires_in: 3599,
        ...(isFirst && isOffline && { refresh_token: refresh }),
        scope: scopes.join(' '),
        token_type: 'Bearer',
      }),
    refuse: (code) => Response.json({ error: code, error_description: 'Bad Request' }, { status: 400 }),
  }
}
