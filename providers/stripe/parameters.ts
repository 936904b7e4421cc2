import { cursor, flag, integer, list, object, optional, record, Type, text } from '@patchbay/core/provider'

/** Ids are at most 255 characters: https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backward-compatible */
const id = (description: string) => text(255, description)
export const customer = id('Customer id, e.g. cus_NffrFeUfNV2Hib')
export const payment_intent = id('PaymentIntent id, e.g. pi_3MtwBwLkdIwHu7ix28a3tqPa')
export const payment_method = id('PaymentMethod id, e.g. pm_card_visa')

export const expand = list(text(500, 'A path, e.g. customer'), {
  max: 20,
  description: 'Ids to replace by the whole object, as dotted paths; in a list they start with "data."',
})
const moment = (description: string) => integer(description, { min: 0 })
export const created = object(
  optional({ gt: moment('After'), gte: moment('At or after'), lt: moment('Before'), lte: moment('At or before') }),
  'When the object was created, in Unix seconds',
)
/** Twelve digits of rupiah, eight of others: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const amount = integer("In the currency's smallest unit: 1099 is 10.99 USD and 1099 JPY", {
  max: 999_999_999_999,
})
export const description = text(5000, 'A note that is kept with the object')
export const email = text(512, "The customer's e-mail address")
/** https://docs.stripe.com/api/metadata */
export const metadata = record(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]), {
  max: 50,
  description: 'Notes of your own by name (40 characters at most, no square brackets); null or "" removes one',
})
export const receipt_email = text(512, 'Where to send the receipt')
export const return_url = text(5000, 'Where the customer comes back to after confirming elsewhere, e.g. with a bank')
export const off_session = flag('Whether the customer is absent and so cannot authenticate')

/** The members that every answer of Stripe's has; others pass unchanged. */
export const thing = Type.Object({ id: Type.String(), object: Type.String() })
const listed = <const K extends string>(kind: K) =>
  Type.Object({ object: Type.Literal(kind), data: Type.Array(thing), has_more: Type.Boolean() })
export const found = listed('search_result')

/**
 * The result and pages of every list. The next page begins after the last object's id:
 * https://docs.stripe.com/api/pagination
 */
export const aList = {
  result: listed('list'),
  pages: cursor({
    items: '/data',
    lastItem: '/id',
    more: '/has_more',
    into: 'starting_after',
    size: { into: 'limit', max: 100 },
  }),
} as const

/** In Unix seconds. */
export const createdSince = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })
/** Lists are given the newest first. */
export const listed100 = { items: '/data', made: '/created', most: 100 } as const

/** https://docs.stripe.com/api/idempotent_requests: of every POST. Keys are kept for at least 24 hours. */
export const idempotencyKey = { header: 'Idempotency-Key', keptFor: '24h' } as const
/** The members of every write. */
export const aWrite = { idempotencyKey, result: thing } as const
