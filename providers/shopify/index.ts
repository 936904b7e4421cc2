import {
  type Answer,
  apiKey,
  endpoint,
  type Failure,
  oauth2,
  oneOf,
  origin,
  pattern,
  provider,
} from '@patchbay/core/provider'
import * as catalogue from './catalogue.ts'
import * as content from './content.ts'
import * as customers from './customers.ts'
import * as discounts from './discounts.ts'
import * as draftOrders from './draft-orders.ts'
import * as fulfillments from './fulfillments.ts'
import * as giftCards from './gift-cards.ts'
import * as inventory from './inventory.ts'
import * as metafields from './metafields.ts'
import * as orderChanges from './order-changes.ts'
import * as orderEdits from './order-edits.ts'
import * as orders from './orders.ts'
import * as products from './products.ts'
import * as returns from './returns.ts'

const findMessage = (error: unknown): string | undefined => {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : undefined
}

/** `userErrors`, or `customerUserErrors` and its like. */
const isUserErrors = (name: string): boolean => /^(?:\w+U|u)serErrors$/.test(name)

/**
 * Errors of a mutation stand beside its result: https://shopify.dev/docs/api/admin-graphql/latest#status-and-error-codes. Where there is a
 * result all the same, as of bulk mutations, some of it was done.
 */
const findUserError = (data: unknown): Failure | undefined => {
  const members = Object.values(Object(data) as object).flatMap((result) => Object.entries(Object(result) as object))
  const [first] = members.flatMap(([name, value]) => (isUserErrors(name) && Array.isArray(value) ? value : []))
  if (first === undefined) return undefined
  const message = findMessage(first) ?? 'an error whose message the document does not ask for'
  const others = members.filter(([name]) => !isUserErrors(name))
  return { message, status: 422, refused: others.every(([, value]) => value === null) }
}

/**
 * The errors that Shopify sends before it carries anything out:
 * https://shopify.dev/docs/api/admin-graphql/latest#status-and-error-codes
 */
const refusals: readonly unknown[] = ['THROTTLED', 'ACCESS_DENIED', 'SHOP_INACTIVE', 'MAX_COST_EXCEEDED']

/** `errors` is a text, or a list; a used-up limit has the code THROTTLED: https://shopify.dev/docs/api/usage/limits */
const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { errors, data } = Object(body) as { readonly errors?: unknown; readonly data?: unknown }
  const [first] = Array.isArray(errors) ? errors : [errors]
  const message = typeof first === 'string' ? first : findMessage(first)
  if (message === undefined) return findUserError(data)
  const { code } = Object(Object(first).extensions) as { readonly code?: unknown }
  const refused = refusals.includes(code) ? { refused: true } : {}
  if (code === 'THROTTLED') return { message, status: 429, retryAfter: 2, ...refused }
  return status < 400 ? { message, status: 422, ...refused } : { message }
}

/** Shopify's Admin API in GraphQL, version 2026-10: https://shopify.dev/docs/api/admin-graphql */
export default provider({
  id: 'shopify',
  title: 'Shopify',
  origin: origin`https://${'shop'}.myshopify.com`,
  settings: {
    shop: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of the address, e.g. acme of acme.myshopify.com'),
  },
  auth: oneOf({
    /**
     * An app of the store's own organization gets tokens of a day for its id and secret:
     * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant
     */
    oauth: oauth2({
      grant: 'client_credentials',
      token: endpoint`https://${'shop'}.myshopify.com/admin/oauth/access_token`,
      clientAuth: 'post',
      header: 'X-Shopify-Access-Token',
      scopes: {},
      /** The store has uninstalled the app: https://github.com/Shopify/shopify-api-ruby/issues/1322 */
      refusals: [{ code: 'app_not_installed' }],
    }),
    /**
     * A token that doesn't end: https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/generate-app-access-tokens-admin
     * To know: Since 2026-01-01, a store's administration makes no new apps, and so no new tokens that don't end. Those that were made before go on.
     */
    key: apiKey({ header: 'X-Shopify-Access-Token' }),
    /**
     * An app for others' stores, of which Shopify demands tokens that end after an hour:
     * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
     * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens
     */
    install: oauth2({
      authorize: endpoint`https://${'shop'}.myshopify.com/admin/oauth/authorize`,
      token: endpoint`https://${'shop'}.myshopify.com/admin/oauth/access_token`,
      clientAuth: 'post',
      header: 'X-Shopify-Access-Token',
      /** A scope to write has that to read, which is then not listed as granted: https://shopify.dev/docs/api/usage/access-scopes */
      scopes: {
        write_products: 'See and change products and their variants',
        write_orders: 'See and change orders, refunds and returns',
        write_draft_orders: 'See and change draft orders',
        write_customers: 'See and change customers',
        write_inventory: 'See and change stock',
        read_locations: 'See the locations that hold stock',
        write_merchant_managed_fulfillment_orders: 'See and change shipments and what is still to be shipped',
        write_returns: 'See and change returns',
        write_discounts: 'See and change discounts',
        write_publications: 'Publish products in sales channels',
      },
      optionalScopes: {
        write_order_edits: 'Change the items of orders',
        write_gift_cards: 'See, issue and change gift cards, where Shopify has approved it',
        write_content: 'See and change blogs and their articles, and pages',
        write_online_store_navigation: 'See and change redirects',
        read_shopify_payments_payouts: 'See payouts of Shopify Payments',
        read_all_orders: 'See orders older than 60 days, where Shopify has approved it',
      },
      separator: ',',
      exchangeParameters: { expiring: '1' },
      callbackSignature: 'hmac',
      tells: { shop: { callback: 'shop' } },
      rotates: true,
    }),
  }),
  credentialFields: { key: { label: 'Admin API access token', hint: 'Begins with shpat_' } },
  credentialsPage: 'https://help.shopify.com/manual/apps/custom-apps',
  probe: { action: 'get_shop', params: {}, identity: ['/shop/name', '/shop/myshopifyDomain'] },
  actions: {
    ...products,
    ...orders,
    ...orderChanges,
    ...fulfillments,
    ...inventory,
    ...draftOrders,
    ...customers,
    ...metafields,
    ...catalogue,
    ...discounts,
    ...giftCards,
    ...returns,
    ...orderEdits,
    ...content,
  },
  listed: [
    'create_product',
    'get_product',
    'get_shop',
    'list_locations',
    'list_products',
    'update_product',
    'create_customer',
    'create_draft_order',
    'get_order',
    'list_customers',
    'list_orders',
    'update_customer',
    'update_order',
  ],
  failure,
})
