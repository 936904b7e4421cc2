import { apiKey, documentRead, messageAt, oauth2, oneOf, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as billing from './billing.ts'
import { overlay } from './curated.ts'
import * as customers from './customers.ts'
import * as payments from './payments.ts'

/** Stripe: https://docs.stripe.com/api. No read is cached: what is shown of money is what is there. */
export default provider({
  id: 'stripe',
  title: 'Stripe',
  origin: 'https://api.stripe.com',
  auth: oneOf({
    /** https://docs.stripe.com/api/authentication */
    key: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
    /**
     * Stripe Connect: https://docs.stripe.com/connect/oauth-standard-accounts https://docs.stripe.com/connect/oauth-reference
     * To know: The application’s id is the platform’s `ca_…`, its secret the platform’s own secret key: of live mode for live accounts.
     * To know: Since June 2021 Stripe recommends its onboarding to new platforms; by OAuth no account connects that another platform controls.
     */
    connect: oauth2({
      authorize: 'https://connect.stripe.com/oauth/authorize',
      token: 'https://connect.stripe.com/oauth/token',
      scopes: { read_write: 'See and change everything in the account: customers, payments, subscriptions' },
      clientAuth: 'post',
      rotates: false,
      revoke: {
        url: 'https://connect.stripe.com/oauth/deauthorize',
        authentication: 'secret',
        form: { client_id: '{client_id}', stripe_user_id: '{account}' },
        account: '/stripe_user_id',
        ends: 'grant',
      },
    }),
  }),
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
  listed: [
    'create_customer',
    'get_customer',
    'list_customers',
    'search_customers',
    'update_customer',
    'cancel_payment_intent',
    'confirm_payment_intent',
    'create_payment_intent',
    'create_refund',
    'get_balance',
    'get_payment_intent',
    'list_charges',
    'list_payment_intents',
    'list_invoices',
    'list_subscriptions',
  ],
  overlay,
  /** 409: another request with the same key is under way. https://docs.stripe.com/error-low-level */
  retry: { on: [409] },
  /** https://docs.stripe.com/api/errors */
  failure: messageAt('/error/message', '/error/code', '/error/type'),
})
