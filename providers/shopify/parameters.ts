import { cursor, flag, list, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

/** https://shopify.dev/docs/api/usage/gids */
const gid = (type: string) =>
  pattern(`^gid://shopify/${type}/[0-9]+$`, 100, `Id of the ${type}, e.g. gid://shopify/${type}/1`)

export const product_id = gid('Product')
export const order_id = gid('Order')
export const customer_id = gid('Customer')
export const variant_id = gid('ProductVariant')
export const location_id = gid('Location')
export const fulfillment_order_id = gid('FulfillmentOrder')
export const fulfillment_id = gid('Fulfillment')
export const inventory_item_id = gid('InventoryItem')
export const draft_order_id = gid('DraftOrder')
export const collection_id = gid('Collection')
export const discount_id = gid('DiscountCodeNode')
export const publication_id = gid('Publication')
export const transaction_id = gid('OrderTransaction')
export const line_item_id = gid('LineItem')
/** Anything that has metafields or tags. */
export const owner_id = pattern(
  '^gid://shopify/[A-Za-z]+/[0-9]+$',
  100,
  'Id of the thing, e.g. gid://shopify/Product/1',
)
export const tags = list(text(255, 'A tag'), { max: 250, description: 'Tags; they replace the existing ones' })
export const note = Type.String({ maxLength: 5000, description: 'A note' })
export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address',
  examples: ['ada@example.com'],
})
/** https://shopify.dev/docs/api/usage/search-syntax */
export const query = text(
  1000,
  "Words and conditions in Shopify's search syntax, e.g. status:open created_at:>2026-01-01",
)

/** Money of Shopify's is a decimal text: https://shopify.dev/docs/api/admin-graphql/latest/scalars/Money */
export const amountText = (description: string) =>
  pattern('^[0-9]{1,15}(\\.[0-9]{1,6})?$', 22, `${description}, in whole units, e.g. "49.90"`)
export const currency = pattern('^[A-Z]{3}$', 3, 'Three-letter ISO code of the currency, e.g. EUR')
export const notify_customer = flag('Whether the customer gets a mail; default: no')
/** https://shopify.dev/docs/api/usage/idempotent-requests: of 2026-04 on, these mutations want a key */
export const idempotencyKey = { body: '/variables/idempotencyKey' } as const
export const errors = 'userErrors { field message }'

export const money = 'shopMoney { amount currencyCode }'
export const pageInfo = 'pageInfo { hasNextPage endCursor }'

/** https://shopify.dev/docs/api/usage/pagination-graphql */
export const listed = (name: string) => {
  const at = (rest: string): Pointer => `/data/${name}/${rest}`
  return cursor({
    items: at('nodes'),
    next: at('pageInfo/endCursor'),
    more: at('pageInfo/hasNextPage'),
    into: 'after',
    size: { into: 'first', max: 250, default: 50 },
  })
}
