import type { Vendor } from '../vendor.ts'

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
      ],
    },
  ],
  headers: {
    'stripe-version': 'https://docs.stripe.com/api/versioning',
    'idempotency-key': 'https://docs.stripe.com/api/idempotent_requests',
  },
}
