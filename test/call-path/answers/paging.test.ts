import { describe, expect, it } from 'vitest'
import { answer, type Behaviour, startScripted } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { call, upstream } = await startFixture()

const things = (...ids: number[]) => ids.map((id) => ({ id }))
const byCursor = (ids: number[], next?: string): Behaviour =>
  answer(200, { results: things(...ids), paging: next === undefined ? undefined : { next } })
const byLastId = (ids: number[], has_more: boolean): Behaviour => answer(200, { data: things(...ids), has_more })
const byNumber = (ids: number[], more: object = {}): Behaviour => answer(200, { things: things(...ids), ...more })
const byLink = (ids: number[], link?: string): Behaviour =>
  answer(200, things(...ids), link === undefined ? {} : { link })
const next = (url: string) => `<${upstream.origin}/first>; rel="first", <${url}>; rel="next"`

interface Row {
  readonly what: string
  readonly body: object
  readonly script: Behaviour[]
  readonly urls: string[]
  readonly data: unknown
  /** Members of the envelope beside `data`, for a list that ends early. */
  readonly beside?: object
}

const rows: Row[] = [
  {
    what: 'a cursor is followed until the limit is filled, and the cursor that goes on from there is kept',
    body: { action: 'list_by_cursor', limit: 5 },
    script: [byCursor([1, 2], 'b'), byCursor([3, 4], 'c'), byCursor([5], 'd')],
    urls: ['/things?size=2', '/things?size=2&after=b', '/things?size=1&after=c'],
    data: { results: things(1, 2, 3, 4, 5), paging: { next: 'd' } },
  },
  {
    what: 'a cursor is followed until there is none',
    body: { action: 'list_by_cursor', limit: 100 },
    script: [byCursor([1, 2], 'b'), byCursor([3])],
    urls: ['/things?size=2', '/things?size=2&after=b'],
    data: { results: things(1, 2, 3) },
  },
  {
    what: 'the caller goes on with the cursor that it got',
    body: { action: 'list_by_cursor', limit: 1, after: 'd' },
    script: [byCursor([6], 'e')],
    urls: ['/things?size=1&after=d'],
    data: { results: things(6), paging: { next: 'e' } },
  },
  {
    what: 'a cursor may come back as the number that it was',
    body: { action: 'list_by_last_id', limit: 1, starting_after: 1148028305960370177n },
    script: [byLastId([7], false)],
    urls: ['/things?size=1&starting_after=1148028305960370177'],
    data: { data: things(7), has_more: false },
  },
  {
    what: 'without a limit one page is fetched and handed on as it came',
    body: { action: 'list_by_cursor' },
    script: [byCursor([1, 2], 'b')],
    urls: ['/things'],
    data: { results: things(1, 2), paging: { next: 'b' } },
  },
  {
    what: 'a page with more than was asked for loses nothing, as its cursor points behind it',
    body: { action: 'list_by_cursor', limit: 1 },
    script: [byCursor([1, 2, 3], 'b')],
    urls: ['/things?size=1'],
    data: { results: things(1, 2, 3), paging: { next: 'b' } },
  },
  {
    what: 'a provider that names the same cursor again is not followed forever',
    body: { action: 'list_by_cursor', limit: 100 },
    script: [byCursor([1, 2], 'b')],
    urls: ['/things?size=2', '/things?size=2&after=b'],
    data: { results: things(1, 2, 1, 2), paging: { next: 'b' } },
    beside: { more: true, next: 'b', stopped: 'the vendor named the same page again' },
  },
  {
    what: 'an empty cursor is none',
    body: { action: 'list_by_cursor', limit: 100 },
    script: [byCursor([1, 2], '')],
    urls: ['/things?size=2'],
    data: { results: things(1, 2), paging: { next: '' } },
  },
  {
    what: 'the last item’s id is the cursor while the answer says that there is more',
    body: { action: 'list_by_last_id', limit: 100 },
    script: [byLastId([11, 12], true), byLastId([13, 14], true), byLastId([15], false)],
    urls: ['/things?size=2', '/things?size=2&starting_after=12', '/things?size=2&starting_after=14'],
    data: { data: things(11, 12, 13, 14, 15), has_more: false },
  },
  {
    what: 'an empty page that says that there is more is the last one',
    body: { action: 'list_by_last_id', limit: 100 },
    script: [byLastId([], true)],
    urls: ['/things?size=2'],
    data: { data: [], has_more: true },
    beside: { more: true, stopped: 'the vendor’s cursor of the next page can’t be read' },
  },
  {
    what: 'pages are counted until one is empty',
    body: { action: 'list_by_page', limit: 100 },
    script: [byNumber([1, 2]), byNumber([3]), byNumber([4, 5]), byNumber([])],
    urls: ['/things?size=2', '/things?size=2&page=2', '/things?size=2&page=3', '/things?size=2&page=4'],
    data: { things: things(1, 2, 3, 4, 5) },
  },
  {
    what: 'pages keep their size, and what is over the limit is cut',
    body: { action: 'list_by_page', limit: 3 },
    script: [byNumber([1, 2]), byNumber([3, 4])],
    urls: ['/things?size=2', '/things?size=2&page=2'],
    data: { things: things(1, 2, 3) },
  },
  {
    what: 'a caller that names a page begins there',
    body: { action: 'list_by_page', limit: 4, page: 7 },
    script: [byNumber([1, 2]), byNumber([3, 4])],
    urls: ['/things?size=2&page=7', '/things?size=2&page=8'],
    data: { things: things(1, 2, 3, 4) },
  },
  {
    what: 'pages that begin at 0 end where the provider’s count of them does',
    body: { action: 'list_by_page_total', limit: 100 },
    script: [byNumber([1, 2], { pages: 2 }), byNumber([3, 4], { pages: 2 })],
    urls: ['/things?size=2', '/things?size=2&page=1'],
    data: { things: things(1, 2, 3, 4), pages: 2 },
  },
  {
    what: 'an offset is what was seen so far, until a page is empty',
    body: { action: 'list_by_offset', limit: 100 },
    script: [byNumber([1, 2]), byNumber([3, 4]), byNumber([])],
    urls: ['/things?size=2', '/things?size=2&skip=2', '/things?size=2&skip=4'],
    data: { things: things(1, 2, 3, 4) },
  },
  {
    what: 'an offset ends at the provider’s count of items',
    body: { action: 'list_by_offset_total', limit: 100 },
    script: [byNumber([1, 2], { total: 3 }), byNumber([3], { total: 3 })],
    urls: ['/things?size=2', '/things?size=2&skip=2'],
    data: { things: things(1, 2, 3), total: 3 },
  },
  {
    what: 'an offset goes on over a short page where the provider says how many there are',
    body: { action: 'list_by_offset_total', limit: 100 },
    script: [byNumber([1], { total: 3 }), byNumber([2, 3], { total: 3 })],
    urls: ['/things?size=2', '/things?size=2&skip=1'],
    data: { things: things(1, 2, 3), total: 3 },
  },
  {
    what: 'the Link header’s next page is followed as it is written, also relative',
    body: { action: 'list_by_link', limit: 100 },
    script: [
      byLink([1, 2], next(`${upstream.origin}/things?p=2&q=a,b`)),
      byLink([3, 4], '</more?p=3>; rel=next'),
      byLink([5]),
    ],
    urls: ['/things?size=2', '/things?p=2&q=a,b', '/more?p=3'],
    data: things(1, 2, 3, 4, 5),
  },
  {
    what: 'a Link of several relations counts when next is one of them',
    body: { action: 'list_by_link', limit: 100 },
    script: [byLink([1], '</2>; title="x"; rel="last next"'), byLink([2])],
    urls: ['/things?size=2', '/2'],
    data: things(1, 2),
  },
  {
    what: 'a Link whose relation only begins with next is none',
    body: { action: 'list_by_link', limit: 100 },
    script: [byLink([1], '</2>; rel="next-archive", </3>; rel=nextish')],
    urls: ['/things?size=2'],
    data: things(1),
  },
  {
    what: 'a Link that leaves the origin is not followed',
    body: { action: 'list_by_link', limit: 100 },
    script: [byLink([1, 2], '<http://169.254.169.254/latest?p=2>; rel="next"')],
    urls: ['/things?size=2'],
    data: things(1, 2),
    beside: {
      more: true,
      next: 'http://169.254.169.254/latest?p=2',
      stopped: 'the next page’s link leads to another host or path',
    },
  },
  {
    what: 'a Link by another name to the list itself is asked at the account’s own origin',
    body: { action: 'list_by_link', limit: 100 },
    script: [byLink([1, 2], '<http://other.invalid/things?p=2>; rel="next"'), byLink([3])],
    urls: ['/things?size=2', '/things?p=2'],
    data: things(1, 2, 3),
  },
  {
    what: 'a Link to the page itself is followed once at most',
    body: { action: 'list_by_link', limit: 100 },
    script: [byLink([1], '</things?p=2>; rel="next"')],
    urls: ['/things?size=2', '/things?p=2'],
    data: things(1, 1),
    beside: { more: true, next: '/things?p=2', stopped: 'the vendor named the same page again' },
  },
  {
    what: 'the next page’s URL in the answer is followed until there is none',
    body: { action: 'list_by_url', limit: 100 },
    script: [
      answer(200, { data: things(1, 2), links: { next: `${upstream.origin}/things?p=2` } }),
      answer(200, { data: things(3), links: { next: null } }),
    ],
    urls: ['/things?size=2', '/things?p=2'],
    data: { data: things(1, 2, 3), links: { next: null } },
  },
  {
    what: 'the next page’s URL in the answer is not followed to another origin',
    body: { action: 'list_by_url', limit: 100 },
    script: [answer(200, { data: things(1), links: { next: 'http://169.254.169.254/secrets' } })],
    urls: ['/things?size=2'],
    data: { data: things(1), links: { next: 'http://169.254.169.254/secrets' } },
    beside: {
      more: true,
      next: 'http://169.254.169.254/secrets',
      stopped: 'the next page’s link leads to another host or path',
    },
  },
  {
    what: 'the page and its size may lie deeper in the query',
    body: { action: 'list_deep', limit: 3 },
    script: [answer(200, { data: things(1, 2) }), answer(200, { data: things(3, 4) })],
    urls: ['/things?page%5Bsize%5D=2', '/things?page%5Bsize%5D=2&page%5Bnumber%5D=2'],
    data: { data: things(1, 2, 3) },
  },
]

