import { basic, messageAt, origin, pattern, provider } from '@patchbay/core/provider'
import * as pages from './pages.ts'

/** Confluence Cloud, version 2 of its API: https://developer.atlassian.com/cloud/confluence/rest/v2/intro */
export default provider({
  id: 'confluence',
  title: 'Confluence',
  origin: origin`https://${'site'}.atlassian.net`,
  settings: {
    site: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of your address, e.g. acme of acme.atlassian.net'),
  },
  /**
   * A user's address and API token, as `ada@example.com:token`. OAuth goes to another host with an id of the site in the path:
   * https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis
   */
  auth: basic(),
  credentialsPage: 'https://id.atlassian.com/manage-profile/security/api-tokens',
  credentialFields: {
    username: { label: 'E-mail address of your Atlassian account' },
    password: { label: 'API token' },
  },
  probe: { action: 'get_me', params: {}, identity: ['/email', '/displayName'] },
  actions: { ...pages },
  /** https://developer.atlassian.com/cloud/confluence/rate-limiting */
  limits: { headers: 'Retry-After' },
  /** Version 2 answers `errors`, version 1 a `message`. */
  failure: messageAt('/errors/0/title', '/message'),
})
