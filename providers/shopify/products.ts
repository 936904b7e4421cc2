import { choice, clearable, htmlLoads, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'
import { aList, maybe, productMembers, saved, shopMembers, variantMembers } from './returned.ts'

const { product_id, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const content = {
  description_html: Type.String({ maxLength: 65_535, description: 'The description, in HTML' }),
  vendor: text(255, 'The vendor'),
  product_type: text(255, 'The kind of product'),
  product_status: choice(['ACTIVE', 'ARCHIVED', 'DRAFT'], 'State of the product'),
  tags: shopify.tags,
}
const inProduct = {
  title: '/product/title',
  description_html: '/product/descriptionHtml',
  vendor: '/product/vendor',
  product_type: '/product/productType',
  product_status: '/product/status',
  tags: '/product/tags',
} as const
const title = text(255, 'The title')
const aProduct = 'id title handle status vendor productType tags totalInventory createdAt updatedAt'
const variants = 'variants(first: 50) { nodes { id title sku price inventoryQuantity inventoryItem { id } } }'

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/products */
export const list_products = read(route, {
  description: 'List products with their variants, or search them',
  synonyms: ['items', 'catalogue', 'goods', 'stock'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    products(first: $first, after: $after, query: $query) { nodes { ${aProduct} } ${pageInfo} } }`,
  pages: listed('products'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/product */
export const get_product = read(route, {
  description: 'Get a product with its variants and their stock',
  answers: Type.Object({
    product: maybe(Type.Object({ ...productMembers, descriptionHtml: Type.String(), variants: aList(variantMembers) })),
  }),
  synonyms: ['item', 'price', 'sku'],
  ttl: '30s',
  params: { product_id },
  rename: { product_id: 'id' },
  graphql: `query ($id: ID!) { product(id: $id) { ${aProduct} descriptionHtml ${variants} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productCreate */
export const create_product = write(route, {
  description: 'Create a product',
  answers: saved('productCreate', 'product', productMembers),
  synonyms: ['item', 'new', 'add'],
  is: ['runs'],
  onlyIf: { runs: ({ description_html }) => htmlLoads(description_html) },
  roles: { text: ['/title', '/description_html'] },
  additive: true,
  params: { title, ...optional(content) },
  rename: inProduct,
  graphql: `mutation ($product: ProductCreateInput) {
    productCreate(product: $product) { product { ${aProduct} } userErrors { field message } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productUpdate */
export const update_product = write(route, {
  description: 'Change a product; omitted fields stay unchanged',
  answers: saved('productUpdate', 'product', productMembers),
  synonyms: ['item', 'edit', 'archive'],
  is: ['publishes'],
  roles: { text: ['/title', '/description_html'] },
  idempotent: true,
  params: {
    product_id,
    ...optional({
      title,
      ...content,
      description_html: clearable(content.description_html),
      product_type: clearable(content.product_type),
    }),
  },
  rename: { ...inProduct, product_id: '/product/id' },
  graphql: `mutation ($product: ProductUpdateInput) {
    productUpdate(product: $product) { product { ${aProduct} } userErrors { field message } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/locations */
export const list_locations = read(route, {
  description: 'List the locations that hold stock',
  synonyms: ['warehouses', 'stores'],
  ttl: '5m',
  params: {},
  graphql: `query ($first: Int, $after: String) {
    locations(first: $first, after: $after) { nodes { id name isActive } ${pageInfo} } }`,
  pages: listed('locations'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/shop */
export const get_shop = read(route, {
  description: "Get the shop's name, domain, currency and plan",
  answers: Type.Object({ shop: Type.Object(shopMembers) }),
  synonyms: ['store', 'account', 'who am i'],
  ttl: '5m',
  params: {},
  graphql: 'query { shop { id name myshopifyDomain email currencyCode ianaTimezone } }',
})
