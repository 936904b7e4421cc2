import { imported, messageAt, page, pattern, Type } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { auth } from './auth.ts'
import {
  canCompareInvoice,
  changedInvoiceShows,
  changedSince,
  contactShows,
  invoiceShows,
  isSingle,
  paymentShows,
} from './shows.ts'

/** https://developer.xero.com/faq/limits/retrieving-data: 100 items a page, where a page is asked for. */
const pages = (items: `/${string}`) =>
  page({ items, into: 'page', sendsFirst: true, total: '/pagination/pageCount', size: { into: 'pageSize', max: 100 } })
/**
 * https://developer.xero.com/documentation/guides/idempotent-requests/idempotency: a key is kept for 6 minutes from its first request on,
 * with errors as well; after that the same key is a new one.
 */
const idempotencyKey = { header: 'Idempotency-Key', max: 128, keptFor: '6m' } as const

/** Xero Accounting: https://developer.xero.com/documentation/api/accounting/overview. What it says of money isn't cached, but reports. */
export default imported<Document>()({
  id: 'xero',
  title: 'Xero',
  origin: 'https://api.xero.com',
  settings: { organisation: pattern('^[0-9a-f-]+$', 36, 'Id of the organisation (tenant)') },
  headers: { 'xero-tenant-id': '{settings.organisation}' },
  /**
   * https://developer.xero.com/documentation/guides/oauth2/auth-flow https://developer.xero.com/documentation/guides/oauth2/scopes
   * To know: Xero ends an access by disconnecting all of a person's organisations, so the gateway doesn't end it.
   * To know: Applications made before March 2026 have other scopes: name them in the application.
   */
  auth,
  probe: { action: 'get_organisation', params: {}, identity: '/Organisations/0/Name' },
  // A contact has its bank account, and so has an account: https://developer.xero.com/documentation/api/accounting/contacts
  is: {
    update_contact: ['grants'],
    update_or_create_contacts: ['grants'],
    update_account: ['grants'],
    create_items: [],
    update_or_create_items: ['pays'],
    update_item: ['pays'],
    create_currency: [],
    create_contact_group_contacts: [],
  },
  actions: {
    get_organisation: {
      from: 'get_organisations',
      ttl: '10m',
      description: "Get the organisation's name, currency and tax settings",
      synonyms: ['who am i', 'company', 'business'],
    },
    list_accounts: {
      from: 'list_accounts',
      keep: ['where', 'order'],
      ttl: '5m',
      description: 'List the chart of accounts',
      synonyms: ['ledger', 'bank accounts', 'account codes'],
    },
    list_contacts: {
      from: 'list_contacts',
      keep: ['searchTerm', 'where', 'order', 'includeArchived'],
      pages: pages('/Contacts'),
      description: 'List or search contacts: customers and suppliers',
      synonyms: ['clients', 'vendors', 'people', 'companies'],
    },
    get_contact: {
      from: 'get_contact',
      description: 'Get a contact with what it owes and is owed',
      synonyms: ['customer', 'supplier', 'balance'],
    },
    create_contacts: {
      from: 'create_contacts',
      keep: ['Contacts'],
      additive: true,
      idempotencyKey,
      description: 'Add contacts: customers or suppliers',
      synonyms: ['new', 'client', 'vendor', 'company'],
      is: ['grants'],
      confirm: {
        read: 'list_contacts',
        when: isSingle('Contacts'),
        params: changedSince,
        shows: contactShows,
      },
    },
    list_invoices: {
      from: 'list_invoices',
      keep: ['searchTerm', 'Statuses', 'ContactIDs', 'InvoiceNumbers', 'where', 'order'],
      pages: pages('/Invoices'),
      description: 'List or search sales invoices and purchase bills',
      synonyms: ['unpaid', 'overdue', 'who owes us', 'outstanding', 'drafts'],
    },
    get_invoice: {
      from: 'get_invoice',
      keep: [],
      description: 'Get an invoice or bill with its lines and what is due',
      synonyms: ['amount due', 'paid', 'pdf'],
    },
    create_invoices: {
      from: 'create_invoices',
      keep: ['Invoices'],
      additive: true,
      idempotencyKey,
      description: 'Create sales invoices or purchase bills',
      synonyms: ['new', 'bill a customer', 'charge'],
      // An invoice may bring a new contact with its bank account.
      is: ['pays', 'grants'],
      confirm: { read: 'list_invoices', when: isSingle('Invoices'), params: changedSince, shows: invoiceShows },
    },
    update_invoice: {
      from: 'update_invoice',
      keep: ['Invoices'],
      idempotencyKey,
      description: 'Change an invoice or bill: approve it, void it, edit its lines',
      synonyms: ['edit', 'authorise', 'cancel'],
      is: ['pays', 'deletes', 'grants'],
      confirm: {
        read: 'get_invoice',
        when: canCompareInvoice,
        params: { InvoiceID: ({ InvoiceID }) => InvoiceID },
        shows: changedInvoiceShows,
      },
    },
    email_invoice: {
      from: 'email_invoice',
      keep: ['Status'],
      idempotencyKey,
      description: 'Email an invoice to its contact',
      answers: Type.Null(),
      synonyms: ['send', 'mail', 'remind'],
      is: ['sends'],
      roles: { derives: ['recipient'] },
    },
    list_payments: {
      from: 'list_payments',
      keep: ['where', 'order'],
      pages: pages('/Payments'),
      description: 'List payments of invoices and bills',
      synonyms: ['paid', 'received', 'transactions'],
    },
    create_payments: {
      from: 'create_payments',
      keep: ['Payments'],
      additive: true,
      idempotencyKey,
      description: 'Record payments of invoices or bills',
      synonyms: ['paid', 'settle', 'mark as paid', 'apply'],
      is: ['pays'],
      roles: {
        amount: { at: ['/Payments/Amount'], unit: 'major' },
        destination: ['/Payments/Account/Code', '/Payments/Account/AccountID', '/Payments/BankAccountNumber'],
      },
      confirm: { read: 'list_payments', when: isSingle('Payments'), params: changedSince, shows: paymentShows },
    },
    list_bank_transactions: {
      from: 'list_bank_transactions',
      keep: ['where', 'order'],
      pages: pages('/BankTransactions'),
      description: 'List money that was spent or received',
      synonyms: ['bank statement', 'expenses', 'spend money', 'receive money'],
    },
    get_profit_and_loss: {
      from: 'get_report_profit_and_loss',
      keep: ['fromDate', 'toDate', 'periods', 'timeframe'],
      ttl: '5m',
      description: 'Get the profit and loss report of a period',
      synonyms: ['income', 'revenue', 'earnings', 'expenses', 'P&L'],
    },
    get_balance_sheet: {
      from: 'get_report_balance_sheet',
      keep: ['date', 'periods', 'timeframe'],
      ttl: '5m',
      description: 'Get the balance sheet of a day',
      synonyms: ['assets', 'liabilities', 'equity', 'report'],
    },
  },
  idempotencyKey,
  /** https://developer.xero.com/faq/limits: 60 calls a minute for each organisation; answers say what is left, and not until when. */
  limits: { headers: 'Retry-After' },
  /** https://developer.xero.com/documentation/api/accounting/responsecodes */
  failure: messageAt('/Elements/0/ValidationErrors/0/Message', '/Detail', '/detail', '/Message', '/Title', '/title'),
})
