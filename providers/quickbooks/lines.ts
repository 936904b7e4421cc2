import { choice, list, object, optional, Type, text } from '@patchbay/core/provider'
import { id } from './parameters.ts'

export const amount = Type.Number({ minimum: 0, description: "Amount in the company's currency" })
const quantity = Type.Number({ minimum: 0, description: 'How many' })

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice: a line of what is sold. */
const saleLine = object({
  item_id: id('Id of the item that is sold'),
  amount,
  ...optional({ description: text(4000, 'What it is'), quantity }),
})
export const saleLines = list(saleLine, { min: 1, max: 100, description: 'The lines' })

export const toSaleLines = (lines: Type.Static<typeof saleLines> | undefined) =>
  lines?.map(({ item_id, amount, description, quantity }) => ({
    DetailType: 'SalesItemLineDetail',
    Amount: amount,
    Description: description,
    SalesItemLineDetail: {
      ItemRef: { value: item_id },
      Qty: quantity,
      UnitPrice: quantity ? amount / quantity : undefined,
    },
  }))

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/bill: a line of what is bought, booked on an account. */
const costLine = object({
  account_id: id('Id of the expense account; list_accounts lists them'),
  amount,
  ...optional({
    description: text(4000, 'What it is'),
    billed_to: id('Id of the customer to whom it is billed'),
  }),
})
export const costLines = list(costLine, { min: 1, max: 100, description: 'The lines' })

export const toCostLines = (lines: Type.Static<typeof costLines> | undefined) =>
  lines?.map(({ account_id, amount, description, billed_to }) => ({
    DetailType: 'AccountBasedExpenseLineDetail',
    Amount: amount,
    Description: description,
    AccountBasedExpenseLineDetail: {
      AccountRef: { value: account_id },
      CustomerRef: billed_to && { value: billed_to },
      BillableStatus: billed_to && 'Billable',
    },
  }))

/** https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry: debits and credits are equal. */
const entryLine = object({
  posting: choice(['Debit', 'Credit'], 'The side'),
  account_id: id('Id of the account'),
  amount,
  ...optional({ description: text(4000, 'What it is') }),
})
export const entryLines = list(entryLine, { min: 2, max: 200, description: 'The lines' })

export const toEntryLines = (entries: Type.Static<typeof entryLines> | undefined) =>
  entries?.map(({ posting, account_id, amount, description }) => ({
    DetailType: 'JournalEntryLineDetail',
    Amount: amount,
    Description: description,
    JournalEntryLineDetail: { PostingType: posting, AccountRef: { value: account_id } },
  }))
