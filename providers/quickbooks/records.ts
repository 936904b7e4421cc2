import { choice, optional, read } from '@patchbay/core/provider'
import { customer_id, id } from './parameters.ts'
import { activeIs, common, is, money, named, nameIs, result, toQuery } from './queries.ts'

const vendor_id = id('Id of the vendor')
const { since } = money

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/purchase#query-a-purchase */
export const list_purchases = read('GET /v3/company/{settings.company}/query', {
  description: 'List expenses that are paid already, by cash, check or credit card',
  synonyms: ['spending', 'costs', 'what we spent', 'purchases', 'card charges', 'my expenses', 'last month'],
  params: optional({
    payment_type: choice(['Cash', 'Check', 'CreditCard'], 'Only those that were paid so'),
    since,
    ...common,
  }),
  request: (params) =>
    toQuery('Purchase', params, [is('PaymentType', params.payment_type), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/purchaseorder#query-a-purchaseorder */
export const list_purchase_orders = read('GET /v3/company/{settings.company}/query', {
  description: 'List orders of goods or services from vendors',
  synonyms: ['purchase orders', 'open orders', 'suppliers', 'ordered', 'PO'],
  params: optional({ vendor_id, since, ...common }),
  request: (params) =>
    toQuery('PurchaseOrder', params, [is('VendorRef', params.vendor_id), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/deposit#query-a-deposit */
export const list_deposits = read('GET /v3/company/{settings.company}/query', {
  description: 'List deposits to bank accounts',
  synonyms: ['bank', 'money in', 'paid in'],
  params: optional({ since, ...common }),
  request: (params) => toQuery('Deposit', params, [is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry#query-a-journalentry */
export const list_journal_entries = read('GET /v3/company/{settings.company}/query', {
  description: 'List journal entries with their debits and credits',
  synonyms: ['ledger', 'postings', 'adjustments', 'journal'],
  params: optional({ since, ...common }),
  request: (params) => toQuery('JournalEntry', params, [is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/salesreceipt#query-a-salesreceipt */
export const list_sales_receipts = read('GET /v3/company/{settings.company}/query', {
  description: 'List sales that were paid at once',
  synonyms: ['cash sales', 'paid at once'],
  params: optional({ customer_id, since, ...common }),
  request: (params) =>
    toQuery('SalesReceipt', params, [is('CustomerRef', params.customer_id), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/creditmemo#query-a-credit-memo */
export const list_credit_memos = read('GET /v3/company/{settings.company}/query', {
  description: 'List credit memos of customers',
  synonyms: ['credit notes', 'credits'],
  params: optional({ customer_id, since, ...common }),
  request: (params) =>
    toQuery('CreditMemo', params, [is('CustomerRef', params.customer_id), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/timeactivity#query-a-timeactivity-object */
export const list_time_activities = read('GET /v3/company/{settings.company}/query', {
  description: 'List the time that employees and contractors have worked',
  synonyms: ['hours', 'timesheets', 'working time', 'tracked'],
  params: optional({ customer_id, since, ...common }),
  request: (params) =>
    toQuery('TimeActivity', params, [is('CustomerRef', params.customer_id), is('TxnDate', params.since, '>=')]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/employee#query-an-employee */
export const list_employees = read('GET /v3/company/{settings.company}/query', {
  description: 'List employees, or find one by name',
  synonyms: ['staff', 'workers', 'people', 'payroll', 'team'],
  params: optional({ ...named, ...common }),
  request: (params) => toQuery('Employee', params, [nameIs('DisplayName', params.name), activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/taxcode#query-a-taxcode */
export const list_tax_codes = read('GET /v3/company/{settings.company}/query', {
  description: 'List tax codes with the rates that each has',
  synonyms: ['sales tax', 'VAT', 'GST', 'taxes'],
  ttl: '5m',
  params: optional({ active: named.active, ...common }),
  request: (params) => toQuery('TaxCode', params, [activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/taxrate#query-a-taxrate */
export const list_tax_rates = read('GET /v3/company/{settings.company}/query', {
  description: 'List tax rates in percent, with their agencies',
  synonyms: ['sales tax', 'VAT', 'GST', 'taxes', 'how much tax'],
  ttl: '5m',
  params: optional({ active: named.active, ...common }),
  request: (params) => toQuery('TaxRate', params, [activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/term#query-a-term */
export const list_terms = read('GET /v3/company/{settings.company}/query', {
  description: 'List payment terms, e.g. due within 30 days',
  synonyms: ['net 30', 'due days', 'conditions', 'sales terms'],
  ttl: '5m',
  params: optional({ active: named.active, ...common }),
  request: (params) => toQuery('Term', params, [activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/class#query-a-class */
export const list_classes = read('GET /v3/company/{settings.company}/query', {
  description: 'List classes, by which transactions are grouped',
  synonyms: ['segments', 'departments', 'cost centres', 'tracking categories'],
  ttl: '5m',
  params: optional({ ...named, ...common }),
  request: (params) => toQuery('Class', params, [nameIs('Name', params.name), activeIs(params.active)]),
  result,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/attachable#query-an-attachable */
export const list_attachments = read('GET /v3/company/{settings.company}/query', {
  description: 'List the files and notes that are attached to an invoice, bill, expense or the like',
  synonyms: ['receipts', 'documents', 'files', 'scans', 'attached'],
  params: {
    entity: choice(['Invoice', 'Bill', 'Purchase', 'Estimate', 'SalesReceipt', 'Customer', 'Vendor'], 'Its kind'),
    entity_id: id('Its id'),
    ...optional(common),
  },
  request: (params) =>
    toQuery('Attachable', params, [
      is('AttachableRef.EntityRef.Type', params.entity),
      is('AttachableRef.EntityRef.value', params.entity_id),
    ]),
  result,
})
