import { clearable, optional, read, Type, text, write } from '@patchbay/core/provider'
import { keepTheRest } from './full-update.ts'
import { costLines, entryLines, toCostLines, toEntryLines } from './lines.ts'
import * as qbo from './parameters.ts'
import { person } from './person.ts'
import { get_bill } from './purchases.ts'

const { id, day, sync_token, minorVersion, requestId, emptied } = qbo
const query = minorVersion
const vendor_id = id('Id of the vendor')
const payment_id = id('Id of the payment')
const note = text(4000, 'A note that nobody outside sees')
const one = (name: string) => Type.Object({ [name]: Type.Object({ Id: Type.String() }) })

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment#void-a-payment */
export const void_payment = write('POST /v3/company/{settings.company}/payment', {
  description: 'Void a payment of a customer: its invoices are unpaid again, and a record stays',
  synonyms: ['undo', 'reverse', 'annul', 'take back'],
  is: ['pays', 'deletes'],
  idempotencyKey: requestId,
  params: { payment_id, sync_token },
  rename: { payment_id: 'Id', sync_token: 'SyncToken' },
  request: () => ({ query: { ...minorVersion, operation: 'update', include: 'void' }, body: { sparse: true } }),
  result: one('Payment'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment#delete-a-payment */
export const delete_payment = write('POST /v3/company/{settings.company}/payment', {
  description: 'Delete a payment of a customer; void_payment keeps a record of it',
  synonyms: ['undo', 'remove', 'reverse'],
  is: ['pays', 'deletes'],
  idempotencyKey: requestId,
  params: { payment_id, sync_token },
  rename: { payment_id: 'Id', sync_token: 'SyncToken' },
  request: () => ({ query: { ...minorVersion, operation: 'delete' } }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/salesreceipt#send-a-salesreceipt */
export const send_sales_receipt = write('POST /v3/company/{settings.company}/salesreceipt/{receipt_id}/send', {
  description: 'Mail a sales receipt to its customer, or to another address',
  synonyms: ['e-mail', 'cash sale', 'deliver', 'receipt'],
  is: ['sends'],
  roles: { recipient: ['/send_to'] },
  idempotencyKey: requestId,
  params: { receipt_id: id('Id of the sales receipt'), send_to: optional(qbo.email) },
  in: { send_to: 'query' },
  rename: { send_to: 'sendTo' },
  request: () => ({ query }),
  result: one('SalesReceipt'),
})

const billNames = {
  bill_id: 'Id',
  sync_token: 'SyncToken',
  vendor_id: '/VendorRef/value',
  date: 'TxnDate',
  due_date: 'DueDate',
  number: 'DocNumber',
  note: 'PrivateNote',
} as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill#full-update-a-bill */
export const update_bill = write('POST /v3/company/{settings.company}/bill', {
  description: "Change a bill's day, due day, number, note or lines; left out stays as it is",
  synonyms: ['edit', 'supplier invoice', 'correct', 'extend'],
  is: ['pays'],
  roles: { destination: ['/vendor_id'], text: ['/note', '/cost_lines/description'] },
  idempotencyKey: requestId,
  params: {
    bill_id: id('Id of the bill'),
    sync_token,
    vendor_id,
    ...optional({
      date: day('Its date'),
      due_date: day('When it is due'),
      number: text(21, 'Its number'),
      note: clearable(note),
      cost_lines: costLines,
    }),
  },
  rename: billNames,
  before: [{ send: get_bill, params: ({ bill_id }) => ({ bill_id }) }],
  request: ({ cost_lines, note }) => ({
    query,
    body: { sparse: false, cost_lines: undefined, PrivateNote: emptied(note), Line: toCostLines(cost_lines) },
  }),
  complete: keepTheRest('Bill', { ...billNames, cost_lines: 'Line' }),
  result: one('Bill'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/vendorcredit#create-a-vendorcredit */
export const create_vendor_credit = write('POST /v3/company/{settings.company}/vendorcredit', {
  description: 'Enter a credit that a vendor gave: we owe that much less',
  synonyms: ['supplier credit', 'refund of a vendor', 'credit note', 'new'],
  is: ['pays'],
  roles: { destination: ['/vendor_id'], text: ['/note', '/cost_lines/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    vendor_id,
    cost_lines: costLines,
    ...optional({ date: day('Its date; left out: today'), number: text(21, 'Its number'), note }),
  },
  rename: { vendor_id: '/VendorRef/value', date: 'TxnDate', number: 'DocNumber', note: 'PrivateNote' },
  request: ({ cost_lines }) => ({ query, body: { cost_lines: undefined, Line: toCostLines(cost_lines) } }),
  result: one('VendorCredit'),
})

const entry_id = id('Id of the journal entry')
const entryNames = {
  entry_id: 'Id',
  sync_token: 'SyncToken',
  date: 'TxnDate',
  number: 'DocNumber',
  note: 'PrivateNote',
} as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry#read-a-journalentry */
export const get_journal_entry = read('GET /v3/company/{settings.company}/journalentry/{entry_id}', {
  description: 'Get a journal entry with its debits and credits',
  synonyms: ['ledger', 'posting', 'lines', 'journal'],
  ttl: '30s',
  params: { entry_id },
  request: () => ({ query }),
  result: one('JournalEntry'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry#full-update-a-journalentry */
export const update_journal_entry = write('POST /v3/company/{settings.company}/journalentry', {
  description: "Correct a journal entry's day, number, note or lines; left out stays as it is",
  synonyms: ['edit', 'change', 'ledger', 'fix'],
  is: ['pays'],
  roles: { text: ['/note', '/entries/description'] },
  idempotencyKey: requestId,
  params: {
    entry_id,
    sync_token,
    ...optional({ entries: entryLines, date: day('Its date'), number: text(21, 'Its number'), note: clearable(note) }),
  },
  rename: entryNames,
  before: [{ send: get_journal_entry, params: ({ entry_id }) => ({ entry_id }) }],
  request: ({ entries, note }) => ({
    query,
    body: {
      sparse: false,
      entries: undefined,
      PrivateNote: emptied(note),
      Line: toEntryLines(entries),
    },
  }),
  complete: keepTheRest('JournalEntry', { ...entryNames, entries: 'Line' }),
  result: one('JournalEntry'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/employee#create-an-employee: a first or a last name is needed. */
export const create_employee = write('POST /v3/company/{settings.company}/employee', {
  description: 'Add an employee',
  synonyms: ['staff', 'hire', 'worker', 'set up', 'new', 'payroll'],
  is: [],
  additive: true,
  idempotencyKey: requestId,
  params: {
    family_name: text(100, 'Last name'),
    ...optional({
      given_name: text(100, 'First name'),
      display_name: text(500, 'Name under which the employee is listed; not with QuickBooks Payroll'),
      email: person.email,
      phone: text(20, 'Phone number'),
      hired_on: day('When the employee began'),
    }),
  },
  rename: {
    family_name: 'FamilyName',
    given_name: 'GivenName',
    display_name: 'DisplayName',
    email: '/PrimaryEmailAddr/Address',
    phone: '/PrimaryPhone/FreeFormNumber',
    hired_on: 'HiredDate',
  },
  request: () => ({ query }),
  result: one('Employee'),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/class#create-a-class: not in every plan of QuickBooks. */
export const create_class = write('POST /v3/company/{settings.company}/class', {
  description: 'Add a class, by which transactions are grouped',
  synonyms: ['segment', 'department', 'office', 'cost centre', 'tracking category', 'new'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  idempotencyKey: requestId,
  params: { name: text(100, 'Its name'), parent_id: optional(id('Id of the class that it is part of')) },
  rename: { name: 'Name' },
  request: ({ parent_id }) => ({
    query,
    body: {
      parent_id: undefined,
      SubClass: parent_id === undefined ? undefined : true,
      ParentRef: parent_id && { value: parent_id },
    },
  }),
  result: one('Class'),
})
