import { GatewayError } from '@patchbay/core/errors'
import type { OAuthClientRecord } from '@patchbay/core/store'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { idInCursor, pageOf, pageQuery } from './cursor.ts'

const toJson = ({ secret_hash: _, auth_method, ...client }: OAuthClientRecord) => ({
  ...client,
  token_endpoint_auth_method: auth_method,
})

/** `/admin/clients`: the applications that registered themselves (RFC 7591) or have a metadata document. */
export const clientRoutes = (adminRoute: AdminRouteFactory, { store }: AdminParts): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/clients',
    action: 'list_clients',
    auditTarget: () => ({ tenant: null, key: 'clients' }),
    query: pageQuery,
    async handle({ query: { limit = 100, cursor } }) {
      const after = cursor === undefined ? undefined : idInCursor(cursor, /^[\x21-\x7e]{1,2048}$/)
      const found = await store.oauthClients.list({ limit: limit + 1, after })
      const { items, nextCursor } = pageOf(
        found.map((client) => ({ id: client.client_id, client })),
        limit,
      )
      return json({ clients: items.map(({ client }) => toJson(client)), next_cursor: nextCursor })
    },
  }),
  adminRoute({
    method: 'DELETE',
    path: '/admin/clients/:client_id',
    action: 'delete_client',
    auditTarget: ({ client_id }) => ({ tenant: null, key: `clients/${client_id}` }),
    async handle({ params: { client_id } }) {
      if (await store.oauthClients.remove(client_id)) return { status: 204, body: null }
      throw new GatewayError('NOT_FOUND', `There is no client ${client_id}`)
    },
  }),
]
