import { expect, it } from 'vitest'
import { type ActionRequest, cursor, link, none, offset, page, path } from '../../provider/index.ts'
import { createAnswerRedaction } from '../answer/redact-answer.ts'
import type { ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import type { PagedPlan } from './page-plan.ts'
import { followPages } from './pages.ts'

const origin = 'https://api.example.com'
const auth = none()
const effect = { kind: 'read', ttlMs: 0 } as const
const request: ActionRequest = { method: 'GET', path: path`/things` }

/** The plan of the first page. Of the call and its provider, messages use only the title. */
const firstPlan: RequestPlan = {
  call: {} as RequestPlan['call'],
  provider: { id: 'things', title: 'Things', origin, auth },
  effect,
  origin,
  credential: { accessToken: '', tokenType: '', expiresAt: null, version: 'none' },
  auth,
  redaction: createAnswerRedaction([]),
  expected: 'json',
  pages: undefined,
  limit: undefined,
  request,
  pageUrl: undefined,
  publicOrigin: undefined,
  maxBytes: 1000,
}

/** Plays a provider's answers and records the requests; `test/call-path/answers/paging.test.ts` has the whole table. */
const follow = async (
  answers: unknown[],
  plan: Pick<PagedPlan, 'pages' | 'limit'> & Partial<PagedPlan>,
  headers = {},
) => {
  const requests: (ActionRequest | URL)[] = []
  const send = async ({ request, pageUrl }: RequestPlan): Promise<ProviderAnswer> => {
    const body = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(pageUrl ?? request)
    return { status: 200, headers: new Headers(headers), text: JSON.stringify(body), body, bytes: 0 }
  }
  const answer = await followPages({ ...firstPlan, ...plan }, send, undefined)
  return { requests, ...answer }
}

it('the text of several pages is the text of their joint body; one page keeps its own', async () => {
  const pages = cursor({ items: '/data', next: '/next', into: 'after' })
  const several = await follow([{ data: [1], next: 'b' }, { data: [2] }], { pages, limit: 5 })
  expect(several.text).toBe('{"data":[1,2]}')
  expect(several.body).toEqual({ data: [1, 2] })
  const one = await follow([{ data: [1], next: 'b' }], { pages, limit: 1 })
  expect(one.text).toBe('{"data":[1],"next":"b"}')
})

it('a cursor in a header is followed, and stands beside the answer where the limit ends the list', async () => {
  const pages = cursor({ items: '', next: 'header:x-ms-continuation', into: 'continuation' })
  const headers = { 'X-MS-Continuation': 'b' }
  const whole = await follow([[1], [2], [3]], { pages, limit: 2 }, headers)
  expect(whole.requests[1]).toMatchObject({ query: { continuation: 'b' } })
  expect(whole.body).toEqual([1, 2])
  expect(whole.stop).toEqual({ more: true, next: 'b', stopped: 'the caller’s limit was reached' })
  const last = await follow([[1]], { pages, limit: 2 })
  expect([last.requests.length, last.stop]).toEqual([1, undefined])
})

it('a total in a header ends a list of numbered pages, and a header other than Link may lead on', async () => {
  const total = page({ items: '', into: 'page', total: 'header:x-total-pages' })
  const numbered = await follow([[1], [2], [3]], { pages: total, limit: 9 }, { 'x-total-pages': '2' })
  expect([numbered.requests.length, numbered.body, numbered.stop]).toEqual([2, [1, 2], undefined])
  const pages = link({ items: '', next: 'header:x-next-page-url' })
  const linked = await follow([[1], [2]], { pages, limit: 2 }, { 'x-next-page-url': '/things?p=2' })
  expect(linked.requests[1]).toEqual(new URL(`${origin}/things?p=2`))
})

it('a link that is the next page’s query alone leads there, with or without its question mark', async () => {
  const pages = link({ items: '/data', next: '/next' })
  for (const next of ['p=2&size=2', '?p=2&size=2', 'page[after]=b%2B%3D']) {
    const { requests } = await follow([{ data: [1], next }, { data: [2] }], { pages, limit: 2 })
    expect(requests[1]).toEqual(new URL(`${origin}/things?${next.replace('?', '')}`))
  }
})

it('a list that the vendor leaves out is empty only where the action says so, and only in an object', async () => {
  const places = { items: '/data', next: '/next', into: 'after' } as const
  const omitting = cursor({ ...places, omitsEmpty: true })
  expect((await follow([{ count: 0 }], { pages: omitting, limit: 5 })).text).toBe('{"count":0}')
  expect((await follow([{ data: [1], next: 'b' }, { count: 0 }], { pages: omitting, limit: 5 })).body).toEqual({
    count: 0,
    data: [1],
  })
  for (const garbled of [{ data: null }, { data: {} }, '', null])
    await expect(follow([garbled], { pages: omitting, limit: 5 })).rejects.toThrow('does not fit this action')
  await expect(follow([{ count: 0 }], { pages: cursor(places), limit: 5 })).rejects.toThrow('does not fit this action')
})

it('the cursor goes where the action’s parameters are: query or body', async () => {
  const pages = cursor({ items: '', next: '/0/next', into: 'after' })
  const calls: ActionRequest[] = [
    { method: 'GET', path: path`/`, query: { a: 1 } },
    { method: 'POST', path: path`/`, body: { a: 1 } },
  ]
  for (const call of calls) {
    const { requests } = await follow([[{ next: 'b' }], []], { pages, limit: 5, request: call })
    const [place = ''] = ['query', 'body'].filter((name) => name in call)
    expect(requests[1]).toEqual({ ...call, [place]: { a: 1, after: 'b' } })
  }
})

it.each([
  ['https://api.example/things?cursor=b%2B%3D&limit=2', 'b+='],
  ['/things?limit=2&cursor=b', 'b'],
  ['?cursor=b', 'b'],
  // No link to a next page: base64, or one that names no cursor.
  ['/w==', '/w=='],
  ['/things?page=2', '/things?page=2'],
])('of a link in place of a cursor, the cursor is sent: %s', async (next, cursorSent) => {
  const pages = cursor({ items: '/data', next: '/next', into: 'cursor' })
  const { requests } = await follow([{ data: [1], next }, { data: [2] }], { pages, limit: 2 })
  expect(requests[1]).toMatchObject({ query: { cursor: cursorSent } })
})

it('a cursor that is a number, and 0 with it, is one; null, an object and true are none', async () => {
  const pages = cursor({ items: '/data', next: '/next', into: 'after' })
  const cursors: [next: unknown, requests: number][] = [
    [0, 2],
    [7, 2],
    ['x', 2],
    [null, 1],
    [{}, 1],
    [true, 1],
    ['', 1],
  ]
  for (const [next, count] of cursors) {
    const { requests } = await follow([{ data: [1], next }, { data: [2] }], { pages, limit: 5 })
    expect([next, requests.length]).toEqual([next, count])
  }
})

it('two answers that lead to each other are not followed in a circle', async () => {
  const pages = cursor({ items: '/data', next: '/next', into: 'after' })
  const { requests } = await follow(
    [
      { data: [1], next: 'a' },
      { data: [2], next: 'b' },
      { data: [3], next: 'a' },
    ],
    { pages, limit: 100 },
  )
  expect(requests).toHaveLength(3)
})

it('pages with a size that never end, end at 20', async () => {
  const pages = page({ items: '', into: 'page', size: { into: 'size', max: 1 } })
  const all = Array.from({ length: 30 }, (_, number) => [number])
  expect((await follow(all, { pages, limit: 1000 })).requests).toHaveLength(20)
})

const targets: [target: string, followed: boolean][] = [
  ['https://api.example.com/2', true],
  ['/2', true],
  ['?page=2', true],
  ['https://api.example.com:443/2', true],
  ['https://API.example.com/2', true],
  ['http://api.example.com/2', false],
  ['https://api.example.com:8443/2', false],
  ['https://api.example.com.evil.example/2', false],
  ['https://api.example.com@evil.example/2', false],
  ['//evil.example/2', false],
  ['\\\\evil.example/2', false],
  ['javascript:alert(1)', false],
  ['http://', false],
]
it.each(targets)('a Link to %s is followed: %s', async (target, followed) => {
  const pages = link({ items: '' })
  const { requests } = await follow([[1], []], { pages, limit: 5 }, { link: `<${target}>; rel="next"` })
  expect(requests.length > 1).toBe(followed)
})

it('an answer that is not a list where one should be is garbled', async () => {
  const pages = cursor({ items: '/data', next: '/next', into: 'after' })
  await expect(follow([{ data: {} }], { pages, limit: 5 })).rejects.toThrow('does not fit this action')
})

it('the number of the first page is sent where the vendor wants it, or the one that the caller begins with', async () => {
  const pages = page({ items: '', into: 'page', sendsFirst: true })
  const call: ActionRequest = { method: 'GET', path: path`/`, query: { page: 3 } }
  const queries = async (plan: Partial<PagedPlan>) =>
    (await follow([[1], []], { pages, limit: 5, ...plan })).requests.map((next) => (next as ActionRequest).query)
  expect(await queries({})).toEqual([{ page: 1 }, { page: 2 }])
  expect(await queries({ request: call })).toEqual([{ page: 3 }, { page: 4 }])
  expect((await queries({ pages: page({ items: '', into: 'page' }) }))[0]).toBeUndefined()
})

it('a link is followed only below the path that an account’s origin has', async () => {
  const pages = link({ items: '/data', next: '/next' })
  const answers = (next: string) => [{ data: [1], next }, { data: [2] }]
  const origin = 'https://api.example.com/sites/a-1'
  const pagesOf = async (next: string) => (await follow(answers(next), { pages, limit: 5, origin })).requests.length
  expect(await pagesOf(`${origin}/things?page=2`)).toBe(2)
  expect(await pagesOf('/things?page=2')).toBe(1)
  expect(await pagesOf('https://api.example.com/sites/b-2/things')).toBe(1)
  expect(await pagesOf('https://api.example.com/sites/a-10/things')).toBe(1)
  expect(await pagesOf(`${origin}?page=2`)).toBe(2)
})

it('a link by another name is asked by path and query at the account’s own origin, if its path is the list’s', async () => {
  const pages = link({ items: '/data', next: '/next' })
  const lead = async (next: string, plan: Partial<PagedPlan> = {}) => {
    const { requests, stop } = await follow([{ data: [1], next }, { data: [2] }], { pages, limit: 5, ...plan })
    return requests[1] instanceof URL ? requests[1].href : stop
  }
  const own = `${origin}/things?page=2`
  expect(await lead('http://api.example.com/things?page=2')).toBe(own)
  expect(await lead('https://api.example.com:8443/things?page=2')).toBe(own)
  expect(await lead('https://internal.example/v1/things?page=2')).toBe(own)
  expect(await lead('http://internal.example:8080/v1/things/?page=2')).toBe(own)
  expect(await lead('https://169.254.169.254/latest/meta-data')).toMatchObject({
    more: true,
    stopped: expect.stringMatching(/another host/),
  })
  const recorder = { origin: 'http://127.0.0.1:9', publicOrigin: 'https://api.example.com/v2' }
  expect(await lead('https://api.example.com/v2/repositories/1?page=2', recorder)).toBe(
    'http://127.0.0.1:9/repositories/1?page=2',
  )
  expect(await lead('https://api.example.com/v1/others?page=2', recorder)).toMatchObject({ more: true })
})

it.each([true, 'true', 'True', 1, '1'])('there is more where the answer says %j', async (more) => {
  const pages = cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })
  const { requests } = await follow(
    [
      { data: [{ id: 1 }], more },
      { data: [], more: false },
    ],
    { pages, limit: 5 },
  )
  expect(requests).toHaveLength(2)
})

