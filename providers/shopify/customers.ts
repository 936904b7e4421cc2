import { choice, flag, optional, read, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { customer_id, errors, money, pageInfo, listed } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const anAddress = 'id firstName lastName company address1 address2 city zip province countryCodeV2 phone'

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/customer */
export const get_customer = read(route, {
  description: 'Get a customer with addresses, spending and the latest orders',
  synonyms: ['buyer', 'person', 'orders of a customer', 'lifetime value'],
  ttl: '30s',
  params: { customer_id },
  rename: { customer_id: 'id' },
  graphql: `query ($id: ID!) { customer(id: $id) { id displayName firstName lastName note tags state numberOfOrders createdAt
    amountSpent { amount currencyCode } defaultEmailAddress { emailAddress marketingState } defaultPhoneNumber { phoneNumber }
    defaultAddress { ${anAddress} } orders(first: 20, sortKey: CREATED_AT, reverse: true) {
      nodes { id name createdAt displayFinancialStatus displayFulfillmentStatus totalPriceSet { ${money} } } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Customer#field-Customer.fields.orders */
export const list_customer_orders = read(route, {
  description: 'List the orders of a customer, the newest first',
  synonyms: ['purchases', 'history', 'bought'],
  ttl: '30s',
  params: { customer_id },
  rename: { customer_id: 'id' },
  graphql: `query ($id: ID!, $first: Int, $after: String) { customer(id: $id) {
    orders(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
      nodes { id name createdAt displayFinancialStatus displayFulfillmentStatus totalPriceSet { ${money} } } ${pageInfo} } } }`,
  pages: listed('customer/orders'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerAddressCreate */
export const add_customer_address = write(route, {
  description: 'Add an address to a customer',
  synonyms: ['shipping address', 'postal', 'street'],
  // Later orders go there.
  is: ['grants'],
  additive: true,
  params: {
    customer_id,
    address1: text(255, 'Street and number'),
    city: text(255, 'City'),
    country_code: text(2, 'Two-letter code of the country, e.g. DE'),
    ...optional({
      address2: text(255, 'Apartment, suite or unit'),
      zip: text(20, 'ZIP or postal code'),
      province_code: text(10, 'Code of the province or state, e.g. ON'),
      first_name: text(255, 'First name'),
      last_name: text(255, 'Last name'),
      company: text(255, 'Company'),
      phone: text(50, 'Phone number in E.164'),
      set_as_default: flag('Whether it becomes the main address'),
    }),
  },
  rename: {
    customer_id: 'id',
    address1: '/address/address1',
    address2: '/address/address2',
    city: '/address/city',
    zip: '/address/zip',
    country_code: '/address/countryCode',
    province_code: '/address/provinceCode',
    first_name: '/address/firstName',
    last_name: '/address/lastName',
    company: '/address/company',
    phone: '/address/phone',
    set_as_default: 'isDefault',
  },
  graphql: `mutation ($id: ID!, $address: MailingAddressInput!, $isDefault: Boolean) {
    customerAddressCreate(customerId: $id, address: $address, setAsDefault: $isDefault) { address { ${anAddress} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerEmailMarketingConsentUpdate */
export const update_email_consent = write(route, {
  description: 'Subscribe a customer to marketing mails, or unsubscribe',
  synonyms: ['newsletter', 'opt in', 'opt out', 'marketing consent'],
  is: ['sends'],
  onlyIf: { sends: ({ marketing_state }) => marketing_state !== 'UNSUBSCRIBED' },
  idempotent: true,
  params: {
    customer_id,
    marketing_state: choice(['SUBSCRIBED', 'UNSUBSCRIBED', 'PENDING'], 'What the customer wants'),
    opt_in_level: optional(choice(['SINGLE_OPT_IN', 'CONFIRMED_OPT_IN', 'UNKNOWN'], 'How the customer agreed')),
  },
  rename: {
    customer_id: '/input/customerId',
    marketing_state: '/input/emailMarketingConsent/marketingState',
    opt_in_level: '/input/emailMarketingConsent/marketingOptInLevel',
  },
  graphql: `mutation ($input: CustomerEmailMarketingConsentUpdateInput!) { customerEmailMarketingConsentUpdate(input: $input) {
    customer { id defaultEmailAddress { emailAddress marketingState } } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerMerge: it is done by a job */
export const merge_customers = write(route, {
  description: 'Merge two customers into one; this cannot be undone',
  synonyms: ['duplicates', 'combine', 'join'],
  is: ['deletes'],
  params: { customer_id, other_customer_id: shopify.customer_id },
  rename: { customer_id: 'one', other_customer_id: 'two' },
  graphql: `mutation ($one: ID!, $two: ID!) { customerMerge(customerOneId: $one, customerTwoId: $two) { resultingCustomerId job { id done } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerDelete: only one without orders */
export const delete_customer = write(route, {
  description: 'Delete a customer who has no orders',
  synonyms: ['remove', 'buyer', 'erase'],
  is: ['deletes'],
  idempotent: true,
  params: { customer_id },
  rename: { customer_id: '/input/id' },
  graphql: `mutation ($input: CustomerDeleteInput!) { customerDelete(input: $input) { deletedCustomerId ${errors} } }`,
  confirm: {
    read: get_customer,
    params: { customer_id: ({ customer_id }) => customer_id },
    shows: (data) => (Object(data).customer === null ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerSendAccountInviteEmail */
export const send_account_invite = write(route, {
  description: 'Mail a customer an invitation to open an account in the store',
  synonyms: ['invitation', 'activate', 'sign up', 'login', 'register'],
  is: ['sends'],
  roles: { recipient: ['/customer_id'] },
  additive: true,
  params: { customer_id },
  rename: { customer_id: 'id' },
  graphql: `mutation ($id: ID!) { customerSendAccountInviteEmail(customerId: $id) { customer { id displayName } ${errors} } }`,
})
