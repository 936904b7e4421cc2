import { messageAt, oauth2, pattern, provider } from '@patchbay/core/provider'
import * as books from './books.ts'
import * as company from './company.ts'
import * as corrections from './corrections.ts'
import * as documents from './documents.ts'
import * as lists from './lists.ts'
import * as purchases from './purchases.ts'
import * as records from './records.ts'
import * as sales from './sales.ts'

/**
 * QuickBooks Online, the Accounting API: https://developer.intuit.com/app/developer/qbo/docs/api/accounting. What it says of money isn't cached, but reports.
 * To know: a change wants the SyncToken of the object as it was read last. Repeats of a write within the same requestid are carried out once.
 * To know: lists are queries, which give 1,000 objects at most; start_position reads on.
 * To know: update_vendor, update_item, update_bill, update_invoice and update_journal_entry read the object first, and send it whole.
 */
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
  actions: { ...company, ...sales, ...lists, ...documents, ...purchases, ...books, ...records, ...corrections },
  listed: [
    'get_company',
    'get_report',
    'query',
    'get_customer',
    'create_customer',
    'update_customer',
    'get_invoice',
    'create_invoice',
    'send_invoice',
    'void_invoice',
    'create_payment',
  ],
  /** https://developer.intuit.com/app/developer/qbo/docs/develop/troubleshooting/handling-api-errors */
  failure: messageAt('/Fault/Error/0/Detail', '/Fault/Error/0/Message', '/fault/error/0/message'),
})
