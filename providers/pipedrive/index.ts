import {
  apiKey,
  messageAt,
  oauth2,
  oneOf,
  optional,
  origin,
  pattern,
  provider,
  sharedOrigin,
} from '@patchbay/core/provider'
import * as contacts from './contacts.ts'
import * as deals from './deals.ts'

/**
 * Pipedrive, version 2 of its API: https://developers.pipedrive.com/docs/api/v1
 * To know: Fields of an account’s own have keys of 40 characters, which differ in each account; leads have the fields of deals: https://pipedrive.readme.io/docs/core-api-concepts-custom-fields
 */
export default provider({
  id: 'pipedrive',
  title: 'Pipedrive',
  origin: sharedOrigin('https://api.pipedrive.com', origin`https://${'company'}.pipedrive.com`),
  settings: optional({
    company: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of your address, e.g. acme of acme.pipedrive.com'),
  }),
  auth: oneOf({
    /** A user's token: https://pipedrive.readme.io/docs/core-api-concepts-authentication */
    key: apiKey({ header: 'x-api-token' }),
    /**
     * The application says what it may do; a refresh token is used once, and ends after 60 days without use:
     * https://pipedrive.readme.io/docs/marketplace-oauth-authorization
     * https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes
     */
    oauth: oauth2({
      authorize: 'https://oauth.pipedrive.com/oauth/authorize',
      token: 'https://oauth.pipedrive.com/oauth/token',
      scopes: {},
      clientAuth: 'basic',
      tells: { company: { answer: '/api_domain' } },
      rotates: true,
      revoke: { url: 'https://oauth.pipedrive.com/oauth/revoke' },
    }),
  }),
  credentialsPage: 'https://app.pipedrive.com/settings/api',
  credentialFields: { key: { label: 'Personal API token' } },
  probe: { action: 'get_me', params: {}, identity: ['/data/company_name', '/data/email'] },
  actions: { ...deals, ...contacts },
  /** https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting#http-headers-and-response-codes */
  limits: { headers: 'X-RateLimit-*' },
  failure: messageAt('/error'),
})
