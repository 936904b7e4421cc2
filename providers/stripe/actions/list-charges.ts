import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pages } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/charges/list */
export const listCharges = action({
  description: 'List charges, the newest first',
  effect: read(),
  params: {
    customer: Type.Optional(parameters.customer),
    payment_intent: Type.Optional(parameters.payment_intent),
    created: Type.Optional(parameters.created),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/v1/charges`, query }),
  result: responses.list,
  pages,
})
