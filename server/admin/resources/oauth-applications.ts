import { GatewayError } from '@patchbay/core/errors'
import type { OAuthClientRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { countedPageSchema, countedParameters, idInCursor, toCursorPage, uuidCursor } from '../route/values/cursor.ts'
import { closed, instant, orNull } from '../route/values/schemas.ts'

const clientJson = Type.Object(
  {
    client_id: Type.String({ description: "A UUID, or the URL of the client's metadata document" }),
    source: Type.Enum(['registration', 'document']),
    client_name: orNull(Type.String(), 'The name that the client gave itself, unverified'),
    redirect_uris: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.Enum(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']),
    created_at: instant(),
    used_at: orNull(instant(), 'When a user last gave it access; `null`: never'),
  },
  { title: 'RegisteredClient' },
)

const toJson = ({
  secret_hash: _,
  auth_method,
  redirect_uris,
  ...client
}: OAuthClientRecord): Type.Static<typeof clientJson> => ({
  ...client,
  redirect_uris: [...redirect_uris],
  token_endpoint_auth_method: auth_method,
})

export const clientRoutes: AdminGroup = {
  name: 'Clients',
  description: 'The applications that registered themselves (RFC 7591) or have a metadata document.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/clients',
      action: 'list_clients',
      summary: 'List the OAuth clients',
      auditTarget: () => ({ tenant: null, key: 'clients' }),
      query: Type.Object(countedParameters(uuidCursor), closed),
      answers: { 200: jsonAnswer('The clients by id', countedPageSchema('clients', clientJson)) },
      async handle({ query: { limit, cursor, total } }, { store }) {
        const after = cursor === undefined ? undefined : idInCursor(cursor, /^[\x21-\x7e]{1,2048}$/)
        const clients = await store.oauthClients.list({ limit: limit + 1, after })
        const { items, nextCursor } = toCursorPage(
          clients.map((client) => ({ id: client.client_id, client })),
          limit,
        )
        return json({
          clients: items.map(({ client }) => toJson(client)),
          next_cursor: nextCursor,
          ...(total && { total: await store.oauthClients.total() }),
        })
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/clients/:client_id',
      action: 'delete_client',
      summary: 'Delete an OAuth client',
      description: 'Its grants end with it.',
      auditTarget: ({ client_id }) => ({ tenant: null, key: `clients/${client_id}` }),
      answers: { 204: { description: 'The client is deleted' } },
      errors: ['NOT_FOUND'],
      async handle({ params: { client_id } }, { store }) {
        const before = await store.oauthClients.find(client_id)
        if (await store.oauthClients.remove(client_id))
          return { status: 204, body: null, change: { from: before && toJson(before) } }
        throw new GatewayError('NOT_FOUND', `There is no client ${client_id}`)
      },
    }),
  ],
}
