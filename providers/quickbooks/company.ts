import { choice, optional, read, Type } from '@patchbay/core/provider'
import { day, minorVersion } from './parameters.ts'

const reports = [
  'ProfitAndLoss',
  'BalanceSheet',
  'CashFlow',
  'AgedReceivables',
  'AgedPayables',
  'TrialBalance',
  'ProfitAndLossDetail',
  'GeneralLedger',
  'TransactionList',
  'CustomerIncome',
  'CustomerSales',
  'CustomerBalance',
  'ItemSales',
  'VendorExpenses',
  'VendorBalance',
  'AgedReceivableDetail',
  'AgedPayableDetail',
  'InventoryValuationSummary',
  'AccountList',
] as const

const macros = [
  'Today',
  'This Week',
  'Last Week',
  'This Month',
  'Last Month',
  'This Fiscal Quarter',
  'Last Fiscal Quarter',
  'This Fiscal Year',
  'This Fiscal Year-to-date',
  'Last Fiscal Year',
] as const

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/companyinfo */
export const get_company = read('GET /v3/company/{settings.company}/companyinfo/{settings.company}', {
  description: "Get the company's name, address and country",
  synonyms: ['who am i', 'account', 'business'],
  params: {},
  request: () => ({ query: minorVersion }),
  result: Type.Object({ CompanyInfo: Type.Object({}) }),
})

/** https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/reports */
export const get_report = read('GET /v3/company/{settings.company}/reports/{report}', {
  description: 'Get a financial report of a period',
  synonyms: ['profit', 'loss', 'balance sheet', 'revenue', 'who owes us'],
  ttl: '5m',
  params: {
    report: choice(reports, 'Which report'),
    ...optional({
      start_date: day('First day'),
      end_date: day('Last day'),
      date_macro: choice(macros, 'A period in words, in place of the days'),
      summarize_column_by: choice(
        ['Total', 'Month', 'Week', 'Days', 'Quarter', 'Year', 'Customers', 'Vendors', 'Classes', 'Departments'],
        'What the columns are; left out: Total',
      ),
      accounting_method: choice(['Accrual', 'Cash'], "Left out: the company's setting"),
    }),
  },
  request: () => ({ query: minorVersion }),
  result: Type.Object({ Header: Type.Object({}) }),
})
