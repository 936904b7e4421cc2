import { messageAt, oauth2, pattern, provider } from '@patchbay/core/provider'
import * as company from './company.ts'
import * as sales from './sales.ts'

/** QuickBooks Online, the Accounting API: https://developer.intuit.com/app/developer/qbo/docs/api/accounting. What it says of money isn't cached, but reports. */
export default provider({
  id: 'quickbooks',
  title: 'QuickBooks Online',
  origin: 'https://quickbooks.api.intuit.com',
  settings: { company: pattern('^[0-9]{1,20}$', 20, 'Id of the company (realm)') },
  /** The callback tells the company; refresh tokens change daily: https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0 */
  auth: oauth2({
    authorize: 'https://appcenter.intuit.com/connect/oauth2',
    /** https://developer.api.intuit.com/.well-known/openid_configuration */
    issuers: ['https://oauth.platform.intuit.com/op/v1'],
    token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    scopes: { 'com.intuit.quickbooks.accounting': "Read and change the company's books" },
    clientAuth: 'basic',
    tells: { company: { callback: 'realmId' } },
    revoke: { url: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke', authentication: 'basic', json: 'token' },
    rotates: true,
  }),
  headers: { Accept: 'application/json' },
  probe: { action: 'get_company', params: {}, identity: '/CompanyInfo/CompanyName' },
  actions: { ...company, ...sales },
  /** https://developer.intuit.com/app/developer/qbo/docs/develop/troubleshooting/handling-api-errors */
  failure: messageAt('/Fault/Error/0/Detail', '/Fault/Error/0/Message', '/fault/error/0/message'),
})
