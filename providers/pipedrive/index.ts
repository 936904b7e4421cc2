import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as contacts from './contacts.ts'
import * as deals from './deals.ts'

/** Pipedrive, version 2 of its API: https://developers.pipedrive.com/docs/api/v1 */
export default provider({
  id: 'pipedrive',
  title: 'Pipedrive',
  origin: 'https://api.pipedrive.com',
  /** A user's token: https://pipedrive.readme.io/docs/core-api-concepts-authentication */
  auth: apiKey({ header: 'x-api-token' }),
  credentialsPage: 'https://app.pipedrive.com/settings/api',
  credentialFields: { key: { label: 'Personal API token' } },
  probe: { action: 'get_me', params: {}, identity: ['/data/company_name', '/data/email'] },
  actions: { ...deals, ...contacts },
  /** https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting#http-headers-and-response-codes */
  limits: { headers: 'X-RateLimit-*' },
  failure: messageAt('/error'),
})
