import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pages } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/invoices/list */
export const listInvoices = action({
  description: 'List invoices, the newest first',
  effect: read(),
  params: {
    customer: Type.Optional(parameters.customer),
    subscription: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Subscription id' })),
    invoice_status: Type.Optional(
      Type.Enum(['draft', 'open', 'paid', 'uncollectible', 'void'], { description: 'Only invoices in this state' }),
    ),
    created: Type.Optional(parameters.created),
    ...pageParameters,
  },
  call: ({ invoice_status, ...query }) => ({
    method: 'GET',
    path: path`/v1/invoices`,
    query: { ...query, status: invoice_status },
  }),
  result: responses.list,
  pages,
})
