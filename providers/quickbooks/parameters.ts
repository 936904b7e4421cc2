import { flag, pattern, Type, text } from '@patchbay/core/provider'

export const id = (description: string) => pattern('^[0-9]{1,20}$', 20, description)
export const customer_id = id('Id of the customer')
export const invoice_id = id('Id of the invoice')
/** https://developer.intuit.com/app/developer/qbo/docs/learn/rest-api-features#concurrent-updates */
export const sync_token = pattern('^[0-9]{1,10}$', 10, 'SyncToken of the object, as last read')
export const email = Type.String({
  format: 'email',
  maxLength: 100,
  description: 'E-mail address',
  examples: ['ada@example.com'],
})
export const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 10, description: `${description}, YYYY-MM-DD`, examples: ['2026-01-31'] })
export const memo = text(1000, 'A note to the customer')

/** https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/minor-versions */
export const minorVersion = { minorversion: 75 }

/** Repeats with the same id get the first answer again, for how long isn't said: https://blogs.intuit.com/2015/04/06/15346/ */
export const requestId = { query: 'requestid', max: 50 } as const

/** A sparse update leaves null unchanged, and empties by an empty text. */
export const emptied = (given: string | null | undefined): string | undefined => (given === null ? '' : given)
export const active = flag('false makes it inactive, which is how it is deleted')
