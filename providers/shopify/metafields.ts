import { choice, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { owner_id, errors, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const aMetafield = 'id namespace key type value updatedAt'
const namespace = text(255, 'Namespace, e.g. custom')
const key = text(64, 'Key within the namespace, e.g. material')

/** https://shopify.dev/docs/api/admin-graphql/latest/interfaces/HasMetafields */
export const list_metafields = read(route, {
  description: 'List the metafields of a product, variant, customer, order, collection, ...',
  synonyms: ['custom fields', 'extra data', 'attributes'],
  params: { owner_id, ...optional({ namespace }) },
  rename: { owner_id: 'id' },
  graphql: `query ($id: ID!, $namespace: String, $first: Int, $after: String) { node(id: $id) { ... on HasMetafields {
    metafields(namespace: $namespace, first: $first, after: $after) { nodes { ${aMetafield} } ${pageInfo} } } } }`,
  pages: listed('node/metafields'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/metafieldsSet: all of them, or none */
export const set_metafields = write(route, {
  description: 'Set up to 25 metafields of products, variants, customers, orders, ...',
  synonyms: ['custom fields', 'extra data', 'attributes', 'a metafield'],
  is: ['publishes'],
  idempotent: true,
  params: {
    metafields: list(
      object({
        ownerId: owner_id,
        key,
        value: Type.String({ maxLength: 2_000_000, description: 'The value as a text; lists and objects as JSON' }),
        ...optional({
          namespace,
          type: text(
            100,
            'Type, e.g. single_line_text_field, number_integer, json; may be left out where the key has a definition',
          ),
          compareDigest: text(100, 'compareDigest that was read: a value that changed since is not replaced'),
        }),
      }),
      { min: 1, max: 25, description: 'The metafields' },
    ),
  },
  graphql: `mutation ($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { metafields { ${aMetafield} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/metafieldsDelete */
export const delete_metafields = write(route, {
  description: 'Delete metafields by owner, namespace and key',
  synonyms: ['custom fields', 'remove', 'clear'],
  is: ['deletes'],
  idempotent: true,
  params: {
    metafield_keys: list(object({ ownerId: owner_id, namespace, key }), {
      min: 1,
      max: 250,
      description: 'The metafields',
    }),
  },
  rename: { metafield_keys: 'metafields' },
  graphql: `mutation ($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { deletedMetafields { ownerId namespace key } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/metafieldDefinitions */
export const list_metafield_definitions = read(route, {
  description: 'List which metafields a kind of things may have',
  synonyms: ['custom fields', 'schema', 'types'],
  ttl: '5m',
  params: {
    owner_type: choice(
      [
        'ARTICLE',
        'BLOG',
        'COLLECTION',
        'COMPANY',
        'COMPANY_LOCATION',
        'CUSTOMER',
        'DISCOUNT',
        'DRAFTORDER',
        'LOCATION',
        'MARKET',
        'ORDER',
        'PAGE',
        'PRODUCT',
        'PRODUCTVARIANT',
        'SHOP',
      ],
      'Kind of things',
    ),
    namespace: optional(namespace),
  },
  rename: { owner_type: 'ownerType' },
  graphql: `query ($ownerType: MetafieldOwnerType!, $namespace: String, $first: Int, $after: String) {
    metafieldDefinitions(ownerType: $ownerType, namespace: $namespace, first: $first, after: $after) {
      nodes { id name namespace key description type { name } } ${pageInfo} } }`,
  pages: listed('metafieldDefinitions'),
})
