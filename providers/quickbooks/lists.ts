import { flag, integer, optional, read, Type, text } from '@patchbay/core/provider'
import { customer_id, day, id, minorVersion } from './parameters.ts'

/** A text within a query: https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries */
const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const common = {
  where: text(2000, "A further condition, e.g. MetaData.LastUpdatedTime > '2026-01-31'"),
  order_by: text(200, 'e.g. TxnDate DESC'),
  start_position: integer('Number of the first one, from 1', { max: 1_000_000 }),
  max_results: integer('How many; left out: 100', { max: 1000 }),
}

interface Wanted {
  readonly where?: string
  readonly order_by?: string
  readonly start_position?: number
  readonly max_results?: number
}

/** A query of one kind of object, which replaces the parameters that it is made of. */
const toQuery = (kind: string, params: Wanted, conditions: readonly (string | undefined)[]) => {
  const { where, order_by, start_position, max_results = 100 } = params
  const all = [...conditions, where].filter((one) => one !== undefined)
  const query = [
    `select * from ${kind}`,
    ...(all.length > 0 ? [`where ${all.join(' and ')}`] : []),
    ...(order_by === undefined ? [] : [`orderby ${order_by}`]),
    ...(start_position === undefined ? [] : [`startposition ${start_position}`]),
    `maxresults ${max_results}`,
  ].join(' ')
  const others = Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))
  return { query: { ...others, query, ...minorVersion } }
}

const result = Type.Object({ QueryResponse: Type.Object({}) })
const named = {
  name: text(200, 'Only those whose names begin with this'),
  active: flag('false: those that were made inactive'),
}

const nameIs = (column: string, name: string | undefined) =>
  name === undefined ? undefined : `${column} like ${quoted(`${name}%`)}`
const activeIs = (active: boolean | undefined) => (active === undefined ? undefined : `Active = ${active}`)
const isUnpaid = (unpaid: boolean | undefined) => {
  if (unpaid === undefined) return undefined
  return unpaid ? "Balance > '0'" : "Balance = '0'"
}
const is = (column: string, value: string | undefined, sign = '=') =>
  value === undefined ? undefined : `${column} ${sign} ${quoted(value)}`

const money = {
  since: day('Only those dated on or after this day'),
  unpaid: flag('true: only those that are not paid in full'),
  due_before: day('Only those due before this day: with unpaid and the day of today, the overdue ones'),
}

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
