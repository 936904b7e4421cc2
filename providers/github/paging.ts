import { link, type Pointer, Type } from '@patchbay/core/provider'

/** How lists go on: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export const pagesOf = (items: Pointer) => link({ items, size: { into: 'per_page', max: 100 } })

/** What every list takes. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'How many at most; left out: 30' })),
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Where to go on: 2 begins after the first `limit` items, if up to 100' }),
  ),
}
