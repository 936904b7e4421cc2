import { bearer, keyIn } from './credential-forms.ts'

/** A product with its document, and what a person answers who reads the vendor's pages beside the import's questions. */
export interface Product {
  readonly id: string
  /** The name of the document in the folder. */
  readonly document: string
  /** The place of publication: a repository and a path. */
  readonly from: string
  /** The answers by the questions' ids: the name of a line, `yes` or `no`. Other questions keep the import's own answer. */
  readonly answers?: Readonly<Record<string, string>>
  /** The body of `PUT /admin/tokens`. */
  readonly credential: object
  readonly settings?: object
  /** The headers in which the credential must arrive, according to the vendor's own pages. */
  readonly arrives: Readonly<Record<string, string>>
  /** Three operations: a list, a write and one of a single thing, where the document has them. */
  readonly calls: readonly [string, string, string]
  /** The parameters of calls for which no sample can be made, such as texts of a pattern. */
  readonly given?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Answers of lists whose pages the import knows, as a last page has them. */
  readonly lists?: Readonly<Record<string, unknown>>
}

const basic = { authorization: `Basic ${Buffer.from('ada:secret-of-ada').toString('base64')}` }

export const products: readonly Product[] = [
  {
    id: 'adguard',
    document: 'adguard.yaml',
    from: 'AdguardTeam/AdGuardHome openapi/openapi.yaml',
    answers: { origin: 'self-hosted' },
    settings: { host: 'dns.shelves.org' },
    credential: { access_token: 'ada:secret-of-ada' },
    arrives: basic,
    calls: ['GET /querylog', 'POST /filtering/add_url', 'GET /filtering/check_host'],
  },
  {
    id: 'dify',
    document: 'dify.json',
    from: 'langgenius/dify-docs en/api-reference/openapi_service.json',
    answers: { origin: 'api.dify.ai' },
    ...bearer,
    calls: ['GET /conversations', 'POST /chat-messages', 'GET /datasets/{dataset_id}'],
  },
  {
    id: 'discord',
    document: 'discord.json',
    from: 'discord/discord-api-spec specs/openapi.json',
    answers: { security: 'BotToken' },
    credential: { access_token: 'secret-of-ada' },
    arrives: { authorization: 'Bot secret-of-ada' },
    calls: ['GET /guilds/{guild_id}/channels', 'POST /channels/{channel_id}/messages', 'GET /channels/{channel_id}'],
    given: {
      'GET /guilds/{guild_id}/channels': { guild_id: '41771983423143937' },
      'POST /channels/{channel_id}/messages': {
        channel_id: '41771983423143937',
        content: 'The books are back',
      },
      'GET /channels/{channel_id}': { channel_id: '41771983423143937' },
    },
  },
  {
    id: 'gotify',
    document: 'gotify.json',
    from: 'gotify/server docs/spec.json',
    answers: { origin: 'self-hosted' },
    settings: { host: 'push.shelves.org' },
    ...keyIn('X-Gotify-Key'),
    calls: ['GET /application', 'POST /application', 'GET /application/{id}/message'],
    lists: {
      'GET /application/{id}/message': {
        messages: [{ id: 1, message: 'Backup done' }],
        paging: { size: 1, since: 0, limit: 100 },
      },
    },
  },
  {
    id: 'gotosocial',
    document: 'gotosocial.yaml',
    from: 'superseriousbusiness/gotosocial docs/api/swagger.yaml',
    answers: { origin: 'self-hosted', security: 'OAuth2_Bearer' },
    settings: { host: 'social.shelves.org' },
    ...bearer,
    calls: ['GET /api/v1/timelines/home', 'POST /api/v1/statuses', 'GET /api/v1/accounts/{id}'],
  },
  {
    id: 'grocy',
    document: 'grocy.json',
    from: 'grocy/grocy grocy.openapi.json',
    answers: { origin: 'self-hosted' },
    settings: { host: 'pantry.shelves.org' },
    ...keyIn('GROCY-API-KEY'),
    calls: ['GET /stock', 'POST /stock/products/{productId}/add', 'GET /stock/products/{productId}'],
  },
  {
    id: 'klaviyo',
    document: 'klaviyo.json',
    from: 'klaviyo/openapi openapi/stable.json',
    credential: { access_token: 'secret-of-ada' },
    arrives: { authorization: 'Klaviyo-API-Key secret-of-ada' },
    calls: ['GET /api/lists', 'POST /api/lists', 'GET /api/profiles/{id}'],
  },
  {
    id: 'lago',
    document: 'lago.yaml',
    from: 'getlago/lago-openapi openapi.yaml',
    ...bearer,
    calls: ['GET /customers', 'POST /customers', 'GET /customers/{external_customer_id}'],
  },
  {
    id: 'listmonk',
    document: 'listmonk.yaml',
    from: 'knadh/listmonk docs/swagger/collections.yaml',
    answers: { origin: 'self-hosted', security: 'a name and a password' },
    settings: { host: 'lists.shelves.org' },
    credential: { access_token: 'ada:secret-of-ada' },
    arrives: basic,
    calls: ['GET /lists', 'POST /lists', 'GET /subscribers/{id}'],
  },
  {
    id: 'okta',
    document: 'okta.yaml',
    from: 'okta/okta-management-openapi-spec dist/current/management-minimal.yaml',
    answers: { security: 'apiToken' },
    settings: { subdomain: 'shelves' },
    credential: { access_token: 'secret-of-ada' },
    arrives: { authorization: 'SSWS secret-of-ada' },
    calls: ['GET /api/v1/groups', 'POST /api/v1/users', 'GET /api/v1/users/{id}'],
  },
  {
    id: 'overseerr',
    document: 'overseerr.yaml',
    from: 'sct/overseerr overseerr-api.yml',
    answers: { origin: 'self-hosted', security: 'apiKey' },
    settings: { host: 'films.shelves.org' },
    ...keyIn('X-Api-Key'),
    calls: ['GET /request', 'POST /request', 'GET /movie/{movieId}'],
  },
  {
    id: 'paypal',
    document: 'paypal.json',
    from: 'paypal/paypal-rest-api-specifications openapi/invoicing_v2.json',
    ...bearer,
    lists: {
      'GET /v2/invoicing/invoices': { items: [{ id: 'INV2-1' }], total_items: 1, total_pages: 1, links: [] },
    },
    calls: ['GET /v2/invoicing/invoices', 'POST /v2/invoicing/invoices', 'GET /v2/invoicing/invoices/{invoice_id}'],
  },
  {
    id: 'pihole',
    document: 'pihole/main.yaml',
    from: 'pi-hole/FTL src/api/docs/content/specs/main.yaml',
    answers: { origin: 'self-hosted', security: 'x_header_sid' },
    settings: { host: 'hole.shelves.org' },
    ...keyIn('X-FTL-SID'),
    calls: ['GET /queries', 'POST /groups', 'GET /info/version'],
    lists: { 'GET /queries': { queries: [{ id: 1 }], cursor: null, took: 0.1 } },
  },
  {
    id: 'plaid',
    document: 'plaid.yaml',
    from: 'plaid/plaid-openapi 2020-09-14.yml',
    credential: { secrets: { plaid_client_id: 'ada', plaid_secret: 'secret-of-ada', plaid_version: '2020-09-14' } },
    arrives: { 'plaid-client-id': 'ada', 'plaid-secret': 'secret-of-ada', 'plaid-version': '2020-09-14' },
    calls: ['POST /institutions/get', 'POST /item/get', 'POST /accounts/get'],
  },
  {
    id: 'rocketchat',
    document: 'rocketchat-messaging.yaml',
    from: 'RocketChat/Rocket.Chat-Open-API messaging.yaml',
    answers: { origin: 'self-hosted' },
    settings: { host: 'chat.shelves.org' },
    credential: { secrets: { x_auth_token: 'secret-of-ada', x_user_id: 'ada' } },
    arrives: { 'x-auth-token': 'secret-of-ada', 'x-user-id': 'ada' },
    calls: ['GET /api/v1/chat.search', 'POST /api/v1/chat.postMessage', 'GET /api/v1/chat.getMessage'],
  },
  {
    id: 'sonarr',
    document: 'sonarr.json',
    from: 'Sonarr/Sonarr src/Sonarr.Api.V3/openapi.json',
    answers: { origin: 'self-hosted', security: 'X-Api-Key' },
    settings: { host: 'series.shelves.org' },
    ...keyIn('X-Api-Key'),
    calls: ['GET /api/v3/series', 'POST /api/v3/tag', 'GET /api/v3/series/{id}'],
  },
  {
    id: 'typesense',
    document: 'typesense.yaml',
    from: 'typesense/typesense-api-spec openapi.yml',
    answers: { origin: 'self-hosted' },
    settings: { host: 'search.shelves.org' },
    ...keyIn('X-TYPESENSE-API-KEY'),
    calls: ['GET /collections', 'POST /collections/{collectionName}/documents', 'GET /collections/{collectionName}'],
  },
]
