import { choice, optional, read, text } from '@patchbay/core/provider'
import { aList, created, customer, expand } from './parameters.ts'

/** https://docs.stripe.com/api/invoices/list */
export const list_invoices = read('GET /v1/invoices', {
  description: 'List invoices, the newest first',
  synonyms: ['bills', 'unpaid', 'overdue', 'owed'],
  params: optional({
    customer,
    subscription: text(255, 'Subscription id'),
    invoice_status: choice(['draft', 'open', 'paid', 'uncollectible', 'void'], 'Only invoices in this state'),
    created,
    expand,
  }),
  rename: { invoice_status: 'status' },
  ...aList,
})

const states = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
]

/** https://docs.stripe.com/api/subscriptions/list */
export const list_subscriptions = read('GET /v1/subscriptions', {
  description: 'List subscriptions, the newest first; cancelled ones only if subscription_status asks for them',
  synonyms: ['plans', 'recurring', 'members', 'churn', 'active'],
  params: optional({
    customer,
    price: text(255, 'Price id'),
    subscription_status: choice(states, 'Only subscriptions in this state'),
    created,
    expand,
  }),
  rename: { subscription_status: 'status' },
  ...aList,
})
