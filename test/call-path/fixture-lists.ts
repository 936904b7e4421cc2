import { action, cursor, link, offset, type Pages, page, path, read, Type } from '@patchbay/core/provider'

const params = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  after: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer()),
}

const size = { into: 'size', max: 2 } as const

const list = (pages: Pages) =>
  action({
    description: 'List things',
    effect: read(),
    params,
    pages,
    call: ({ after, page }) => ({ method: 'GET', path: path`/things`, query: { after, page } }),
  })

/** Lists of at most two things a page, one for each kind of paging. */
export const lists = {
  list_by_cursor: list(cursor({ items: '/results', next: '/paging/next', into: 'after', size })),
  list_by_last_id: list(cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'starting_after', size })),
  list_by_page: list(page({ items: '/things', into: 'page', size })),
  list_by_page_total: list(page({ items: '/things', into: 'page', first: 0, total: '/pages', size })),
  list_by_offset: list(offset({ items: '/things', into: 'skip', size })),
  list_by_offset_total: list(offset({ items: '/things', into: 'skip', total: '/total', size })),
  list_by_link: list(link({ items: '', size })),
  search: action({
    description: 'Search things: the cursor stands in the body',
    effect: read(),
    params: { limit: params.limit },
    pages: cursor({ items: '/results', next: '/paging/next', into: 'after', size }),
    call: () => ({ method: 'POST', path: path`/search`, body: { text: 'a' } }),
  }),
}
