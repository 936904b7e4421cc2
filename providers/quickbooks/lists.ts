import { optional, read, text } from '@patchbay/core/provider'
import { customer_id, id } from './parameters.ts'
import { activeIs, common, is, isUnpaid, money, named, nameIs, result, toQuery } from './queries.ts'

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#query-an-invoice */
export const list_invoices = read('GET /v3/company/{settings.company}/query', {
  description: 'List invoices, e.g. of a customer, unpaid or overdue',
  synonyms: ['open', 'outstanding', 'who owes us', 'bills to customers', 'receivable'],
  params: optional({ customer_id, ...money, ...common }),
  request: (params) =>
    toQuery('Invoice', params, [
      is('CustomerRef', params.customer_id),
      is('TxnDate', params.since, '>='),
      isUnpaid(params.unpaid),
      is('DueDate', params.due_before, '<'),
    ]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill#query-a-bill */
export const list_bills = read('GET /v3/company/{settings.company}/query', {
  description: 'List bills of vendors, e.g. unpaid or overdue',
  synonyms: ['to pay', 'payable', 'what we owe', 'supplier invoices'],
  params: optional({ vendor_id: id('Id of the vendor'), ...money, ...common }),
  request: (params) =>
    toQuery('Bill', params, [
      is('VendorRef', params.vendor_id),
      is('TxnDate', params.since, '>='),
      isUnpaid(params.unpaid),
      is('DueDate', params.due_before, '<'),
    ]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment#query-a-payment */
export const list_payments = read('GET /v3/company/{settings.company}/query', {
  description: 'List payments that customers made',
  synonyms: ['received', 'money', 'incoming', 'paid'],
  params: optional({ customer_id, since: money.since, ...common }),
  request: (params) =>
    toQuery('Payment', params, [is('CustomerRef', params.customer_id), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/customer#query-a-customer */
export const list_customers = read('GET /v3/company/{settings.company}/query', {
  description: 'List customers, or find one by name',
  synonyms: ['clients', 'buyers', 'search'],
  params: optional({ ...named, ...common }),
  request: (params) => toQuery('Customer', params, [nameIs('DisplayName', params.name), activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/vendor#query-a-vendor */
export const list_vendors = read('GET /v3/company/{settings.company}/query', {
  description: 'List vendors, or find one by name',
  synonyms: ['suppliers', 'contractors', 'search'],
  params: optional({ ...named, ...common }),
  request: (params) => toQuery('Vendor', params, [nameIs('DisplayName', params.name), activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/item#query-an-item */
export const list_items = read('GET /v3/company/{settings.company}/query', {
  description: 'List products and services, or find one by name',
  synonyms: ['goods', 'inventory', 'prices', 'catalogue', 'stock'],
  params: optional({ ...named, ...common }),
  request: (params) => toQuery('Item', params, [nameIs('Name', params.name), activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/account#query-an-account */
export const list_accounts = read('GET /v3/company/{settings.company}/query', {
  description: 'List the accounts of the books with their balances',
  synonyms: ['chart of accounts', 'ledger', 'bank accounts', 'expense accounts', 'income accounts'],
  ttl: '5m',
  params: optional({ ...named, account_type: text(100, 'e.g. Bank, Expense, Income, Accounts Payable'), ...common }),
  request: (params) =>
    toQuery('Account', params, [
      nameIs('Name', params.name),
      activeIs(params.active),
      is('AccountType', params.account_type),
    ]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/estimate#query-an-estimate */
export const list_estimates = read('GET /v3/company/{settings.company}/query', {
  description: 'List estimates, e.g. of a customer',
  synonyms: ['quotes', 'offers', 'proposals'],
  params: optional({ customer_id, since: money.since, ...common }),
  request: (params) =>
    toQuery('Estimate', params, [is('CustomerRef', params.customer_id), is('TxnDate', params.since, '>=')]),
  result,
})
