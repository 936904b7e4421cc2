import {
  choice,
  clearable,
  cursor,
  holds,
  list,
  madeSince,
  object,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as stripe from './parameters.ts'

const { aList, aWrite, customer, created, description, email, expand, metadata, payment_method, thing } = stripe

const line = (description: string, maxLength = 5000) => Type.String({ maxLength, description })

/** https://docs.stripe.com/api/customers/object#customer_object-address */
const address = object(
  optional({
    line1: line('Street, PO box or company'),
    line2: line('Apartment, suite, unit or building'),
    city: line('City, district, suburb, town or village'),
    state: line('State, county, province or region'),
    postal_code: line('ZIP or postal code'),
    country: line('Two-letter country code (ISO 3166-1 alpha-2)'),
  }),
  'A postal address',
)
const shipping = object(
  { name: line('Who receives it'), phone: optional(line('With extension')), address },
  'Where to send goods',
)
const footer = line('Footer of invoices')
const invoice_settings = object(
  optional({ default_payment_method: payment_method, footer }),
  'How invoices for the customer are made',
)

const name = line('Full name or business name', 256)
const phone = line('Phone number', 20)
const tax_exempt = choice(['none', 'exempt', 'reverse'], "The customer's tax exemption")

/** The members of a customer that can be set. */
const fields = optional({
  email,
  name,
  phone,
  description,
  address,
  shipping,
  invoice_settings,
  metadata,
  // A form can't say that a list is empty.
  preferred_locales: list(line('A language, e.g. en-GB', 20), {
    min: 1,
    max: 50,
    description: "Languages, the customer's best first",
  }),
  tax_exempt,
})

/** Clears members as forms do, with an empty text in place of null. https://docs.stripe.com/api/metadata */
const emptyNulls = (value: unknown): unknown => {
  if (value === null) return ''
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, emptyNulls(member)]))
}

/** The members that an update can clear: https://docs.stripe.com/api/customers/update */
const cleared = optional({
  email: clearable(email),
  name: clearable(name),
  phone: clearable(phone),
  description: clearable(description),
  address: clearable(address),
  shipping: clearable(shipping),
  invoice_settings: object(
    optional({ default_payment_method: clearable(payment_method), footer: clearable(footer) }),
    'How invoices for the customer are made',
  ),
  metadata: clearable(metadata),
  tax_exempt: clearable(tax_exempt),
})

/** Parameters of a change by which nothing goes elsewhere. */
const descriptive = new Set(['customer', 'name', 'description', 'preferred_locales'])

/** https://docs.stripe.com/api/customers/list */
export const list_customers = read('GET /v1/customers', {
  description: 'List customers, the newest first',
  synonyms: ['clients', 'buyers', 'by email'],
  params: optional({ email, created, expand }),
  ...aList,
})

/** https://docs.stripe.com/api/customers/search; the language: https://docs.stripe.com/search#search-query-language */
export const search_customers = read('GET /v1/customers/search', {
  description: "Search customers in Stripe's query language; new ones are found after a minute or so",
  synonyms: ['clients', 'buyers', 'by email', 'by name'],
  params: {
    query: text(5000, "A search clause, e.g. name:'Ada' AND metadata['plan']:'pro'"),
    expand: optional(expand),
  },
  result: stripe.found,
  pages: cursor({ items: '/data', next: '/next_page', into: 'page', size: { into: 'limit', max: 100 } }),
})

/** https://docs.stripe.com/api/customers/retrieve */
export const get_customer = read('GET /v1/customers/{customer}', {
  description: 'Get a customer; a deleted one answers with deleted: true',
  synonyms: ['client', 'buyer'],
  params: { customer, expand: optional(expand) },
  result: thing,
})

/** https://docs.stripe.com/api/customers/create */
export const create_customer = write('POST /v1/customers', {
  description: 'Create a customer',
  synonyms: ['client', 'buyer', 'billing', 'sign up'],
  is: [],
  roles: { text: ['/description'] },
  additive: true,
  params: { ...fields, payment_method: optional(payment_method) },
  ...aWrite,
  confirm: {
    read: list_customers,
    params: {
      email: ({ email }) => email,
      created: (_params, since) => stripe.createdSince(since),
      limit: 100,
    },
    shows: madeSince({
      ...stripe.listed100,
      like: ({ email, name, phone, description, metadata }) => ({ email, name, phone, description, metadata }),
    }),
  },
})

/** https://docs.stripe.com/api/customers/update */
export const update_customer = write('POST /v1/customers/{customer}', {
  description: 'Update a customer; omitted fields stay unchanged',
  synonyms: ['client', 'buyer', 'edit', 'billing details'],
  // Customers sign in to the portal by this address: https://docs.stripe.com/api/customer_portal/configurations/object
  is: ['grants'],
  onlyIf: { grants: (changes) => Object.keys(changes).some((one) => !descriptive.has(one)) },
  roles: { text: ['/description'] },
  params: { customer, ...fields, ...cleared },
  request: ({ customer: _, ...changes }) => ({ body: emptyNulls(changes) }),
  ...aWrite,
  confirm: {
    read: get_customer,
    params: { customer: ({ customer }) => customer },
    shows: holds(({ email, name, phone, description, address, metadata, tax_exempt }) => ({
      email,
      name,
      phone,
      description,
      address,
      metadata,
      tax_exempt,
    })),
  },
})
