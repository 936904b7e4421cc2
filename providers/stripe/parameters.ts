import { Type } from '@patchbay/core/provider'

/** Ids are at most 255 characters: https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backward-compatible */
const id = (description: string) => Type.String({ minLength: 1, maxLength: 255, description })

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const moment = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

/** Parameters that several actions take: one name has one type in all of them. */
export const parameters = {
  customer: id('Customer id, e.g. cus_NffrFeUfNV2Hib'),
  payment_intent: id('PaymentIntent id, e.g. pi_3MtwBwLkdIwHu7ix28a3tqPa'),
  payment_method: id('PaymentMethod id, e.g. pm_card_visa'),
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'How many objects at most' }),
  starting_after: id('Where to go on: the id of the last object of the answer before'),
  expand: Type.Array(text(500, 'A path, e.g. customer'), {
    maxItems: 20,
    description: 'Ids to answer with the whole object, as dotted paths; in a list they begin with "data."',
  }),
  created: Type.Object(
    {
      gt: moment('After'),
      gte: moment('At or after'),
      lt: moment('Before'),
      lte: moment('At or before'),
    },
    { additionalProperties: false, description: 'When the object was created, in Unix seconds' },
  ),
  /** Twelve digits of rupiah, eight of others: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
  amount: Type.Integer({
    minimum: 1,
    maximum: 999_999_999_999,
    description: "In the currency's smallest unit: 1099 is 10.99 USD and 1099 JPY",
  }),
  description: text(5000, 'A note that is kept with the object'),
  email: text(512, "The customer's e-mail address"),
  /** https://docs.stripe.com/api/metadata */
  metadata: Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
    maxProperties: 50,
    description: 'Notes of your own by name (40 characters at most, no square brackets); "" removes one',
  }),
  receipt_email: text(512, 'Where to send the receipt'),
  return_url: text(5000, 'Where the customer comes back to after confirming elsewhere, e.g. with a bank'),
  off_session: Type.Boolean({ description: 'Whether the customer is absent and so cannot authenticate' }),
}
