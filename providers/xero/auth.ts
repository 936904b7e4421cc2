import { oauth2 } from '@patchbay/core/provider'

/** https://developer.xero.com/faq/oauth2: a refresh gives another refresh token, and the old one works for 30 minutes. */
export const auth = oauth2({
  authorize: 'https://login.xero.com/identity/connect/authorize',
  /** https://identity.xero.com/.well-known/openid-configuration */
  issuers: ['https://identity.xero.com'],
  token: 'https://identity.xero.com/connect/token',
  scopes: {
    offline_access: 'Stay connected',
    'accounting.settings.read': 'Read the organisation, its accounts and tax rates',
    'accounting.contacts': 'Read and change contacts',
    'accounting.invoices': 'Read and change invoices, bills, quotes and orders',
    'accounting.payments': 'Read and record payments',
    'accounting.banktransactions.read': 'Read bank transactions',
    'accounting.reports.profitandloss.read': 'Read the profit and loss report',
    'accounting.reports.balancesheet.read': 'Read the balance sheet',
  },
  optionalScopes: {
    'accounting.settings': 'Change accounts, items and tax rates',
    'accounting.banktransactions': 'Change bank transactions',
    'accounting.transactions': 'Read and change all transactions (applications made before March 2026)',
    'accounting.reports.read': 'Read all reports (applications made before March 2026)',
  },
  /** https://developer.xero.com/documentation/guides/oauth2/tenants */
  tells: {
    organisation: {
      read: 'https://api.xero.com/connections',
      list: { at: '', label: '/tenantName', only: { '/tenantType': 'ORGANISATION' } },
      answer: '/tenantId',
    },
  },
  clientAuth: 'basic',
  rotates: true,
})
