import { apiKey, behind, documentRead, messageAt, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as billing from './billing.ts'
import * as customers from './customers.ts'
import { idempotencyKey } from './parameters.ts'
import * as payments from './payments.ts'

/** Stripe: https://docs.stripe.com/api. No read is cached: what is shown of money is what is there. */
export default provider({
  id: 'stripe',
  title: 'Stripe',
  origin: 'https://api.stripe.com',
  /** https://docs.stripe.com/api/authentication */
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  /** https://docs.stripe.com/keys; a restricted key with the permissions that are used is enough. */
  credentialsPage: 'https://dashboard.stripe.com/apikeys',
  credentialFields: { key: { label: 'Secret or restricted key', hint: 'Begins with sk_ or rk_' } },
  /** An account's own default version would change shapes under us: https://docs.stripe.com/api/versioning */
  headers: { 'Stripe-Version': '2022-11-15' },
  arrays: 'indices',
  encoding: 'form',
  /** https://docs.stripe.com/api/accounts/retrieve: a restricted key needs a permission of its own for it. */
  probe: {
    action: 'get_balance',
    params: {},
    identity: {
      action: documentRead<Document>()('get_v1_account'),
      params: {},
      at: ['/settings/dashboard/display_name', '/id'],
    },
  },
  actions: { ...customers, ...payments, ...billing },
  /** What Stripe's OpenAPI document of this version has besides: https://github.com/stripe/openapi/tree/v460 */
  overlay: behind<Document>({
    idempotencyKey,
    // A link that signs in to a connected account's dashboard, and what an app has put away (by `expand`):
    // https://docs.stripe.com/api/accounts/login_link, https://docs.stripe.com/stripe-apps/store-secrets
    secret: ['login_links_account', 'list_app_secrets', 'create_app_secret', 'find_app_secret', 'delete_app_secret'],
  }),
  /** 409: another request with the same key is under way. https://docs.stripe.com/error-low-level */
  retry: { on: [409] },
  /** https://docs.stripe.com/api/errors */
  failure: messageAt('/error/message', '/error/code', '/error/type'),
})
