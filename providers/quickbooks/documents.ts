import { clearable, optional, read, Type, text, write } from '@patchbay/core/provider'
import { keepTheRest } from './full-update.ts'
import { saleLines, toSaleLines } from './lines.ts'
import * as qbo from './parameters.ts'
import { get_invoice } from './sales.ts'

const { customer_id, invoice_id, id, day, sync_token, minorVersion, requestId, emptied } = qbo
const estimate_id = id('Id of the estimate')
const account = 'Id of the account that the money goes to; left out: Undeposited Funds'
const query = minorVersion
const common = optional({ email: qbo.email, memo: qbo.memo, date: day('Its date; left out: today') })
const names = {
  customer_id: '/CustomerRef/value',
  email: '/BillEmail/Address',
  memo: '/CustomerMemo/value',
  date: 'TxnDate',
} as const
const one = (name: string) => Type.Object({ [name]: Type.Object({ Id: Type.String() }) })
const toLines = ({ lines }: { readonly lines: Parameters<typeof toSaleLines>[0] }) => ({
  query,
  body: { lines: undefined, Line: toSaleLines(lines) },
})
const texts = ['/memo', '/lines/description'] as const

const invoiceNames = { invoice_id: 'Id', sync_token: 'SyncToken', due_date: 'DueDate' } as const
const changedInvoiceNames = { ...invoiceNames, email: 'BillEmail', memo: 'CustomerMemo', lines: 'Line' }

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#full-update-an-invoice */
export const update_invoice = write('POST /v3/company/{settings.company}/invoice', {
  description: "Change an invoice's due date, address, memo or lines; left out stays as it is",
  synonyms: ['edit', 'bill', 'extend'],
  is: ['pays'],
  roles: { recipient: ['/email'], text: texts },
  idempotencyKey: requestId,
  params: {
    invoice_id,
    sync_token,
    ...optional({
      due_date: day('When it is due'),
      email: clearable(qbo.email),
      memo: clearable(qbo.memo),
      lines: saleLines,
    }),
  },
  rename: invoiceNames,
  before: [{ send: get_invoice, params: ({ invoice_id }) => ({ invoice_id }) }],
  request: ({ email, memo, lines }) => ({
    query,
    body: {
      sparse: false,
      email: undefined,
      memo: undefined,
      lines: undefined,
      BillEmail: email === undefined ? undefined : { Address: emptied(email) },
      CustomerMemo: memo === undefined ? undefined : { value: emptied(memo) },
      Line: toSaleLines(lines),
    },
  }),
  complete: keepTheRest('Invoice', changedInvoiceNames),
  result: one('Invoice'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#delete-an-invoice */
export const delete_invoice = write('POST /v3/company/{settings.company}/invoice', {
  description: 'Delete an invoice; void_invoice keeps a record of it',
  synonyms: ['remove', 'bill'],
  is: ['pays', 'deletes'],
  idempotencyKey: requestId,
  params: { invoice_id, sync_token },
  rename: { invoice_id: 'Id', sync_token: 'SyncToken' },
  request: () => ({ query: { ...minorVersion, operation: 'delete' } }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice#get-an-invoice-as-pdf */
export const download_invoice = read('GET /v3/company/{settings.company}/invoice/{invoice_id}/pdf', {
  description: 'Download an invoice as PDF',
  synonyms: ['print', 'save', 'file', 'bill'],
  answer: 'bytes',
  params: { invoice_id },
  request: () => ({ query, headers: { Accept: 'application/pdf' } }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment#read-a-payment */
export const get_payment = read('GET /v3/company/{settings.company}/payment/{payment_id}', {
  description: 'Get a payment of a customer, with the invoices that it pays',
  synonyms: ['received', 'money'],
  params: { payment_id: id('Id of the payment') },
  request: () => ({ query }),
  result: one('Payment'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/estimate#read-an-estimate */
export const get_estimate = read('GET /v3/company/{settings.company}/estimate/{estimate_id}', {
  description: 'Get an estimate with its lines',
  synonyms: ['quote', 'offer', 'proposal'],
  params: { estimate_id },
  request: () => ({ query }),
  result: one('Estimate'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/estimate#create-an-estimate */
export const create_estimate = write('POST /v3/company/{settings.company}/estimate', {
  description: 'Create an estimate; send_estimate mails it',
  synonyms: ['quote', 'offer', 'proposal', 'new'],
  is: [],
  roles: { recipient: ['/email'], text: texts },
  additive: true,
  idempotencyKey: requestId,
  params: { customer_id, lines: saleLines, ...common, expiration_date: optional(day('Until when it holds')) },
  rename: { ...names, expiration_date: 'ExpirationDate' },
  request: toLines,
  result: one('Estimate'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/estimate#send-an-estimate */
export const send_estimate = write('POST /v3/company/{settings.company}/estimate/{estimate_id}/send', {
  description: 'Mail an estimate to its customer, or to another address',
  synonyms: ['quote', 'offer', 'e-mail', 'proposal'],
  is: ['sends'],
  roles: { recipient: ['/send_to'] },
  idempotencyKey: requestId,
  params: { estimate_id, send_to: optional(qbo.email) },
  in: { send_to: 'query' },
  rename: { send_to: 'sendTo' },
  request: () => ({ query }),
  result: one('Estimate'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/creditmemo#create-a-creditmemo */
export const create_credit_memo = write('POST /v3/company/{settings.company}/creditmemo', {
  description: 'Issue a credit memo: the customer owes that much less',
  synonyms: ['credit note', 'new', 'refund'],
  is: ['pays'],
  roles: { recipient: ['/email'], text: texts },
  additive: true,
  idempotencyKey: requestId,
  params: { customer_id, lines: saleLines, ...common },
  rename: names,
  request: toLines,
  result: one('CreditMemo'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/salesreceipt#create-a-salesreceipt */
export const create_sales_receipt = write('POST /v3/company/{settings.company}/salesreceipt', {
  description: 'Record a sale that was paid at once',
  synonyms: ['cash sale', 'sold', 'new', 'make'],
  is: ['pays'],
  roles: { recipient: ['/email'], destination: ['/deposit_account_id'], text: texts },
  additive: true,
  idempotencyKey: requestId,
  params: { customer_id, lines: saleLines, ...common, deposit_account_id: optional(id(account)) },
  rename: { ...names, deposit_account_id: '/DepositToAccountRef/value' },
  request: toLines,
  result: one('SalesReceipt'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/refundreceipt#create-a-refundreceipt */
export const create_refund_receipt = write('POST /v3/company/{settings.company}/refundreceipt', {
  description: 'Record that money was given back to a customer',
  synonyms: ['refund', 'return', 'pay back', 'new'],
  is: ['pays'],
  roles: { recipient: ['/email'], destination: ['/customer_id'], text: texts },
  additive: true,
  idempotencyKey: requestId,
  params: {
    customer_id,
    lines: saleLines,
    refund_account_id: id('Id of the account that the money comes from'),
    ...common,
  },
  rename: { ...names, refund_account_id: '/DepositToAccountRef/value' },
  request: toLines,
  result: one('RefundReceipt'),
})

const item_id = id('Id of the item')
const name = text(100, 'Its name; no two have the same')
const price = Type.Number({ description: "Price in the company's currency" })
const goods = {
  description: text(4000, 'What it is, for customers'),
  price,
  cost: Type.Number({ description: "What it costs to buy, in the company's currency" }),
  sku: text(100, 'Stock keeping unit'),
  expense_account_id: id('Id of the account that its cost is booked on'),
}
const itemNames = {
  name: 'Name',
  description: 'Description',
  price: 'UnitPrice',
  cost: 'PurchaseCost',
  sku: 'Sku',
  expense_account_id: '/ExpenseAccountRef/value',
} as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/item#read-an-item */
export const get_item = read('GET /v3/company/{settings.company}/item/{item_id}', {
  description: 'Get a product or service with its price',
  synonyms: ['goods', 'stock'],
  ttl: '30s',
  params: { item_id },
  request: () => ({ query }),
  result: one('Item'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/item#create-an-item; inventory needs more than this. */
export const create_item = write('POST /v3/company/{settings.company}/item', {
  description: 'Create a product or service',
  synonyms: ['goods', 'new', 'catalogue'],
  is: [],
  roles: { text: ['/name', '/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    name,
    type: Type.Enum(['Service', 'NonInventory'], { description: 'NonInventory: goods whose stock is not counted' }),
    income_account_id: id('Id of the account that sales are booked on; list_accounts lists them'),
    ...optional(goods),
  },
  rename: { ...itemNames, type: 'Type', income_account_id: '/IncomeAccountRef/value' },
  request: () => ({ query }),
  result: one('Item'),
})

const changedItemNames = { ...itemNames, item_id: 'Id', sync_token: 'SyncToken', active: 'Active' } as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/item#full-update-an-item */
export const update_item = write('POST /v3/company/{settings.company}/item', {
  description: "Change a product's or service's name, price or description; left out stays as it is",
  synonyms: ['goods', 'edit', 'cost'],
  // Invoices and orders take the price from here.
  is: ['pays'],
  onlyIf: { pays: ({ price, cost }) => price !== undefined || cost !== undefined },
  roles: { text: ['/name', '/description'] },
  idempotencyKey: requestId,
  params: {
    item_id,
    sync_token,
    ...optional({
      name,
      ...goods,
      description: clearable(goods.description),
      sku: clearable(goods.sku),
      active: qbo.active,
    }),
  },
  rename: changedItemNames,
  before: [{ send: get_item, params: ({ item_id }) => ({ item_id }) }],
  request: ({ description, sku }) => ({
    query,
    body: { sparse: false, Description: emptied(description), Sku: emptied(sku) },
  }),
  complete: keepTheRest('Item', changedItemNames),
  result: one('Item'),
})
