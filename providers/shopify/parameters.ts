import { cursor, list, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

/** https://shopify.dev/docs/api/usage/gids */
const gid = (type: string) =>
  pattern(`^gid://shopify/${type}/[0-9]+$`, 100, `Id of the ${type}, e.g. gid://shopify/${type}/1`)

export const product_id = gid('Product')
export const order_id = gid('Order')
export const customer_id = gid('Customer')
export const variant_id = gid('ProductVariant')
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
