import { basic, messageAt, oauth2, oneOf, origin, pattern, provider } from '@patchbay/core/provider'
import * as campaigns from './campaigns.ts'
import * as members from './members.ts'

/**
 * Mailchimp Marketing, version 3: https://mailchimp.com/developer/marketing/api. Its answers don't say how many calls are left.
 * To know: Answers don’t say how many calls are left; ten at the same time are the most: https://mailchimp.com/developer/marketing/docs/fundamentals/
 */
export default provider({
  id: 'mailchimp',
  title: 'Mailchimp',
  origin: origin`https://${'data_center'}.api.mailchimp.com`,
  /** The last part of a key; for OAuth: https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
  settings: {
    data_center: pattern(
      '^[a-z]{2}[0-9]{1,3}$',
      5,
      'Data center of the account: the last part of its API key, e.g. us6',
    ),
  },
  auth: oneOf({
    /** Tokens neither end nor are refreshed: https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
    oauth: oauth2({
      authorize: 'https://login.mailchimp.com/oauth2/authorize',
      token: 'https://login.mailchimp.com/oauth2/token',
      scopes: {},
      clientAuth: 'post',
      tells: { data_center: { read: 'https://login.mailchimp.com/oauth2/metadata', answer: '/dc' } },
      rotates: false,
    }),
    /** Any user name will do: https://mailchimp.com/developer/marketing/docs/fundamentals/#authenticate-with-basic-auth */
    key: basic({ username: 'patchbay' }),
  }),
  credentialsPage: 'https://admin.mailchimp.com/account/api/',
  credentialFields: { password: { label: 'API key', hint: 'Ends with the data center, e.g. -us6' } },
  probe: {
    action: 'ping',
    params: {},
    identity: { action: 'get_account', params: {}, at: ['/account_name', '/account_id'] },
  },
  actions: { ...members, ...campaigns },
  /** https://mailchimp.com/developer/marketing/docs/errors */
  failure: messageAt('/detail', '/title'),
})
