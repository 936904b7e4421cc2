import { choice, optional, read, Type, text, write } from '@patchbay/core/provider'
import { keepTheRest } from './full-update.ts'
import { amount, costLines, toCostLines } from './lines.ts'
import * as qbo from './parameters.ts'
import { changePerson, clearablePerson, person, personNames } from './person.ts'

const { id, day, sync_token, minorVersion, requestId } = qbo
const vendor_id = id('Id of the vendor')
const bill_id = id('Id of the bill')
const note = text(4000, 'A note that the vendor does not see')
const number = text(21, 'Its number')
const query = minorVersion

const display_name = text(500, 'Name under which the vendor is listed; no two have the same')
const aVendor = Type.Object({ Vendor: Type.Object({ Id: Type.String() }) })
const aBill = Type.Object({ Bill: Type.Object({ Id: Type.String() }) })

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/vendor#read-a-vendor */
export const get_vendor = read('GET /v3/company/{settings.company}/vendor/{vendor_id}', {
  description: 'Get a vendor with the open balance',
  synonyms: ['supplier', 'contractor'],
  ttl: '30s',
  params: { vendor_id },
  request: () => ({ query }),
  result: aVendor,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/vendor#create-a-vendor */
export const create_vendor = write('POST /v3/company/{settings.company}/vendor', {
  description: 'Create a vendor',
  synonyms: ['supplier', 'contractor', 'new'],
  is: [],
  additive: true,
  idempotencyKey: requestId,
  params: { display_name, ...optional(person) },
  rename: personNames,
  request: () => ({ query }),
  result: aVendor,
})

const vendorNames = { ...personNames, vendor_id: 'Id', sync_token: 'SyncToken' } as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/vendor#full-update-a-vendor */
export const update_vendor = write('POST /v3/company/{settings.company}/vendor', {
  description: 'Change a vendor; left out stays as it is',
  synonyms: ['supplier', 'edit', 'address'],
  // Orders and news of payments go to the address.
  is: ['grants'],
  onlyIf: { grants: ({ email, phone }) => email !== undefined || phone !== undefined },
  roles: { recipient: ['/email', '/phone'] },
  idempotencyKey: requestId,
  params: {
    vendor_id,
    sync_token,
    ...optional({
      display_name,
      ...clearablePerson,
    }),
  },
  rename: vendorNames,
  before: [{ send: get_vendor, params: ({ vendor_id }) => ({ vendor_id }) }],
  request: (changed) => ({ query, body: { ...changePerson(changed), sparse: false } }),
  complete: keepTheRest('Vendor', vendorNames),
  result: aVendor,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill#read-a-bill */
export const get_bill = read('GET /v3/company/{settings.company}/bill/{bill_id}', {
  description: 'Get a bill with its lines and unpaid amount',
  synonyms: ['supplier invoice', 'balance'],
  params: { bill_id },
  request: () => ({ query }),
  result: aBill,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill#create-a-bill */
export const create_bill = write('POST /v3/company/{settings.company}/bill', {
  description: 'Enter a bill of a vendor, to be paid later',
  synonyms: ['supplier invoice', 'new', 'record', 'payable'],
  is: ['pays'],
  roles: { destination: ['/vendor_id'], text: ['/note', '/cost_lines/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    vendor_id,
    cost_lines: costLines,
    ...optional({ date: day('Its date; left out: today'), due_date: day('When it is due'), number, note }),
  },
  rename: {
    vendor_id: '/VendorRef/value',
    date: 'TxnDate',
    due_date: 'DueDate',
    number: 'DocNumber',
    note: 'PrivateNote',
  },
  request: ({ cost_lines }) => ({ query, body: { cost_lines: undefined, Line: toCostLines(cost_lines) } }),
  result: aBill,
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill#delete-a-bill */
export const delete_bill = write('POST /v3/company/{settings.company}/bill', {
  description: 'Delete a bill',
  synonyms: ['supplier invoice', 'remove'],
  is: ['pays', 'deletes'],
  idempotencyKey: requestId,
  params: { bill_id, sync_token },
  rename: { bill_id: 'Id', sync_token: 'SyncToken' },
  request: () => ({ query: { ...minorVersion, operation: 'delete' } }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/billpayment#create-a-billpayment */
export const pay_bill = write('POST /v3/company/{settings.company}/billpayment', {
  description: 'Record that a bill was paid, from a bank account or by a credit card',
  synonyms: ['payment', 'settle', 'supplier', 'check'],
  is: ['pays'],
  roles: { amount: { at: ['/amount'], unit: 'major' }, destination: ['/vendor_id'], text: ['/note'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    vendor_id,
    bill_id,
    amount,
    pay_type: choice(['Check', 'CreditCard'], 'Check: from a bank account'),
    paid_from: id('Id of the bank or credit card account that it is paid from'),
    ...optional({ date: day('When it was paid; left out: today'), note }),
  },
  rename: {
    vendor_id: '/VendorRef/value',
    amount: 'TotalAmt',
    pay_type: 'PayType',
    date: 'TxnDate',
    note: 'PrivateNote',
  },
  request: ({ bill_id, amount, pay_type, paid_from }) => ({
    query,
    body: {
      bill_id: undefined,
      paid_from: undefined,
      ...(pay_type === 'Check'
        ? { CheckPayment: { BankAccountRef: { value: paid_from } } }
        : { CreditCardPayment: { CCAccountRef: { value: paid_from } } }),
      Line: [{ Amount: amount, LinkedTxn: [{ TxnId: bill_id, TxnType: 'Bill' }] }],
    },
  }),
  result: Type.Object({ BillPayment: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/purchase#create-a-purchase */
export const create_purchase = write('POST /v3/company/{settings.company}/purchase', {
  description: 'Record an expense that is paid already, by cash, check or credit card',
  synonyms: ['spending', 'cost', 'receipt', 'bought', 'new'],
  is: ['pays'],
  roles: { destination: ['/vendor_id'], text: ['/note', '/cost_lines/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    paid_from: id('Id of the bank or credit card account that it was paid from'),
    payment_type: choice(['Cash', 'Check', 'CreditCard'], 'How it was paid'),
    cost_lines: costLines,
    ...optional({ vendor_id, date: day('When it was paid; left out: today'), number, note }),
  },
  rename: {
    paid_from: '/AccountRef/value',
    payment_type: 'PaymentType',
    date: 'TxnDate',
    number: 'DocNumber',
    note: 'PrivateNote',
  },
  request: ({ cost_lines, vendor_id }) => ({
    query,
    body: {
      cost_lines: undefined,
      vendor_id: undefined,
      EntityRef: vendor_id && { value: vendor_id, type: 'Vendor' },
      Line: toCostLines(cost_lines),
    },
  }),
  result: Type.Object({ Purchase: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/purchaseorder#create-a-purchaseorder */
export const create_purchase_order = write('POST /v3/company/{settings.company}/purchaseorder', {
  description: 'Create an order of goods or services from a vendor',
  synonyms: ['supplier', 'buy', 'purchase', 'new'],
  is: ['pays'],
  roles: { destination: ['/vendor_id'], text: ['/note', '/cost_lines/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    vendor_id,
    payable_account: id('Id of the accounts payable account that the bill will be booked on'),
    cost_lines: costLines,
    ...optional({ date: day('Its date; left out: today'), due_date: day('When it is due'), number, note }),
  },
  rename: {
    vendor_id: '/VendorRef/value',
    payable_account: '/APAccountRef/value',
    date: 'TxnDate',
    due_date: 'DueDate',
    number: 'DocNumber',
    note: 'PrivateNote',
  },
  request: ({ cost_lines }) => ({ query, body: { cost_lines: undefined, Line: toCostLines(cost_lines) } }),
  result: Type.Object({ PurchaseOrder: Type.Object({ Id: Type.String() }) }),
})
