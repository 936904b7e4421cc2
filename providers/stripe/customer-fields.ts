import { Type } from '@patchbay/core/provider'
import { address } from './address.ts'
import { parameters } from './parameters.ts'

const text = (maxLength: number, description: string) => Type.String({ maxLength, description })

const shipping = Type.Object(
  { name: text(5000, 'Who receives it'), phone: Type.Optional(text(5000, 'With extension')), address },
  { additionalProperties: false, description: 'Where to send goods' },
)

const invoiceSettings = Type.Object(
  {
    default_payment_method: Type.Optional(parameters.payment_method),
    footer: Type.Optional(text(5000, 'Footer of invoices')),
  },
  { additionalProperties: false, description: 'How invoices for the customer are made' },
)

/** What can be set of a customer: https://docs.stripe.com/api/customers/create */
export const customerFields = {
  email: Type.Optional(parameters.email),
  name: Type.Optional(text(256, 'Full name or business name')),
  phone: Type.Optional(text(20, 'Phone number')),
  description: Type.Optional(parameters.description),
  address: Type.Optional(address),
  shipping: Type.Optional(shipping),
  invoice_settings: Type.Optional(invoiceSettings),
  metadata: Type.Optional(parameters.metadata),
  preferred_locales: Type.Optional(
    Type.Array(text(20, 'A language, e.g. en-GB'), {
      // A form can't say that a list is empty.
      minItems: 1,
      maxItems: 50,
      description: "Languages, the customer's best first",
    }),
  ),
  tax_exempt: Type.Optional(Type.Enum(['none', 'exempt', 'reverse'], { description: "The customer's tax exemption" })),
}
