import { flag, integer, optional, pattern, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { order_id, errors } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const edit_id = pattern('^gid://shopify/CalculatedOrder/[0-9a-zA-Z-]+$', 100, 'Id that begin_order_edit answered')
const aCalculation = `calculatedOrder { id totalPriceSet { ${shopify.money} } subtotalLineItemsQuantity
  lineItems(first: 100) { nodes { id title quantity variant { id } } } }`

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderEditBegin: nothing changes before orderEditCommit. */
export const begin_order_edit = write(route, {
  description: 'Begin to edit the items of an order; then add_order_item or set_order_item, and commit_order_edit',
  synonyms: ['change items', 'add item', 'existing order', 'remove item', 'modify'],
  is: [],
  additive: true,
  params: { order_id },
  rename: { order_id: 'id' },
  graphql: `mutation ($id: ID!) { orderEditBegin(id: $id) { ${aCalculation} ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderEditAddVariant */
export const add_order_item = write(route, {
  description: 'Add an item to an existing order that is being edited; commit_order_edit then carries it out',
  synonyms: ['one more', 'product', 'line item', 'variant', 'put in'],
  is: [],
  additive: true,
  params: { edit_id, variant_id: shopify.variant_id, quantity: integer('How many', { max: 1_000_000 }) },
  rename: { edit_id: 'id', variant_id: 'variantId' },
  graphql: `mutation ($id: ID!, $variantId: ID!, $quantity: Int!) {
    orderEditAddVariant(id: $id, variantId: $variantId, quantity: $quantity) { ${aCalculation} ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderEditSetQuantity */
export const set_order_item = write(route, {
  description: 'Set how many of an item an order that is being edited has; 0 removes it',
  synonyms: ['quantity', 'remove item', 'line item', 'fewer'],
  is: [],
  idempotent: true,
  params: {
    edit_id,
    item_id: text(100, 'Id of the item in the answer of begin_order_edit'),
    quantity: integer('How many', { min: 0, max: 1_000_000 }),
    restock: optional(flag('Whether what is removed goes back into stock')),
  },
  rename: { edit_id: 'id', item_id: 'lineItemId' },
  graphql: `mutation ($id: ID!, $lineItemId: ID!, $quantity: Int!, $restock: Boolean) {
    orderEditSetQuantity(id: $id, lineItemId: $lineItemId, quantity: $quantity, restock: $restock) { ${aCalculation} ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderEditCommit: the customer owes or gets back the difference. */
export const commit_order_edit = write(route, {
  description: 'Carry out the changes of an order that is being edited',
  synonyms: ['save', 'finish', 'apply', 'items'],
  is: ['pays', 'sends'],
  roles: { text: ['/staff_note'], derives: ['recipient'] },
  params: {
    edit_id,
    ...optional({ notify_customer: shopify.notify_customer, staff_note: text(1000, 'A note that the staff see') }),
  },
  rename: { edit_id: 'id', notify_customer: 'notifyCustomer', staff_note: 'staffNote' },
  graphql: `mutation ($id: ID!, $notifyCustomer: Boolean, $staffNote: String) {
    orderEditCommit(id: $id, notifyCustomer: $notifyCustomer, staffNote: $staffNote) {
      order { id name totalPriceSet { ${shopify.money} } } ${errors} } }`,
})

const line = (description: string) => text(255, description)

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderUpdate: the address is replaced whole. */
export const update_order_address = write(route, {
  description: 'Change the address that an order is shipped to; it replaces the existing one whole',
  synonyms: ['shipping address', 'delivery address', 'moved', 'wrong address', 'send to'],
  // The goods go there.
  is: ['grants'],
  roles: { destination: ['/address1', '/zip', '/city'] },
  idempotent: true,
  params: {
    order_id,
    first_name: line('First name'),
    last_name: line('Last name'),
    address1: line('Street and number'),
    city: line('City'),
    zip: text(20, 'Postal code'),
    country_code: pattern('^[A-Z]{2}$', 2, 'Country, e.g. DE'),
    ...optional({
      address2: line('Flat, floor and the like'),
      province_code: text(10, 'State or province, e.g. CA'),
      company: line('Company'),
      phone: text(50, 'Phone number'),
    }),
  },
  rename: {
    order_id: '/input/id',
    first_name: '/input/shippingAddress/firstName',
    last_name: '/input/shippingAddress/lastName',
    address1: '/input/shippingAddress/address1',
    address2: '/input/shippingAddress/address2',
    city: '/input/shippingAddress/city',
    zip: '/input/shippingAddress/zip',
    country_code: '/input/shippingAddress/countryCode',
    province_code: '/input/shippingAddress/provinceCode',
    company: '/input/shippingAddress/company',
    phone: '/input/shippingAddress/phone',
  },
  graphql: `mutation ($input: OrderInput!) { orderUpdate(input: $input) {
    order { id name shippingAddress { name address1 address2 city zip provinceCode countryCodeV2 } } ${errors} } }`,
})
