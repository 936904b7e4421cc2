import { meaningAt, messageAt, oauth2, origin, pattern, provider } from '@patchbay/core/provider'
import * as bulk from './bulk.ts'
import * as collections from './collections.ts'
import * as daily from './daily.ts'
import * as files from './files.ts'
import * as reading from './reading.ts'
import * as records from './records.ts'
import * as work from './work.ts'

/**
 * Salesforce's REST API, version 62: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest
 * To know: A bulk ingest job does nothing until close_ingest_job says that its data is complete: https://developer.salesforce.com/docs/platform/api-asynch/guide/close-job.html
 * To know: In a request for many records each one fails or succeeds by itself, unless all_or_none is sent: https://developer.salesforce.com/docs/platform/api-rest/guide/resources-composite-sobjects-collections-create.html
 */
export default provider({
  id: 'salesforce',
  title: 'Salesforce',
  origin: origin`https://${'instance'}.salesforce.com`,
  settings: {
    instance: pattern(
      '^[a-z0-9-]+(\\.[a-z0-9-]+)*$',
      120,
      'The first part of your address, e.g. acme.my of acme.my.salesforce.com',
    ),
  },
  /** The answer of the token endpoint tells the address: https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm */
  auth: oauth2({
    authorize: 'https://login.salesforce.com/services/oauth2/authorize',
    /** The org's own domain, or the one that the browser was sent to: https://login.salesforce.com/.well-known/openid-configuration */
    issuers: [
      'https://login.salesforce.com',
      'https://*.my.salesforce.com',
      'https://*.develop.my.salesforce.com',
      'https://*.sandbox.my.salesforce.com',
      'https://*.scratch.my.salesforce.com',
    ],
    token: 'https://login.salesforce.com/services/oauth2/token',
    scopes: {
      api: 'Read and change all records that the user can',
      refresh_token: 'Stay connected',
      openid: 'See who you are',
    },
    clientAuth: 'post',
    tells: { instance: { answer: '/instance_url' } },
    revoke: { url: 'https://login.salesforce.com/services/oauth2/revoke', authentication: 'none' },
    pkce: true,
    // An application may be set up so that they do: https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_refresh_token_flow.htm
    rotates: true,
  }),
  probe: { action: 'get_me', params: {}, identity: ['/organization_id', '/preferred_username'] },
  actions: { ...records, ...reading, ...collections, ...bulk, ...files, ...work, ...daily },
  listed: [
    'create_record',
    'delete_record',
    'describe_object',
    'get_limits',
    'get_me',
    'get_record',
    'list_objects',
    'query',
    'search',
    'update_record',
    'upsert_record',
  ],
  /** A list: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm; of get_me a 403 with one word. */
  failure: meaningAt('', ['Bad_OAuth_Token'], { status: 401 }, messageAt('/0/message', '/error_description')),
})
