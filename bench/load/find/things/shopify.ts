import type { VendorThing } from './thing.ts'

/**
 * Thirty things that users of Shopify do, by its guides (https://shopify.dev/docs/apps/build and the help pages for merchants), each with the actions that do it. Written before the
 * actions were, and never changed to suit the index.
 */
export const shopifyThings: readonly VendorThing[] = [
  ['latest shopify orders', 'list_orders'],
  ['show a shopify order with its items', 'get_order'],
  ['cancel a shopify order', 'cancel_order'],
  ['add a note to a shopify order', 'update_order'],
  ['tag a shopify customer as vip', 'add_tags', 'update_customer'],
  ['refund a shopify order', 'create_refund'],
  ['how much can be refunded on a shopify order', 'suggest_refund'],
  ['mark a shopify order as paid', 'mark_order_as_paid'],
  ['capture an authorized shopify payment', 'capture_payment'],
  ['fulfill a shopify order', 'create_fulfillment'],
  ['add a tracking number to a shopify shipment', 'update_tracking'],
  ['cancel a shopify fulfillment', 'cancel_fulfillment'],
  ['put a shopify fulfillment on hold', 'hold_fulfillment_order'],
  ['which items of a shopify order still have to be shipped', 'list_fulfillment_orders'],
  ['stock level of a shopify variant at each location', 'list_inventory_levels'],
  ['adjust the shopify inventory by five', 'adjust_inventory'],
  ['set the stock of a shopify product to 20', 'set_inventory'],
  ['create a shopify draft order', 'create_draft_order'],
  ['send the invoice of a shopify draft order', 'send_draft_order_invoice'],
  ['turn a shopify draft order into an order', 'complete_draft_order'],
  ['find a shopify customer by email', 'list_customers'],
  ['show a shopify customer with their orders', 'get_customer'],
  ['create a shopify customer', 'create_customer'],
  ['set a metafield on a shopify product', 'set_metafields'],
  ['read the metafields of a shopify product', 'list_metafields'],
  ['add a product to the shopify catalogue', 'create_product'],
  ['change the price of a shopify variant', 'update_variants'],
  ['add products to a shopify collection', 'add_to_collection'],
  ['create a discount code in shopify', 'create_discount_code'],
  ['which shopify checkouts were abandoned', 'list_abandoned_checkouts'],
]
