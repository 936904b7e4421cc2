import { cursor, link, offset, type Pages, page, read, Type } from '@patchbay/core/provider'

const params = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  after: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer()),
}

const size = { into: 'size', max: 2 } as const

const list = (pages: Pages) => read('GET /things', { description: 'List things', params, pages })

/** Lists of at most two things a page, one for each kind of paging. */
export const lists = {
  list_by_cursor: list(cursor({ items: '/results', next: '/paging/next', into: 'after', size })),
  list_by_last_id: list(cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'starting_after', size })),
  list_by_page: list(page({ items: '/things', into: 'page', size })),
  list_by_page_total: list(page({ items: '/things', into: 'page', first: 0, total: '/pages', size })),
  list_by_offset: list(offset({ items: '/things', into: 'skip', size })),
  list_by_offset_total: list(offset({ items: '/things', into: 'skip', total: '/total', size })),
  list_by_link: list(link({ items: '', size })),
  list_by_url: list(link({ items: '/data', next: '/links/next', size })),
  search_deep: read('POST /search', {
    description: 'Search things: size and cursor stand below /page',
    params: { sort: Type.Optional(Type.String()) },
    rename: { sort: '/order/by' },
    pages: cursor({ items: '/data', next: '/meta/next', into: '/page/after', size: { into: '/page/size', max: 2 } }),
  }),
  list_deep: read('GET /things', {
    description: 'List things: size and number stand below page, as JSON:API has it',
    params: {},
    pages: page({ items: '/data', into: '/page/number', size: { into: '/page/size', max: 2 } }),
  }),
  search: read('POST /search', {
    description: 'Search things: the cursor stands in the body',
    params: { limit: params.limit },
    pages: cursor({ items: '/results', next: '/paging/next', into: 'after', size }),
    request: () => ({ body: { text: 'a' } }),
  }),
}
