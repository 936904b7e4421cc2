import type { Quirks } from '../start-vendor.ts'

/**
 * Slack, as its documentation says: scopes with commas, no PKCE for applications with a secret, errors with status 200, and the token of a
 * person (`user_scope`) inside `authed_user`; a refreshed one stands at the top.
 * https://docs.slack.dev/authentication/installing-with-oauth
 * https://docs.slack.dev/reference/methods/oauth.v2.access
 * https://docs.slack.dev/authentication/using-token-rotation
 */
export const asSlack = (kind: 'bot' | 'user'): Quirks => ({
  refusesToAsk(query) {
    if (query.has('code_challenge')) return 'bad_code_challenge'
    return /[\s+]/.test(`${query.get('scope')}${query.get('user_scope')}`) ? 'invalid_scope' : undefined
  },
  scopesIn: (query) => (query.get(kind === 'bot' ? 'scope' : 'user_scope') ?? '').split(',').filter(Boolean),
  grant({ access, refresh, scopes, isFirst }) {
    const token = { access_token: access, refresh_token: refresh, expires_in: 43_200, scope: scopes.join(',') }
    const team = { id: 'T1', name: 'Analytical Engines' }
    if (!isFirst) return Response.json({ ok: true, ...token, token_type: kind, team })
    if (kind === 'bot')
      return Response.json({ ok: true, ...token, token_type: 'bot', team, authed_user: { id: 'U1' }, enterprise: null })
    return Response.json({ ok: true, team, authed_user: { id: 'U1', ...token, token_type: 'user' }, enterprise: null })
  },
  refuse: (code) =>
    Response.json({ ok: false, error: code === 'invalid_client' ? 'bad_client_secret' : 'invalid_code' }),
  api: (person) => ({ ok: true, team: 'Analytical Engines', user: person, team_id: 'T1', user_id: 'U1' }),
})
