import { choice, integer, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { inventory_item_id, location_id, errors, idempotencyKey, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const quantity_name = choice(['available', 'on_hand'], 'Which number changes')
/** https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states */
const reason = choice(
  [
    'correction',
    'cycle_count_available',
    'damaged',
    'movement_created',
    'movement_updated',
    'movement_received',
    'movement_canceled',
    'other',
    'promotion',
    'quality_control',
    'received',
    'reservation_created',
    'reservation_deleted',
    'reservation_updated',
    'restock',
    'safety_stock',
    'shrinkage',
  ],
  'Why it changes',
)
/** https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states#compare-and-swap: Shopify wants it, if only null. */
const changeFromQuantity = Type.Union(
  [Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }), Type.Null()],
  {
    description: 'The number that is there now, or the change is refused; null: whatever it is',
  },
)
const number = (description: string) => integer(description, { min: -1_000_000_000, max: 1_000_000_000 })
const reference_uri = text(500, 'What it belongs to, as an address of your own, e.g. gid://my-app/Count/7')
const aGroup = `inventoryAdjustmentGroup { id reason createdAt changes { name delta quantityAfterChange item { id } location { id } } } ${errors}`

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/inventoryItem */
export const list_inventory_levels = read(route, {
  description: 'List the stock of a variant at each location: available, on hand, committed, incoming',
  synonyms: ['inventory', 'stock level', 'quantity', 'how many left', 'warehouse'],
  params: { inventory_item_id },
  rename: { inventory_item_id: 'id' },
  graphql: `query ($id: ID!, $first: Int, $after: String) { inventoryItem(id: $id) { inventoryLevels(first: $first, after: $after) { nodes {
    id location { id name } quantities(names: ["available", "on_hand", "committed", "incoming", "reserved"]) { name quantity } } ${pageInfo} } } }`,
  pages: listed('inventoryItem/inventoryLevels'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/inventoryAdjustQuantities */
export const adjust_inventory = write(route, {
  description: 'Change the stock of items at locations by a difference',
  synonyms: ['inventory', 'add stock', 'remove stock', 'increase', 'decrease', 'quantity'],
  is: [],
  idempotencyKey,
  params: {
    quantity_name,
    reason,
    stock_changes: list(
      object({
        inventoryItemId: inventory_item_id,
        locationId: location_id,
        delta: number('The difference, e.g. 5 or -2'),
        changeFromQuantity,
      }),
      { min: 1, max: 250, description: 'The changes' },
    ),
    reference_uri: optional(reference_uri),
  },
  rename: {
    quantity_name: '/input/name',
    reason: '/input/reason',
    stock_changes: '/input/changes',
    reference_uri: '/input/referenceDocumentUri',
  },
  graphql: `mutation ($input: InventoryAdjustQuantitiesInput!, $idempotencyKey: String!) {
    inventoryAdjustQuantities(input: $input) @idempotent(key: $idempotencyKey) { ${aGroup} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/inventorySetQuantities */
export const set_inventory = write(route, {
  description: 'Set the stock of items at locations to a number',
  synonyms: ['inventory', 'stock', 'quantity', 'count', 'product'],
  is: [],
  idempotencyKey,
  params: {
    quantity_name,
    reason,
    stock_numbers: list(
      object({
        inventoryItemId: inventory_item_id,
        locationId: location_id,
        quantity: number('The new number'),
        changeFromQuantity,
      }),
      { min: 1, max: 250, description: 'The numbers' },
    ),
    reference_uri: optional(reference_uri),
  },
  rename: {
    quantity_name: '/input/name',
    reason: '/input/reason',
    stock_numbers: '/input/quantities',
    reference_uri: '/input/referenceDocumentUri',
  },
  graphql: `mutation ($input: InventorySetQuantitiesInput!, $idempotencyKey: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $idempotencyKey) { ${aGroup} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/inventoryActivate */
export const stock_at_location = write(route, {
  description: 'Let a location hold stock of an item',
  synonyms: ['inventory', 'activate', 'warehouse', 'store'],
  is: [],
  idempotencyKey,
  params: { inventory_item_id, location_id, available: optional(number('The stock to begin with')) },
  rename: { inventory_item_id: 'item', location_id: 'location' },
  graphql: `mutation ($item: ID!, $location: ID!, $available: Int, $idempotencyKey: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available) @idempotent(key: $idempotencyKey) {
      inventoryLevel { id } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/inventoryItemUpdate */
export const update_inventory_item = write(route, {
  description: 'Change the SKU, the cost or the tracking of an item',
  synonyms: ['sku', 'unit cost', 'track quantity', 'inventory'],
  is: [],
  idempotent: true,
  params: {
    inventory_item_id,
    ...optional({
      sku: text(255, 'Stock keeping unit'),
      cost: shopify.amountText('Cost of one'),
      tracked: Type.Boolean({ description: 'Whether its stock is counted' }),
      requires_shipping: Type.Boolean({ description: 'Whether it is shipped' }),
      country_of_origin: text(2, 'Two-letter code of the country, e.g. DE'),
      hs_code: text(13, 'Harmonized System code for the customs'),
    }),
  },
  rename: {
    inventory_item_id: 'id',
    sku: '/input/sku',
    cost: '/input/cost',
    tracked: '/input/tracked',
    requires_shipping: '/input/requiresShipping',
    country_of_origin: '/input/countryCodeOfOrigin',
    hs_code: '/input/harmonizedSystemCode',
  },
  request: (params) => (Object.keys(params).length > 1 ? {} : { body: { input: {} } }),
  graphql: `mutation ($id: ID!, $input: InventoryItemInput!) {
    inventoryItemUpdate(id: $id, input: $input) { inventoryItem { id sku tracked unitCost { amount currencyCode } } ${errors} } }`,
})
