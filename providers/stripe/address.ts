import { Type } from '@patchbay/core/provider'

const line = (description: string) => Type.Optional(Type.String({ maxLength: 5000, description }))

/** A postal address: https://docs.stripe.com/api/customers/object#customer_object-address */
export const address = Type.Object(
  {
    line1: line('Street, PO box or company'),
    line2: line('Apartment, suite, unit or building'),
    city: line('City, district, suburb, town or village'),
    state: line('State, county, province or region'),
    postal_code: line('ZIP or postal code'),
    country: line('Two-letter country code (ISO 3166-1 alpha-2)'),
  },
  { additionalProperties: false, description: 'A postal address' },
)
