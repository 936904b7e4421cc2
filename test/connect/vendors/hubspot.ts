import type { Quirks } from '../start-vendor.ts'

/**
 * HubSpot, as its documentation says: the token's answer has the number of the account, and the introspection endpoint its domain and the
 * user, for the application that knows its secret.
 * https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/token-introspect
 */
export const asHubspot = (status: () => number): Quirks => {
  let owner = ''
  return {
    grant: ({ access, refresh, scopes, person }) => {
      owner = person
      return Response.json({
        access_token: access,
        refresh_token: refresh,
        token_type: 'bearer',
        expires_in: 1800,
        hub_id: 42,
        scopes,
      })
    },
    introspect: (form, app) =>
      form.get('client_id') === app.id && form.get('client_secret') === app.secret && form.has('token')
        ? Response.json(
            { active: true, token_use: 'access_token', hub_id: 42, hub_domain: 'acme.com', user: owner },
            { status: status() },
          )
        : Response.json({ message: 'Unknown client' }, { status: 401 }),
    api: () => ({ results: [] }),
  }
}