it.each([false, 'false', 0, null, undefined, {}])('there is none where it says %j', async (more) => {
  const pages = cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })
  expect((await follow([{ data: [{ id: 1 }], more }], { pages, limit: 5 })).requests).toHaveLength(1)
})

it.each([null, 0, -1, '', 'many'])('a total of %j is none: the next page is asked', async (total) => {
  const pages = offset({ items: '/data', into: 'skip', total: '/total', size: { into: 'size', max: 2 } })
  const { body, stop } = await follow(
    [
      { data: [1, 2], total },
      { data: [3], total },
      { data: [4, 5], total },
      { data: [], total },
    ],
    { pages, limit: 9 },
  )
  expect([Object(body).data, stop]).toEqual([[1, 2, 3, 4, 5], undefined])
})

it('a vendor that answers the same to each page has one page', async () => {
  const pages = page({ items: '', into: 'page', size: { into: 'size', max: 100 } })
  expect((await follow([[1, 2]], { pages, limit: 100 })).body).toEqual([1, 2])
})

it('a list that is stopped says so, with where it goes on', async () => {
  const pages = page({ items: '', into: 'page', size: { into: 'size', max: 1 } })
  const { stop } = await follow(
    Array.from({ length: 30 }, (_, n) => [n]),
    { pages, limit: 1000 },
  )
  expect(stop).toEqual({ more: true, next: 21, stopped: '20 pages were fetched, the most of a call' })
  const cursors = cursor({ items: '/data', next: '/next', into: 'after' })
  const again = await follow([{ data: [1], next: 'b' }], { pages: cursors, limit: 9 })
  expect(again.stop).toMatchObject({ more: true, next: 'b', stopped: 'the vendor named the same page again' })
})

