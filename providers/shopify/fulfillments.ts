import { choice, flag, integer, list, object, optional, read, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { order_id, fulfillment_order_id, fulfillment_id, location_id, errors, notify_customer, listed, pageInfo } =
  shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const aFulfillment = 'id name status displayStatus totalQuantity createdAt trackingInfo { company number url }'
const items_to_ship = list(
  object({
    id: text(100, 'Id of the line of the fulfillment order'),
    quantity: integer('How many', { max: 1_000_000 }),
  }),
  {
    min: 1,
    max: 250,
    description: 'Only these lines: id and remainingQuantity of list_fulfillment_orders; default: all',
  },
)
const tracking = optional({
  tracking_number: text(255, 'Tracking number'),
  tracking_company: text(255, 'Carrier, e.g. DHL Express'),
  tracking_url: text(2000, 'Address where the shipment can be followed'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Order#field-Order.fields.fulfillmentOrders */
export const list_fulfillment_orders = read(route, {
  description: 'List what is still to be shipped of an order, by location',
  synonyms: ['unfulfilled items', 'shipping', 'open items', 'remaining', 'to ship'],
  params: { order_id },
  rename: { order_id: 'id' },
  graphql: `query ($id: ID!, $first: Int, $after: String) { order(id: $id) { fulfillmentOrders(first: $first, after: $after) { nodes {
    id status requestStatus fulfillAt assignedLocation { name location { id } } supportedActions { action }
    lineItems(first: 100) { nodes { id totalQuantity remainingQuantity sku productTitle variantTitle lineItem { id } } } } ${pageInfo} } } }`,
  pages: listed('order/fulfillmentOrders'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentCreate */
export const create_fulfillment = write(route, {
  description: 'Fulfill an order: mark its items as shipped, with a tracking number',
  synonyms: ['ship', 'dispatch', 'send out', 'deliver', 'fulfil'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  additive: true,
  params: { fulfillment_order_id, ...tracking, ...optional({ items_to_ship, notify_customer }) },
  request: ({
    fulfillment_order_id: fulfillmentOrderId,
    items_to_ship: fulfillmentOrderLineItems,
    notify_customer: notifyCustomer,
    tracking_number: number,
    tracking_company: company,
    tracking_url: url,
  }) => ({
    body: {
      fulfillment_order_id: undefined,
      items_to_ship: undefined,
      notify_customer: undefined,
      tracking_number: undefined,
      tracking_company: undefined,
      tracking_url: undefined,
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId, fulfillmentOrderLineItems }],
        notifyCustomer,
        ...((number ?? company ?? url) !== undefined && { trackingInfo: { number, company, url } }),
      },
    },
  }),
  graphql: `mutation ($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { ${aFulfillment} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentTrackingInfoUpdate */
export const update_tracking = write(route, {
  description: 'Set the tracking number and carrier of a shipment (fulfillment)',
  synonyms: ['add tracking', 'shipment', 'parcel', 'carrier'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: { fulfillment_id, ...tracking, notify_customer: optional(notify_customer) },
  rename: {
    fulfillment_id: 'id',
    tracking_number: '/tracking/number',
    tracking_company: '/tracking/company',
    tracking_url: '/tracking/url',
    notify_customer: 'notify',
  },
  request: (params) =>
    params.tracking_number === undefined && params.tracking_company === undefined && params.tracking_url === undefined
      ? { body: { tracking: {} } }
      : {},
  graphql: `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
      fulfillment { ${aFulfillment} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentCancel */
export const cancel_fulfillment = write(route, {
  description: 'Cancel a fulfillment: its items count as not shipped again',
  synonyms: ['undo', 'shipment', 'stop shipping'],
  is: ['deletes'],
  idempotent: true,
  params: { fulfillment_id },
  rename: { fulfillment_id: 'id' },
  graphql: `mutation ($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { ${aFulfillment} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentOrderHold */
export const hold_fulfillment_order = write(route, {
  description: 'Put a fulfillment order on hold, so that it is not shipped',
  synonyms: ['pause', 'stop', 'wait', 'fulfillment'],
  is: [],
  roles: { text: ['/reason_notes'] },
  params: {
    fulfillment_order_id,
    hold_reason: choice(
      [
        'AWAITING_PAYMENT',
        'AWAITING_RETURN_ITEMS',
        'HIGH_RISK_OF_FRAUD',
        'INCORRECT_ADDRESS',
        'INVENTORY_OUT_OF_STOCK',
        'UNKNOWN_DELIVERY_DATE',
        'OTHER',
      ],
      'Why it waits',
    ),
    ...optional({
      reason_notes: text(500, 'More about the reason'),
      items_to_ship,
      notify_merchant: flag('Whether the merchant gets a mail'),
    }),
  },
  rename: {
    fulfillment_order_id: 'id',
    hold_reason: '/hold/reason',
    reason_notes: '/hold/reasonNotes',
    items_to_ship: '/hold/fulfillmentOrderLineItems',
    notify_merchant: '/hold/notifyMerchant',
  },
  graphql: `mutation ($id: ID!, $hold: FulfillmentOrderHoldInput!) {
    fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) { fulfillmentOrder { id status } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentOrderReleaseHold */
export const release_fulfillment_order = write(route, {
  description: 'Release the hold of a fulfillment order, so that it can be shipped',
  synonyms: ['unhold', 'resume', 'continue', 'fulfillment'],
  // Goods leave that were held back until they are paid for, or checked.
  is: ['pays'],
  idempotent: true,
  params: { fulfillment_order_id },
  rename: { fulfillment_order_id: 'id' },
  graphql: `mutation ($id: ID!) { fulfillmentOrderReleaseHold(id: $id) { fulfillmentOrder { id status } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentOrderMove */
export const move_fulfillment_order = write(route, {
  description: 'Move a fulfillment order to another location',
  synonyms: ['ship from', 'warehouse', 'reroute', 'fulfillment'],
  is: [],
  roles: { destination: ['/location_id'] },
  params: { fulfillment_order_id, location_id, items_to_ship: optional(items_to_ship) },
  rename: { fulfillment_order_id: 'id', location_id: 'location', items_to_ship: 'items' },
  graphql: `mutation ($id: ID!, $location: ID!, $items: [FulfillmentOrderLineItemInput!]) {
    fulfillmentOrderMove(id: $id, newLocationId: $location, fulfillmentOrderLineItems: $items) {
      movedFulfillmentOrder { id status } originalFulfillmentOrder { id status } ${errors} } }`,
})