describe('a list', () => {
  it.each(rows)('$what', async ({ body, script, urls, data, beside }) => {
    const answered = await call(body, script)
    expect(answered.body).toEqual({ success: true, status: 200, cache: 'BYPASS', data, ...beside })
    expect(answered.sent.map(({ url }) => url)).toEqual(urls)
  })

  it('whose cursor stands in the body has it there, beside what the action sends', async () => {
    const { sent } = await call({ action: 'search', limit: 4 }, [byCursor([1, 2], 'b'), byCursor([3, 4])])
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { text: 'a', size: 2 },
      { text: 'a', size: 2, after: 'b' },
    ])
  })

  it('whose cursor and size lie deeper in the body has them there', async () => {
    const { sent } = await call({ action: 'search_deep', limit: 3, sort: 'name' }, [
      answer(200, { data: things(1, 2), meta: { next: 'b' } }),
      answer(200, { data: things(3), meta: {} }),
    ])
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { order: { by: 'name' }, page: { size: 2 } },
      { order: { by: 'name' }, page: { size: 1, after: 'b' } },
    ])
    const goesOn = await call({ action: 'search_deep', after: 'b' }, [answer(200, { data: [], meta: {} })])
    expect(JSON.parse(goesOn.sent[0]?.body ?? '')).toEqual({ page: { after: 'b' } })
  })

  it('sends the credential with every page', async () => {
    const { sent } = await call({ action: 'list_by_link', limit: 9 }, [byLink([1], '</2>; rel=next'), byLink([2])])
    expect(sent[0]?.headers.authorization).toMatch(/^Bearer /)
    expect(sent[1]?.headers.authorization).toBe(sent[0]?.headers.authorization)
  })

  it('is no more than 20 pages of one call; its cursor goes on from there', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => byCursor([index], `after-${index}`))
    const { body, sent } = await call({ action: 'list_by_cursor', limit: 1000 }, pages)
    expect(sent).toHaveLength(20)
    expect(body.data.results).toHaveLength(20)
    expect(body.data.paging).toEqual({ next: 'after-19' })
  })

  it.each([{}, { results: null }, { results: {} }, [], 'text'])(
    'that is not where the action says (%j) is UPSTREAM_ERROR 502',
    async (sent) => {
      const { body } = await call({ action: 'list_by_cursor', limit: 5 }, [answer(200, JSON.stringify(sent))])
      expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
    },
  )

  it('that fails on a later page fails as a whole, and never looks complete', async () => {
    const { body } = await call({ action: 'list_by_cursor', limit: 5 }, [byCursor([1, 2], 'b'), answer(403, {})])
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 403 })
  })

  it.each([400, 404, 410, 422])(
    'whose next page the vendor refuses with %i has the pages so far, and says so',
    async (status) => {
      const { body } = await call({ action: 'list_by_cursor', limit: 5 }, [byCursor([1, 2], 'b'), answer(status, {})])
      expect(body).toMatchObject({ more: true, next: 'b', stopped: expect.stringMatching(/refused the next page/) })
      expect(body.data.results).toEqual(things(1, 2))
      const counted = [byNumber([1, 2], { total: 9 }), answer(status, {})]
      const numbered = (await call({ action: 'list_by_offset_total', limit: 9 }, counted)).body
      expect(numbered).toMatchObject({ more: true, next: 2, data: { things: things(1, 2) } })
    },
  )

  it('whose cursor leads out of range (416) has ended', async () => {
    const { body } = await call({ action: 'list_by_cursor', limit: 5 }, [byCursor([1, 2], 'b'), answer(416, {})])
    expect(body).toMatchObject({ success: true, data: { results: things(1, 2) } })
    expect(body).not.toHaveProperty('more')
  })

  const tooMany = answer(429, {}, { 'retry-after': '60' })

  it('whose next page the provider won’t give for now ends where its cursor goes on', async () => {
    const { body } = await call({ action: 'list_by_cursor', limit: 5 }, [byCursor([1, 2], 'b'), tooMany])
    expect(body).toMatchObject({ success: true, data: { results: things(1, 2), paging: { next: 'b' } } })
  })

  it.each([
    ['that has no cursor', 'list_by_link', [byLink([1, 2], '</2>; rel=next'), tooMany]],
    ['whose first page the provider won’t give', 'list_by_cursor', [tooMany]],
  ])('%s fails with the provider’s limit', async (_, action, script) => {
    const { body } = await call({ action, limit: 5 }, script)
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 429, retry_after: 60 })
  })
})

describe('over all pages of a list', () => {
  it('an answer that leads to another server never takes the credential there', async () => {
    const stranger = await startScripted(answer(200, things(9)))
    const { body } = await call({ action: 'list_by_link', limit: 9 }, [
      byLink([1], `<${stranger.origin}/2>; rel="next"`),
    ])
    expect(body.data).toEqual(things(1))
    expect(stranger.requests).toEqual([])
    await stranger.stop()
  })
})