const byCursor = cursor({ items: '/data', next: '/next', into: 'after' })
const byLast = cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })
const byLink = link({ items: '/data', next: '/next' })
const byPage = page({ items: '/data', total: '/total', into: 'page', size: { into: 'size', max: 1 } })
const bySkip = offset({ items: '/data', total: '/total', into: 'skip', size: { into: 'take', max: 1 } })
const byMark = cursor({ items: '/data', next: '/next', more: '/more', into: 'after' })
const byPages = page({ items: '/data', into: 'page', size: { into: 'size', max: 1 } })
const links = [
  { rel: 'self', href: '/things' },
  { rel: 'next', href: '/things?b' },
]
const one = { id: 1 }
const two = { id: 2 }

type Ends = [what: string, pages: PagedPlan['pages'], answers: object[], requests: number, stopped?: RegExp]
const ends: Ends[] = [
  ['a cursor in an object', byCursor, [{ data: [one], next: { cursor: 'b' } }], 1, /cursor .* can’t be read/],
  ['a word in place of a cursor', byCursor, [{ data: [one], next: 'None' }], 1],
  ['an object without members for a cursor', byCursor, [{ data: [one], next: {} }], 1],
  ['a page without a list', byCursor, [{ data: [one], next: 'b' }, { data: null, next: 'c' }, { data: [two] }], 3],
  ['nothing behind the last page', byPage, [{ data: [one] }, {}], 2],
  ...['yes', 'Y', 'on', 5].map((more): Ends => [`more: ${more}`, byLast, [{ data: [one], more }, { data: [two] }], 2]),
  ...['no', 'f', 0, '0', null].map((more): Ends => [`more: ${more}`, byLast, [{ data: [one], more }], 1]),
  ['more, and no id', byLast, [{ data: [{}], more: true }], 1, /can’t be read/],
  ['a link in an object', byLink, [{ data: [one], next: { href: '/things?b' } }, { data: [two] }], 2],
  ['a link of another scheme', byLink, [{ data: [one], next: 'ftp://x/y' }], 1, /leads to another/],
  ['a word in place of a link', byLink, [{ data: [one], next: 'null' }], 1],
  ['a total that is no whole number', byPage, [{ data: [one], total: 1.5 }, { data: [two] }, { data: [] }], 3],
  [
    'fewer pages than counted',
    byPage,
    [
      { data: [one], total: 4 },
      { data: [], total: 4 },
    ],
    2,
    /counts 4/,
  ],
  [
    'fewer items than counted',
    bySkip,
    [
      { data: [one], total: 4 },
      { data: [], total: 4 },
    ],
    2,
    /counts 4/,
  ],
  ['the same full page again', byPage, [{ data: [one] }], 2, /same page again/],
  ['more, and no cursor', byMark, [{ data: [one], more: true, next: null }], 1, /can’t be read/],
  ['a cursor, and no mark beside it', byMark, [{ data: [one], next: 'b' }, { data: [two] }], 2],
  ['a cursor, and a mark that there is no more', byMark, [{ data: [one], more: 0, next: 'b' }], 1],
  [
    'a last page that is empty and names itself',
    byCursor,
    [
      { data: [one], next: 'b' },
      { data: [], next: 'b' },
    ],
    2,
  ],
  [
    'a cursor 0 that names itself',
    byCursor,
    [
      { data: [one], next: '0' },
      { data: [], next: '0' },
    ],
    2,
  ],
  ['a cursor 0 that begins anew', byCursor, [{ data: [one], next: 0 }], 2],
  ['numbers that begin anew', byPages, [{ data: [one] }, { data: [two] }, { data: [one] }], 3, /same page again/],
  [
    'a link to itself in another order',
    byLink,
    [
      { data: [one], next: '/things?a=1&p=2' },
      { data: [two], next: '/things?p=2&a=1' },
    ],
    2,
    /named the same page/,
  ],
  [
    'a link in a list',
    byLink,
    [
      { data: [one], next: links },
      { data: [two], next: [links[0]] },
    ],
    2,
  ],
  ['a link of FHIR', byLink, [{ data: [one], next: [{ relation: 'next', url: '/things?b' }] }, { data: [two] }], 2],
  ['a later list with gaps, of PHP', byPages, [{ data: [one] }, { data: { 4: two } }, { data: {} }], 3],
]
it.each(ends)('a list never ends in silence: %s', async (_what, pages, answers, count, stopped) => {
  const { requests, stop, body } = await follow(answers, { pages, limit: 9 })
  expect(requests).toHaveLength(count)
  if (stopped) expect(stop).toMatchObject({ more: true, stopped: expect.stringMatching(stopped) })
  else expect(stop).toBeUndefined()
  expect(Object(body).data).toHaveLength(JSON.stringify(answers).includes(JSON.stringify(two)) ? 2 : 1)
})

const nested: [what: string, cursor: object, place: 'query' | 'body', sent: unknown][] = [
  ['a key of DynamoDB', { pk: { S: 'a' } }, 'body', { pk: { S: 'a' } }],
  ['sort values of Elasticsearch', [1717, 'a'], 'body', [1717, 'a']],
  [
    'a number with more digits than a double has',
    JSON.rawJSON('1717171717.12345678901'),
    'query',
    '1717171717.12345678901',
  ],
  ['an object for a query', { pk: 'a' }, 'query', undefined],
]
it.each(nested)('%s is sent back as it came, where that fits', async (_what, next, place, sent) => {
  const pages = cursor({ items: '/data', next: '/next', into: 'after' })
  const call: ActionRequest = { method: place === 'body' ? 'POST' : 'GET', path: path`/`, [place]: { a: 1 } }
  const { requests, stop } = await follow([{ data: [1], next }, { data: [2] }], { pages, limit: 5, request: call })
  if (sent === undefined) expect(stop?.stopped).toMatch(/can’t be read/)
  else expect(requests[1]).toEqual({ ...call, [place]: { a: 1, after: sent } })
})
