import { choice, optional, read, Type } from '@patchbay/core/provider'
import { day, minorVersion } from './parameters.ts'

const reports = [
  'ProfitAndLoss',
  'BalanceSheet',
  'CashFlow',
  'AgedReceivables',
  'AgedPayables',
  'TrialBalance',
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
      accounting_method: choice(['Accrual', 'Cash'], "Left out: the company's setting"),
    }),
  },
  request: () => ({ query: minorVersion }),
  result: Type.Object({ Header: Type.Object({}) }),
})
