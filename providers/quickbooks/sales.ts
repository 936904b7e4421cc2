import { optional, read, Type, text, write } from '@patchbay/core/provider'
import { amount, saleLines, toSaleLines } from './lines.ts'
import * as qbo from './parameters.ts'
import { changePerson, clearablePerson, person, personNames } from './person.ts'

const { customer_id, invoice_id, sync_token, minorVersion, requestId } = qbo
const display_name = text(500, 'Name under which the customer is listed; no two have the same')
const aCustomer = Type.Object({ Customer: Type.Object({ Id: Type.String() }) })
const anInvoice = Type.Object({ Invoice: Type.Object({ Id: Type.String() }) })

/** https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries; 1,000 objects at most. */
export const query = read('GET /v3/company/{settings.company}/query', {
  description: 'List customers, invoices, bills, accounts and so on by a query',
  synonyms: ['search', 'find', 'unpaid', 'overdue', 'vendors', 'items'],
  params: {
    query: text(5000, "e.g. select * from Invoice where Balance > '0' orderby DueDate startposition 1 maxresults 100"),
  },
  request: () => ({ query: minorVersion }),
  result: Type.Object({ QueryResponse: Type.Object({}) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/customer#read-a-customer */
export const get_customer = read('GET /v3/company/{settings.company}/customer/{customer_id}', {
  description: 'Get a customer with the open balance',
  synonyms: ['client', 'balance', 'buyer'],
  ttl: '30s',
  params: { customer_id },
  request: () => ({ query: minorVersion }),
  result: aCustomer,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/customer#create-a-customer */
export const create_customer = write('POST /v3/company/{settings.company}/customer', {
  description: 'Create a customer',
  synonyms: ['client', 'new', 'buyer'],
  is: [],
  additive: true,
  idempotencyKey: requestId,
  params: { display_name, ...optional(person) },
  rename: personNames,
  request: () => ({ query: minorVersion }),
  result: aCustomer,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/customer#sparse-update-a-customer */
export const update_customer = write('POST /v3/company/{settings.company}/customer', {
  description: 'Change a customer; omitted fields stay unchanged',
  synonyms: ['client', 'edit', 'address'],
  // Invoices, statements and reminders go to the address.
  is: ['grants'],
  onlyIf: { grants: ({ email, phone }) => email !== undefined || phone !== undefined },
  roles: { recipient: ['/email', '/phone'] },
  idempotencyKey: requestId,
  params: {
    customer_id,
    sync_token,
    ...optional({
      display_name,
      ...clearablePerson,
    }),
  },
  rename: { ...personNames, customer_id: 'Id', sync_token: 'SyncToken' },
  request: (changed) => ({ query: minorVersion, body: changePerson(changed) }),
  result: aCustomer,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#read-an-invoice */
export const get_invoice = read('GET /v3/company/{settings.company}/invoice/{invoice_id}', {
  description: 'Get an invoice with its lines and unpaid amount',
  synonyms: ['bill', 'balance', 'paid'],
  params: { invoice_id },
  request: () => ({ query: minorVersion }),
  result: anInvoice,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#create-an-invoice */
export const create_invoice = write('POST /v3/company/{settings.company}/invoice', {
  description: 'Create an invoice; send_invoice mails it',
  synonyms: ['bill', 'charge', 'new', 'turn an estimate into an invoice', 'from a quote'],
  is: ['pays'],
  roles: { recipient: ['/email'], text: ['/memo', '/lines/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    customer_id,
    lines: saleLines,
    ...optional({ due_date: qbo.day('When it is due'), email: qbo.email, memo: qbo.memo }),
  },
  rename: {
    customer_id: '/CustomerRef/value',
    due_date: 'DueDate',
    email: '/BillEmail/Address',
    memo: '/CustomerMemo/value',
  },
  request: ({ lines }) => ({
    query: minorVersion,
    body: {
      lines: undefined,
      Line: toSaleLines(lines),
    },
  }),
  result: anInvoice,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#send-an-invoice */
export const send_invoice = write('POST /v3/company/{settings.company}/invoice/{invoice_id}/send', {
  description: 'Mail an invoice to its customer, or to another address',
  synonyms: ['e-mail', 'bill', 'deliver'],
  is: ['sends'],
  roles: { recipient: ['/send_to'] },
  idempotencyKey: requestId,
  params: { invoice_id, send_to: optional(qbo.email) },
  in: { send_to: 'query' },
  rename: { send_to: 'sendTo' },
  request: () => ({ query: minorVersion }),
  result: anInvoice,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#void-an-invoice */
export const void_invoice = write('POST /v3/company/{settings.company}/invoice', {
  description: 'Void an invoice: its amounts become zero',
  synonyms: ['cancel', 'bill', 'annul'],
  is: ['pays', 'deletes'],
  idempotencyKey: requestId,
  params: { invoice_id, sync_token },
  rename: { invoice_id: 'Id', sync_token: 'SyncToken' },
  request: () => ({ query: { ...minorVersion, operation: 'void' } }),
  result: anInvoice,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment#create-a-payment */
export const create_payment = write('POST /v3/company/{settings.company}/payment', {
  description: 'Record a payment of a customer, optionally for an invoice',
  synonyms: ['paid', 'received money', 'settle'],
  is: ['pays'],
  roles: { amount: { at: ['/amount'], unit: 'major' } },
  additive: true,
  idempotencyKey: requestId,
  params: { customer_id, amount, invoice_id: optional(invoice_id) },
  rename: { customer_id: '/CustomerRef/value', amount: 'TotalAmt' },
  request: ({ amount, invoice_id }) => ({
    query: minorVersion,
    body: {
      invoice_id: undefined,
      Line: invoice_id && [{ Amount: amount, LinkedTxn: [{ TxnId: invoice_id, TxnType: 'Invoice' }] }],
    },
  }),
  result: Type.Object({ Payment: Type.Object({ Id: Type.String() }) }),
})
