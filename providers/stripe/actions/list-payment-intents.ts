import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pages } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/payment_intents/list */
export const listPaymentIntents = action({
  description: 'List PaymentIntents, the newest first',
  effect: read(),
  params: {
    customer: Type.Optional(parameters.customer),
    created: Type.Optional(parameters.created),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/v1/payment_intents`, query }),
  result: responses.list,
  pages,
})
