import { cursor, Type } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'

/** How lists go on, by the last object's id: https://docs.stripe.com/api/pagination */
export const pages = cursor({
  items: '/data',
  lastItem: '/id',
  more: '/has_more',
  into: 'starting_after',
  size: { into: 'limit', max: 100 },
})

/** What every list takes. */
export const pageParameters = {
  limit: Type.Optional(parameters.limit),
  starting_after: Type.Optional(parameters.starting_after),
  expand: Type.Optional(parameters.expand),
}
