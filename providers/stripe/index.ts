import { apiKey, provider } from '@patchbay/core/provider'
import { cancelPaymentIntent } from './actions/cancel-payment-intent.ts'
import { confirmPaymentIntent } from './actions/confirm-payment-intent.ts'
import { createCustomer } from './actions/create-customer.ts'
import { createPaymentIntent } from './actions/create-payment-intent.ts'
import { createRefund } from './actions/create-refund.ts'
import { getBalance } from './actions/get-balance.ts'
import { getCustomer } from './actions/get-customer.ts'
import { getPaymentIntent } from './actions/get-payment-intent.ts'
import { listCharges } from './actions/list-charges.ts'
import { listCustomers } from './actions/list-customers.ts'
import { listInvoices } from './actions/list-invoices.ts'
import { listPaymentIntents } from './actions/list-payment-intents.ts'
import { listSubscriptions } from './actions/list-subscriptions.ts'
import { searchCustomers } from './actions/search-customers.ts'
import { updateCustomer } from './actions/update-customer.ts'
import { failure } from './failure.ts'

/** Stripe: https://docs.stripe.com/api. No read is cached: what is shown of money is what is there. */
export default provider({
  id: 'stripe',
  title: 'Stripe',
  origin: 'https://api.stripe.com',
  /** https://docs.stripe.com/api/authentication */
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  /** An account's own default version would change shapes under us: https://docs.stripe.com/api/versioning */
  headers: { 'Stripe-Version': '2022-11-15' },
  arrays: 'indices',
  probe: { action: 'get_balance', params: {} },
  actions: {
    list_customers: listCustomers,
    search_customers: searchCustomers,
    get_customer: getCustomer,
    create_customer: createCustomer,
    update_customer: updateCustomer,
    list_payment_intents: listPaymentIntents,
    get_payment_intent: getPaymentIntent,
    create_payment_intent: createPaymentIntent,
    confirm_payment_intent: confirmPaymentIntent,
    cancel_payment_intent: cancelPaymentIntent,
    list_charges: listCharges,
    create_refund: createRefund,
    list_invoices: listInvoices,
    list_subscriptions: listSubscriptions,
    get_balance: getBalance,
  },
  /** 409: another request with the same key is under way. https://docs.stripe.com/error-low-level */
  retry: { on: [409] },
  failure,
})
