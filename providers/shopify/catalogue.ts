import { at, choice, htmlLoads, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

import { get_product } from './products.ts'

const { product_id, collection_id, publication_id, variant_id, errors, amountText, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const aVariant =
  'id title sku barcode price compareAtPrice inventoryQuantity inventoryPolicy taxable inventoryItem { id } product { id title }'
const optionValues = list(
  object({ optionName: text(255, 'Name of the option, e.g. Size'), name: text(255, 'Its value, e.g. M') }),
  { min: 1, max: 3, description: 'Values of the options' },
)
const variantFields = optional({
  price: amountText('Price'),
  compareAtPrice: Type.Union([amountText('Price before the sale'), Type.Null()], {
    description: 'Price before the sale; null: none',
  }),
  barcode: text(255, 'Barcode: GTIN, UPC, EAN or ISBN'),
  inventoryPolicy: choice(['DENY', 'CONTINUE'], 'CONTINUE: it is sold without stock, too'),
  taxable: Type.Boolean({ description: 'Whether tax is charged' }),
  inventoryItem: object(
    optional({
      sku: text(255, 'Stock keeping unit'),
      cost: amountText('Cost of one'),
      tracked: Type.Boolean({ description: 'Whether its stock is counted' }),
      requiresShipping: Type.Boolean({ description: 'Whether it is shipped' }),
    }),
  ),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/productVariants */
export const list_variants = read(route, {
  description: 'List product variants, or search them, e.g. by SKU or barcode',
  synonyms: ['sku', 'sizes', 'colours', 'options'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    productVariants(first: $first, after: $after, query: $query) { nodes { ${aVariant} } ${pageInfo} } }`,
  pages: listed('productVariants'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productVariantsBulkCreate */
export const create_variants = write(route, {
  description: 'Add variants to a product',
  synonyms: ['size', 'colour', 'option', 'new sku'],
  is: ['publishes'],
  additive: true,
  params: {
    product_id,
    new_variants: list(object({ optionValues, ...variantFields }), { min: 1, max: 250, description: 'The variants' }),
  },
  rename: { product_id: 'id', new_variants: 'variants' },
  graphql: `mutation ($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkCreate(productId: $id, variants: $variants) { productVariants { ${aVariant} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productVariantsBulkUpdate */
export const update_variants = write(route, {
  description: 'Change variants of a product: price, SKU, barcode, options',
  synonyms: ['price change', 'sale price', 'variant', 'compare at price'],
  is: ['publishes'],
  idempotent: true,
  params: {
    product_id,
    variants: list(object({ id: variant_id, optionValues: optional(optionValues), ...variantFields }), {
      min: 1,
      max: 250,
      description: 'The variants with their new values',
    }),
  },
  rename: { product_id: 'id' },
  graphql: `mutation ($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $id, variants: $variants) { productVariants { ${aVariant} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productVariantsBulkDelete */
export const delete_variants = write(route, {
  description: 'Delete variants of a product',
  synonyms: ['remove', 'size', 'sku'],
  is: ['deletes'],
  idempotent: true,
  params: { product_id, variant_ids: list(variant_id, { min: 1, max: 250, description: 'The variants' }) },
  rename: { product_id: 'id', variant_ids: 'variants' },
  graphql: `mutation ($id: ID!, $variants: [ID!]!) {
    productVariantsBulkDelete(productId: $id, variantsIds: $variants) { product { id } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productDelete */
export const delete_product = write(route, {
  description: 'Delete a product with its variants; nobody can restore it',
  synonyms: ['remove', 'item'],
  is: ['deletes'],
  idempotent: true,
  params: { product_id },
  rename: { product_id: '/input/id' },
  graphql: `mutation ($input: ProductDeleteInput!) { productDelete(input: $input) { deletedProductId ${errors} } }`,
  confirm: {
    read: get_product,
    params: { product_id: ({ product_id }) => product_id },
    shows: (data) => (at(data, '/product') === null ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/collections */
export const list_collections = read(route, {
  description: 'List the collections of products, or search them',
  synonyms: ['categories', 'groups of products'],
  ttl: '1m',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) { collections(first: $first, after: $after, query: $query) {
    nodes { id title handle updatedAt productsCount { count } } ${pageInfo} } }`,
  pages: listed('collections'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Collection#field-Collection.fields.products */
export const list_collection_products = read(route, {
  description: 'List the products in a collection',
  synonyms: ['category', 'items'],
  ttl: '30s',
  params: { collection_id },
  rename: { collection_id: 'id' },
  graphql: `query ($id: ID!, $first: Int, $after: String) { collection(id: $id) { products(first: $first, after: $after) {
    nodes { id title handle status totalInventory } ${pageInfo} } } }`,
  pages: listed('collection/products'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/collectionCreate; it is in no sales channel before publish puts it there */
export const create_collection = write(route, {
  description: 'Create a collection of products',
  synonyms: ['category', 'group', 'new'],
  is: ['runs'],
  onlyIf: { runs: ({ description_html }) => htmlLoads(description_html) },
  roles: { text: ['/title', '/description_html'] },
  additive: true,
  params: {
    title: text(255, 'The title'),
    ...optional({
      description_html: Type.String({ maxLength: 65_535, description: 'The description, in HTML' }),
      handle: text(255, 'Last part of its address, e.g. summer-sale'),
    }),
  },
  rename: { title: '/collection/title', description_html: '/collection/descriptionHtml', handle: '/collection/handle' },
  graphql: `mutation ($collection: CollectionCreateInput) {
    collectionCreate(collection: $collection) { collection { id title handle } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productUpdate: a product joins collections that have no conditions of their own */
export const add_to_collection = write(route, {
  description: 'Add a product to collections',
  synonyms: ['category', 'put into', 'products', 'group'],
  is: ['publishes'],
  roles: { destination: ['/collection_ids'] },
  idempotent: true,
  additive: true,
  params: { product_id, collection_ids: list(collection_id, { min: 1, max: 250, description: 'The collections' }) },
  rename: { product_id: '/product/id', collection_ids: '/product/collectionsToJoin' },
  graphql: `mutation ($product: ProductUpdateInput) { productUpdate(product: $product) { product { id title } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productUpdate */
export const remove_from_collection = write(route, {
  description: 'Take a product out of collections',
  synonyms: ['category', 'leave', 'group'],
  is: [],
  idempotent: true,
  params: { product_id, collection_ids: list(collection_id, { min: 1, max: 250, description: 'The collections' }) },
  rename: { product_id: '/product/id', collection_ids: '/product/collectionsToLeave' },
  graphql: `mutation ($product: ProductUpdateInput) { productUpdate(product: $product) { product { id title } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/publications */
export const list_publications = read(route, {
  description: 'List the sales channels to which products can be published',
  synonyms: ['online store', 'channels', 'publications'],
  ttl: '5m',
  params: {},
  graphql: `query ($first: Int, $after: String) { publications(first: $first, after: $after) {
    nodes { id catalog { title } autoPublish } ${pageInfo} } }`,
  pages: listed('publications'),
})

const owner_id = shopify.owner_id
const publication_ids = list(publication_id, { min: 1, max: 50, description: 'The sales channels' })
const toPublications = (ids: readonly string[]) => ids.map((publicationId) => ({ publicationId }))

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/publishablePublish */
export const publish = write(route, {
  description: 'Publish a product or collection to sales channels',
  synonyms: ['online store', 'show', 'put online', 'go live'],
  is: ['publishes'],
  roles: { destination: ['/publication_ids'] },
  idempotent: true,
  params: { owner_id, publication_ids },
  rename: { owner_id: 'id', publication_ids: 'input' },
  request: ({ publication_ids }) => ({ body: { input: toPublications(publication_ids) } }),
  graphql: `mutation ($id: ID!, $input: [PublicationInput!]!) { publishablePublish(id: $id, input: $input) { publishable { availablePublicationsCount { count } } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/publishableUnpublish */
export const unpublish = write(route, {
  description: 'Take a product or collection out of sales channels',
  synonyms: ['hide', 'online store', 'take offline'],
  is: ['publishes'],
  idempotent: true,
  params: { owner_id, publication_ids },
  rename: { owner_id: 'id', publication_ids: 'input' },
  request: ({ publication_ids }) => ({ body: { input: toPublications(publication_ids) } }),
  graphql: `mutation ($id: ID!, $input: [PublicationInput!]!) { publishableUnpublish(id: $id, input: $input) { publishable { availablePublicationsCount { count } } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/collectionDelete */
export const delete_collection = write(route, {
  description: 'Delete a collection, not its products',
  synonyms: ['remove', 'category', 'group'],
  is: ['deletes'],
  idempotent: true,
  params: { collection_id },
  rename: { collection_id: '/input/id' },
  graphql: `mutation ($input: CollectionDeleteInput!) { collectionDelete(input: $input) { deletedCollectionId ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/productUpdate: Shopify fetches the media from its address, within minutes. */
export const add_product_media = write(route, {
  description: 'Add a picture or video to a product, by its address',
  synonyms: ['image', 'photo', 'upload', 'picture of a product', 'media'],
  is: ['publishes'],
  roles: { text: ['/alt'] },
  additive: true,
  params: {
    product_id: shopify.product_id,
    source: Type.String({ pattern: '^https://', maxLength: 2000, description: 'Address of the picture or video' }),
    ...optional({
      alt: text(512, 'What it shows, for people who cannot see it'),
      kind: choice(['IMAGE', 'VIDEO', 'EXTERNAL_VIDEO'], 'left out: IMAGE; EXTERNAL_VIDEO: of YouTube or Vimeo'),
    }),
  },
  request: ({ product_id, source, alt, kind }) => ({
    body: {
      product_id: undefined,
      source: undefined,
      alt: undefined,
      kind: undefined,
      product: { id: product_id },
      media: [{ originalSource: source, mediaContentType: kind ?? 'IMAGE', ...(alt !== undefined && { alt }) }],
    },
  }),
  graphql: `mutation ($product: ProductUpdateInput!, $media: [CreateMediaInput!]) {
    productUpdate(product: $product, media: $media) { product { id media(first: 50) { nodes { id status alt } } } ${errors} } }`,
})
