import type { Quirks } from '../start-vendor.ts'

const answer = (request: Request, fields: Record<string, string>): Response =>
  request.headers.get('accept')?.includes('application/json')
    ? Response.json(fields)
    : new Response(new URLSearchParams(fields))

/**
 * GitHub's OAuth apps, as their documentation says: forms unless JSON is asked for, errors with status 200, scopes with commas, tokens
 * that don't expire and have no refresh token.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
export const asGitHub: Quirks = {
  refusesToAsk: (query) =>
    query.get('code_challenge_method') === 'S256' ? undefined : 'PKCE is recommended, and S256 alone is accepted',
  grant: ({ access, scopes }, request) =>
    answer(request, { access_token: access, scope: scopes.join(','), token_type: 'bearer' }),
  refuse: (code, request) =>
    answer(request, {
      error: code === 'invalid_client' ? 'incorrect_client_credentials' : 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
    }),
  api: (person, path) =>
    path === '/user' ? { login: person, id: 1 } : { rate: { limit: 5000, remaining: 4999, reset: 1_800_000_000 } },
}
