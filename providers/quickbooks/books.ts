import { aboutFile, choice, file, invalid, list, object, optional, Type, text, write } from '@patchbay/core/provider'
import { amount, entryLines, toEntryLines } from './lines.ts'
import * as qbo from './parameters.ts'

const { id, day, minorVersion, requestId } = qbo
const query = minorVersion

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry#create-a-journalentry; debits and credits are equal. */
export const create_journal_entry = write('POST /v3/company/{settings.company}/journalentry', {
  description: 'Post a journal entry: debits and credits of the same total',
  synonyms: ['book', 'ledger', 'adjustment', 'new'],
  is: ['pays'],
  roles: { text: ['/note', '/entries/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    entries: entryLines,
    ...optional({
      date: day('Its date; left out: today'),
      number: text(21, 'Its number'),
      note: text(4000, 'A note'),
    }),
  },
  rename: { date: 'TxnDate', number: 'DocNumber', note: 'PrivateNote' },
  request: ({ entries }) => ({ query, body: { entries: undefined, Line: toEntryLines(entries) } }),
  result: Type.Object({ JournalEntry: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/deposit#create-a-deposit */
export const create_deposit = write('POST /v3/company/{settings.company}/deposit', {
  description: 'Record a deposit to a bank account',
  synonyms: ['bank', 'money received', 'book', 'new'],
  is: ['pays'],
  roles: {
    amount: { at: ['/deposit_lines/amount'], unit: 'major' },
    destination: ['/deposit_to'],
    text: ['/note', '/deposit_lines/description'],
  },
  additive: true,
  idempotencyKey: requestId,
  params: {
    deposit_to: id('Id of the account that it goes to: of type Bank or Other Current Asset'),
    deposit_lines: list(
      object({
        account_id: id('Id of the account that it comes from, such as an income account'),
        amount,
        ...optional({ description: text(4000, 'What it is') }),
      }),
      { min: 1, max: 100, description: 'The lines' },
    ),
    ...optional({ date: day('Its date; left out: today'), note: text(4000, 'A note') }),
  },
  rename: { deposit_to: '/DepositToAccountRef/value', date: 'TxnDate', note: 'PrivateNote' },
  request: ({ deposit_lines }) => ({
    query,
    body: {
      deposit_lines: undefined,
      Line: deposit_lines.map(({ account_id, amount, description }) => ({
        DetailType: 'DepositLineDetail',
        Amount: amount,
        Description: description,
        DepositLineDetail: { AccountRef: { value: account_id } },
      })),
    },
  }),
  result: Type.Object({ Deposit: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/transfer#create-a-transfer; it moves no money at a bank. */
export const create_transfer = write('POST /v3/company/{settings.company}/transfer', {
  description: 'Record that money was moved from one account of the books to another',
  synonyms: ['between accounts', 'bank', 'savings', 'new'],
  is: ['pays'],
  roles: { amount: { at: ['/amount'], unit: 'major' }, destination: ['/to_account'], text: ['/note'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    from_account: id('Id of the account that it leaves'),
    to_account: id('Id of the account that it goes to'),
    amount,
    ...optional({ date: day('When it was moved; left out: today'), note: text(4000, 'A note') }),
  },
  rename: {
    from_account: '/FromAccountRef/value',
    to_account: '/ToAccountRef/value',
    amount: 'Amount',
    date: 'TxnDate',
    note: 'PrivateNote',
  },
  request: () => ({ query }),
  result: Type.Object({ Transfer: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/timeactivity#create-a-timeactivity-object */
export const create_time_activity = write('POST /v3/company/{settings.company}/timeactivity', {
  description: 'Record the time that an employee or a contractor has worked, for a customer or not',
  synonyms: ['hours', 'log', 'timesheet', 'track', 'working time', 'new'],
  is: ['pays'],
  onlyIf: { pays: ({ hourly_rate }) => hourly_rate !== undefined },
  roles: { text: ['/description'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    worker: choice(['Employee', 'Vendor'], 'Whose time it is; contractors are vendors'),
    worker_id: id('Id of the employee or vendor'),
    hours: Type.Integer({ minimum: 0, maximum: 8760, description: 'Whole hours' }),
    ...optional({
      minutes: Type.Integer({ minimum: 0, maximum: 59, description: 'Minutes beyond the hours' }),
      date: day('The day; left out: today'),
      customer_id: id('Id of the customer for whom it was'),
      item_id: id('Id of the service that it was'),
      hourly_rate: Type.Number({
        minimum: 0,
        description: "Rate of an hour, in the company's currency; makes it billable, and needs customer_id",
      }),
      description: text(4000, 'What was done'),
    }),
  },
  rename: {
    worker: 'NameOf',
    hours: 'Hours',
    minutes: 'Minutes',
    date: 'TxnDate',
    customer_id: '/CustomerRef/value',
    item_id: '/ItemRef/value',
    hourly_rate: 'HourlyRate',
    description: 'Description',
  },
  request: ({ worker, worker_id, hours, minutes, customer_id, hourly_rate }) => {
    if (hourly_rate !== undefined && customer_id === undefined)
      throw invalid('/customer_id', 'is needed with hourly_rate: billable time is billed to a customer')
    if (hours === 8760 && (minutes ?? 0) > 0) throw invalid('/minutes', 'must be 0 with 8760 hours')
    return {
      query,
      body: {
        worker_id: undefined,
        [worker === 'Employee' ? 'EmployeeRef' : 'VendorRef']: { value: worker_id },
        BillableStatus: hourly_rate === undefined ? undefined : 'Billable',
      },
    }
  },
  result: Type.Object({ TimeActivity: Type.Object({ Id: Type.String() }) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/account#create-an-account */
export const create_account = write('POST /v3/company/{settings.company}/account', {
  description: 'Create an account of the books',
  synonyms: ['chart of accounts', 'ledger', 'new'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  idempotencyKey: requestId,
  params: {
    name: text(100, 'Its name; no two have the same'),
    account_type: text(100, 'e.g. Bank, Expense, Income, Other Current Asset'),
    ...optional({
      account_subtype: text(100, 'e.g. Checking, OfficeGeneralAdministrativeExpenses'),
      number: text(7, 'Its number'),
    }),
  },
  rename: { name: 'Name', account_type: 'AccountType', account_subtype: 'AccountSubType', number: 'AcctNum' },
  request: () => ({ query }),
  result: Type.Object({ Account: Type.Object({ Id: Type.String() }) }),
})

const entities = [
  'Invoice',
  'Bill',
  'Purchase',
  'Payment',
  'Estimate',
  'SalesReceipt',
  'CreditMemo',
  'RefundReceipt',
  'JournalEntry',
  'Customer',
  'Vendor',
  'Item',
] as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/attachable#upload-attachments */
export const upload_attachment = write('POST /v3/company/{settings.company}/upload', {
  description: 'Upload a file, and attach it to an invoice, bill, expense or the like',
  synonyms: ['receipt', 'document', 'scan', 'pdf', 'picture'],
  // Mails of the object bring it along from now on.
  is: ['shares'],
  onlyIf: { shares: ({ include_on_send }) => include_on_send === true },
  roles: { destination: ['/entity_id'], text: ['/note'] },
  additive: true,
  idempotencyKey: requestId,
  encoding: 'multipart',
  params: {
    content: file(100_000_000, 'The file, up to 100 MB'),
    ...optional({
      entity: choice(entities, 'Kind of the object that it is attached to; an expense is a Purchase'),
      entity_id: id('Id of that object'),
      note: text(2000, 'A note'),
      include_on_send: Type.Boolean({ description: 'Whether mails of the object bring it along' }),
    }),
  },
  request: ({ content, entity, entity_id, note, include_on_send }) => {
    const { filename, media_type } = aboutFile(content)
    const reference = { EntityRef: { type: entity, value: entity_id }, IncludeOnSend: include_on_send }
    const metadata = {
      AttachableRef: entity_id === undefined ? undefined : [reference],
      FileName: filename,
      ContentType: media_type,
      Note: note,
    }
    return {
      query,
      body: {
        content: undefined,
        entity: undefined,
        entity_id: undefined,
        note: undefined,
        include_on_send: undefined,
        file_metadata_01: {
          filename: 'attachment.json',
          media_type: 'application/json',
          content: Buffer.from(JSON.stringify(metadata)).toString('base64'),
        },
        file_content_01: content,
      },
    }
  },
  result: Type.Object({ AttachableResponse: Type.Array(Type.Unknown()) }),
})
