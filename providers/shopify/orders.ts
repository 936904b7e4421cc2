import { clearable, integer, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'
import { aList, customerMembers, draftMembers, lineItemMembers, maybe, orderMembers, saved } from './returned.ts'

const { order_id, customer_id, listed, pageInfo, money } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const anOrder = `id name email createdAt cancelledAt closed displayFinancialStatus displayFulfillmentStatus note tags
  totalPriceSet { ${money} } customer { id displayName }`
const aCustomer = 'id displayName firstName lastName email phone note tags numberOfOrders createdAt'
const person = {
  email: shopify.email,
  first_name: text(255, 'First name'),
  last_name: text(255, 'Last name'),
  phone: text(50, 'Phone number in E.164'),
  note: shopify.note,
  tags: shopify.tags,
}
const inInput = {
  email: '/input/email',
  first_name: '/input/firstName',
  last_name: '/input/lastName',
  phone: '/input/phone',
  note: '/input/note',
  tags: '/input/tags',
} as const

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/orders; of the last 60 days, unless the app may read all orders. */
export const list_orders = read(route, {
  description: 'List orders, the newest first, or search them',
  synonyms: ['purchases', 'sales', 'unfulfilled', 'unpaid'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { ${anOrder} } ${pageInfo} } }`,
  pages: listed('orders'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/order */
export const get_order = read(route, {
  description: 'Get an order with its items',
  answers: Type.Object({ order: maybe(Type.Object({ ...orderMembers, lineItems: aList(lineItemMembers) })) }),
  synonyms: ['purchase', 'items', 'shipping'],
  ttl: '30s',
  params: { order_id },
  rename: { order_id: 'id' },
  graphql: `query ($id: ID!) { order(id: $id) { ${anOrder}
    lineItems(first: 100) { nodes { id title quantity sku variant { id } originalUnitPriceSet { ${money} } } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderUpdate */
export const update_order = write(route, {
  description: "Change an order's note, tags or e-mail address",
  answers: saved('orderUpdate', 'order', orderMembers),
  synonyms: ['edit', 'tag', 'purchase'],
  /** Whoever has the address sees the order at its status page. */
  is: ['grants'],
  onlyIf: { grants: ({ email }) => email !== undefined },
  roles: { text: ['/note'] },
  idempotent: true,
  params: {
    order_id,
    ...optional({ note: clearable(shopify.note), tags: shopify.tags, email: clearable(shopify.email) }),
  },
  rename: { order_id: '/input/id', note: '/input/note', tags: '/input/tags', email: '/input/email' },
  graphql: `mutation ($input: OrderInput!) { orderUpdate(input: $input) { order { ${anOrder} } userErrors { field message } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/draftOrderCreate */
export const create_draft_order = write(route, {
  description: 'Create a draft order, e.g. for an invoice',
  answers: saved('draftOrderCreate', 'draftOrder', draftMembers),
  synonyms: ['quote', 'offer', 'new order'],
  is: [],
  roles: { text: ['/note'] },
  additive: true,
  params: {
    items: list(object({ variantId: shopify.variant_id, quantity: integer('How many', { max: 100_000 }) }), {
      min: 1,
      max: 100,
      description: 'Ordered items',
    }),
    ...optional({ customer_id, email: shopify.email, note: shopify.note, tags: shopify.tags }),
  },
  rename: {
    items: '/input/lineItems',
    customer_id: '/input/customerId',
    email: '/input/email',
    note: '/input/note',
    tags: '/input/tags',
  },
  graphql: `mutation ($input: DraftOrderInput!) {
    draftOrderCreate(input: $input) { draftOrder { id name invoiceUrl status totalPriceSet { ${money} } } userErrors { field message } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/customers */
export const list_customers = read(route, {
  description: 'List customers, or search them',
  synonyms: ['buyers', 'people', 'find'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    customers(first: $first, after: $after, query: $query) { nodes { ${aCustomer} } ${pageInfo} } }`,
  pages: listed('customers'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerCreate */
export const create_customer = write(route, {
  description: 'Create a customer',
  answers: saved('customerCreate', 'customer', customerMembers),
  synonyms: ['buyer', 'person', 'new'],
  is: [],
  roles: { text: ['/note'] },
  additive: true,
  params: { ...optional(person), email: shopify.email },
  rename: inInput,
  graphql: `mutation ($input: CustomerInput!) { customerCreate(input: $input) { customer { ${aCustomer} } userErrors { field message } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/customerUpdate */
export const update_customer = write(route, {
  description: 'Change a customer; omitted fields stay unchanged',
  answers: saved('customerUpdate', 'customer', customerMembers),
  synonyms: ['buyer', 'edit', 'tag'],
  // Customers sign in by a code that is sent to this address: https://help.shopify.com/en/manual/customers/customer-accounts
  is: ['grants'],
  onlyIf: { grants: ({ email, phone }) => email !== undefined || phone !== undefined },
  roles: { text: ['/note'] },
  idempotent: true,
  params: {
    customer_id,
    ...optional({
      email: clearable(person.email),
      first_name: clearable(person.first_name),
      last_name: clearable(person.last_name),
      phone: clearable(person.phone),
      note: clearable(person.note),
      tags: person.tags,
    }),
  },
  rename: { ...inInput, customer_id: '/input/id' },
  graphql: `mutation ($input: CustomerInput!) { customerUpdate(input: $input) { customer { ${aCustomer} } userErrors { field message } } }`,
})
