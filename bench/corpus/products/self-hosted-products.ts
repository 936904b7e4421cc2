import type { Product } from './products.ts'

const secret = 'secret-of-ada'
const bearer = { credential: { access_token: secret }, arrives: { authorization: `Bearer ${secret}` } }
const keyIn = (header: string) => ({
  credential: { access_token: secret },
  arrives: { [header.toLowerCase()]: secret },
})

/** Products that people run themselves, whose documents nobody had looked at before. */
export const selfHostedProducts: readonly Product[] = [
  {
    id: 'audiobookshelf',
    document: 'audiobookshelf.json',
    from: 'advplyr/audiobookshelf docs/openapi.json',
    ...bearer,
    calls: ['GET /api/libraries', 'POST /api/notifications', 'GET /api/libraries/{id}'],
  },
  {
    id: 'coolify',
    document: 'coolify.yaml',
    from: 'coollabsio/coolify openapi.yaml',
    ...bearer,
    calls: ['GET /applications', 'POST /cloud-tokens', 'GET /applications/{uuid}'],
  },
  {
    id: 'homebox',
    document: 'homebox.json',
    from: 'sysadminsmedia/homebox docs/public/api/openapi-3.0.json',
    ...bearer,
    calls: ['GET /v1/groups', 'POST /v1/tags', 'GET /v1/tags/{id}'],
  },
  {
    id: 'invoiceninja',
    document: 'invoiceninja.yaml',
    from: 'invoiceninja/invoiceninja openapi/api-docs.yaml',
    ...keyIn('X-API-TOKEN'),
    calls: ['GET /api/v1/bank_transactions', 'POST /api/v1/emails', 'GET /api/v1/companies/{id}'],
  },
  {
    id: 'karakeep',
    document: 'karakeep.json',
    from: 'karakeep-app/karakeep packages/open-api/karakeep-openapi-spec.json',
    ...bearer,
    calls: ['GET /lists', 'POST /tags', 'GET /bookmarks/{bookmarkId}'],
  },
  {
    id: 'kavita',
    document: 'kavita.json',
    from: 'Kareadita/Kavita openapi.json',
    answers: { security: 'Bearer' },
    ...bearer,
    calls: ['GET /api/Collection', 'POST /api/Account/update/email', 'GET /api/Series/{seriesId}'],
  },
  {
    id: 'komga',
    document: 'komga.json',
    from: 'gotson/komga komga/docs/openapi.json',
    answers: { security: 'apiKey' },
    ...keyIn('X-API-Key'),
    calls: ['GET /api/v1/announcements', 'POST /api/v1/collections', 'GET /api/v1/collections/{id}'],
  },
  {
    id: 'memos',
    document: 'memos.yaml',
    from: 'usememos/memos proto/gen/openapi.yaml',
    answers: { security: 'a bearer token' },
    ...bearer,
    calls: ['GET /api/v1/users:stats', 'POST /api/v1/memos', 'GET /api/v1/memos/{memo}'],
  },
  {
    id: 'netbird',
    document: 'netbird.yaml',
    from: 'netbirdio/netbird shared/management/http/api/openapi.yml',
    answers: { security: 'TokenAuth' },
    credential: { access_token: secret },
    arrives: { authorization: `Token ${secret}` },
    calls: ['GET /api/peers', 'POST /api/groups', 'GET /api/groups/{groupId}'],
  },
  {
    id: 'outline',
    document: 'outline.yaml',
    from: 'outline/openapi spec3.yml',
    answers: { security: 'BearerAuth', 'reads POST /collections.info': 'yes' },
    ...bearer,
    calls: ['POST /collections.info', 'POST /accessRequests.create', 'POST /attachments.delete'],
  },
  {
    id: 'photoprism',
    document: 'photoprism.json',
    from: 'photoprism/photoprism internal/api/swagger.json',
    answers: { security: 'a bearer token' },
    ...bearer,
    calls: ['GET /api/v1/config', 'POST /api/v1/albums', 'GET /api/v1/albums/{uid}'],
  },
  {
    id: 'sftpgo',
    document: 'sftpgo.yaml',
    from: 'drakkan/sftpgo openapi/openapi.yaml',
    answers: { security: 'APIKeyAuth' },
    ...keyIn('X-SFTPGO-API-KEY'),
    calls: ['GET /admin/profile', 'POST /roles', 'GET /roles/{name}'],
  },
  {
    id: 'traccar',
    document: 'traccar.yaml',
    from: 'traccar/traccar openapi.yaml',
    answers: { security: 'BasicAuth' },
    credential: { access_token: `ada:${secret}` },
    arrives: { authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}` },
    calls: ['GET /commands/types', 'POST /groups', 'GET /devices/{id}'],
  },
  {
    id: 'vikunja',
    document: 'vikunja.json',
    from: 'go-vikunja/vikunja pkg/swagger/swagger.json',
    ...bearer,
    calls: ['GET /admin/overview', 'POST /tasks/bulk', 'GET /labels/{id}'],
  },
  {
    id: 'wazuh',
    document: 'wazuh.yaml',
    from: 'wazuh/wazuh api/api/spec/spec.yaml',
    answers: { security: 'jwt' },
    ...bearer,
    calls: ['GET /agents/summary', 'POST /groups', 'GET /agents/no_group'],
  },
]
