import { at, holds, madeSince, type Pointer, type Sought } from '@patchbay/core/provider'

type Given = Readonly<Record<string, unknown>>

/** One of several may be refused while others are made, so only single ones are looked after. */
export const isSingle =
  (name: string) =>
  (params: Given): boolean =>
    Array.isArray(params[name]) && params[name].length === 1

/** https://developer.xero.com/documentation/api/accounting/requests-and-responses: what changed since then, the newest first. */
export const changedSince = {
  'If-Modified-Since': (_params: Given, since: Date) => since.toISOString().slice(0, 19),
  order: 'UpdatedDateUTC DESC',
  page: 1,
  pageSize: 100,
}

const listed = (items: Pointer) => ({ items, made: '/UpdatedDateUTC', most: 100 }) as const
const first = (list: unknown): Given => Object(Array.isArray(list) ? list[0] : undefined)

/** Xero answers dates as `/Date(1439434356790)/`, and once more as the text of a time. */
const readDay = (day: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(day)) ? `${day}T00:00:00` : day)

/** There is no time at which they were made, so all that was written is compared. Names of contacts are unique. */
export const contactShows = madeSince({
  ...listed('/Contacts'),
  like: ({ Contacts }: Given) => first(Contacts),
  atLeast: ({ Contacts }: Given) => ({ Name: first(Contacts).Name }),
})

export const invoiceShows = madeSince({
  ...listed('/Invoices'),
  like: ({ Invoices }: Given) => {
    const { Date: date, DueDate: due, ...others } = first(Invoices)
    return { ...others, DateString: readDay(date), DueDateString: readDay(due) }
  },
})

export const paymentShows = madeSince({
  ...listed('/Payments'),
  like: ({ Payments }: Given) => {
    const { Date: _, ...others } = first(Payments)
    return { ...others, Status: 'AUTHORISED' }
  },
})

const comparedOfInvoice = ['InvoiceID', 'Status', 'Reference', 'InvoiceNumber']

/** True if every change can be compared. */
export const canCompareInvoice = ({ Invoices }: Given): boolean =>
  Array.isArray(Invoices) &&
  Invoices.length === 1 &&
  Object.keys(first(Invoices)).every((name) => comparedOfInvoice.includes(name))

/** An invoice is answered as a list of one. */
export const changedInvoiceShows = (data: unknown, sought: Sought<Given>): boolean | undefined =>
  holds(({ Invoices }: Given) => first(Invoices), '/UpdatedDateUTC')(at(data, '/Invoices/0'), sought)
