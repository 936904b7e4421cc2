import type { Pointer } from '@patchbay/core/provider'
import type { Correction } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const later =
  'https://github.com/stripe/openapi/blob/v460/openapi/spec3.json, of which the plugin is made, has it: the document in collections is older, of the same API version'

const bodyOf = (path: string): Pointer =>
  `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties`

const added = (path: string, member: string, adds: object): Correction => ({
  at: `${bodyOf(path)}/${member}`,
  adds,
  why: later,
})

/** Values of an enum that came later. */
const anyText = (path: string, member: string): Correction => ({
  at: `${bodyOf(path)}/${member}`,
  value: { type: 'string' },
  why: later,
})

const number = { type: 'integer' }
const text = { type: 'string' }
const open = { type: 'object' }

const setupIntents = '/v1/setup_intents'
const checkout = '/v1/checkout/sessions'
const portal = '/v1/billing_portal/sessions'

export const stripe: Vendor = {
  id: 'stripe',
  documents: [
    {
      file: 'stripe__stripe-api.json',
      corrections: [
        {
          at: '/components/schemas/invoice/properties/last_finalization_error',
          value: { type: 'object', nullable: true },
          why: "the error holds the objects that it is about, and Prism's generator gives up on an invoice with it",
        },
        {
          at: '/paths/~1v1~1payment_links/post/requestBody/content/application~1x-www-form-urlencoded/schema/required',
          value: [],
          why: 'the mock takes a required list of objects in a form for missing; the action itself requires it',
        },
        added(setupIntents, 'automatic_payment_methods/properties/allow_redirects', text),
        added(setupIntents, 'payment_method_options/properties/blik/properties/mandate_options', open),
        added(setupIntents, 'payment_method_options/properties/paypal', open),
        added(setupIntents, 'use_stripe_sdk', { type: 'boolean' }),
        anyText(setupIntents, 'payment_method_options/properties/card/properties/network'),
        added('/v1/invoices', 'effective_at', number),
        added('/v1/credit_notes', 'effective_at', number),
        anyText(
          '/v1/subscriptions/{subscription_exposed_id}',
          'payment_settings/properties/payment_method_types/anyOf/0/items',
        ),
        added(checkout, 'payment_method_options/properties/link', open),
        added(checkout, 'payment_method_options/properties/paypal', open),
        added(checkout, 'subscription_data/properties/billing_cycle_anchor', number),
        added(checkout, 'subscription_data/properties/proration_behavior', text),
        added(portal, 'flow_data/properties/subscription_update', open),
        added(portal, 'flow_data/properties/subscription_update_confirm', open),
        anyText(portal, 'flow_data/properties/type'),
      ],
    },
  ],
  headers: {
    'stripe-version': 'https://docs.stripe.com/api/versioning',
    'idempotency-key': 'https://docs.stripe.com/api/idempotent_requests',
  },
}
