import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pages } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

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
export const listSubscriptions = action({
  description: 'List subscriptions, the newest first; without the cancelled ones unless subscription_status says so',
  effect: read(),
  params: {
    customer: Type.Optional(parameters.customer),
    price: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Price id' })),
    subscription_status: Type.Optional(Type.Enum(states, { description: 'Only subscriptions in this state' })),
    created: Type.Optional(parameters.created),
    ...pageParameters,
  },
  call: ({ subscription_status, ...query }) => ({
    method: 'GET',
    path: path`/v1/subscriptions`,
    query: { ...query, status: subscription_status },
  }),
  result: responses.list,
  pages,
})
