import { type Answer, apiKey, type Failure, origin, pattern, provider } from '@patchbay/core/provider'
import * as orders from './orders.ts'
import * as products from './products.ts'

const messageOf = (error: unknown): string | undefined => {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : undefined
}

/** Errors of a mutation stand beside its result: https://shopify.dev/docs/api/admin-graphql/latest#status-and-error-codes */
const userErrorOf = (data: unknown): string | undefined => {
  const results = Object.values(Object(data) as object)
  return results
    .flatMap((result) => Object(result).userErrors ?? [])
    .map(messageOf)
    .find((message) => message !== undefined)
}

/** `errors` is a text, or a list; a used-up limit has the code THROTTLED: https://shopify.dev/docs/api/usage/limits */
const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { errors, data } = Object(body) as { readonly errors?: unknown; readonly data?: unknown }
  const [first] = Array.isArray(errors) ? errors : [errors]
  const message = typeof first === 'string' ? first : (messageOf(first) ?? userErrorOf(data))
  if (message === undefined) return undefined
  if (Object(Object(first).extensions).code === 'THROTTLED') return { message, status: 429, retryAfter: 2 }
  return status < 400 ? { message, status: 422 } : { message }
}

/** Shopify's Admin API in GraphQL, version 2026-10: https://shopify.dev/docs/api/admin-graphql */
export default provider({
  id: 'shopify',
  title: 'Shopify',
  origin: origin`https://${'shop'}.myshopify.com`,
  settings: {
    shop: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of the address, e.g. acme of acme.myshopify.com'),
  },
  /** The access token of an app, from its installation or by OAuth: https://shopify.dev/docs/apps/build/authentication-authorization */
  auth: apiKey({ header: 'X-Shopify-Access-Token' }),
  probe: { action: 'get_shop', params: {}, identity: ['/shop/name', '/shop/myshopifyDomain'] },
  actions: { ...products, ...orders },
  failure,
})
