import { apiKey, cursor, link, page, provider, read, text } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const words = text(100, 'Words to look for')
const size = { into: 'page_size', max: 2 } as const
const rest = { description: 'An example' }

const searches = provider({
  id: 'searches',
  title: 'Searches',
  origin: 'https://search.example.com',
  auth: apiKey({ header: 'X-Key' }),
  headers: { 'X-Version': '7' },
  actions: {
    by_link: read('POST /search', {
      ...rest,
      params: { words },
      pages: link({ items: '/items', next: '/next', size }),
      request: () => ({ headers: { 'Content-Type': 'application/vnd.search+json' } }),
    }),
    by_cursor: read('POST /search', {
      ...rest,
      params: { words },
      pages: cursor({ items: '/items', next: '/next', into: 'after', size, in: 'query' }),
    }),
    by_number: read('POST /search', {
      ...rest,
      params: { words },
      wrap: 'filter',
      pages: page({ items: '/items', into: '/page/number', size: { into: '/page/size', max: 2 }, in: 'query' }),
    }),
    by_link_of_forms: read('POST /search', {
      ...rest,
      encoding: 'form',
      params: { words },
      pages: link({ items: '/items', next: '/next', size }),
    }),
  },
})

const { call } = await startFixture({ providers: [searches] })
const ask = (body: object, ...pages: object[]) =>
  call(
    body,
    pages.map((content) => answer(200, content)),
    'searches',
  )

describe('a search by POST whose answer holds the next page’s URL', () => {
  it.each(['by_link', 'by_link_of_forms'])(
    'goes on by a GET of it, without a body or a type of one (%s)',
    async (action) => {
      const { body, sent } = await ask(
        { action, words: 'a', limit: 9 },
        { items: [1], next: '/more?p=2' },
        { items: [2] },
      )
      expect(body.data).toEqual({ items: [1, 2] })
      const [first, second] = sent
      expect(first).toMatchObject({
        method: 'POST',
        headers: { 'content-type': expect.stringContaining('application/') },
      })
      expect(second).toMatchObject({ method: 'GET', url: '/more?p=2', body: '' })
      expect(second?.headers['content-type']).toBeUndefined()
      expect(second?.headers).toMatchObject({ 'x-version': '7', accept: 'application/json' })
    },
  )
})

describe('a search by POST whose size and cursor go to the query', () => {
  it('has them there on each page, and the same body', async () => {
    const pages = [
      { items: [1, 2], next: 'b' },
      { items: [3], next: 'c' },
    ] as const
    const { body, sent } = await ask({ action: 'by_cursor', words: 'a', limit: 3 }, ...pages)
    expect(sent.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/search?page_size=2', { words: 'a' }],
      ['/search?page_size=1&after=b', { words: 'a' }],
    ])
    expect(body.data).toEqual({ items: [1, 2, 3], next: 'c' })
  })

  it('goes on from the cursor of its caller', async () => {
    const { sent } = await ask({ action: 'by_cursor', words: 'a', limit: 1, after: 'c' }, { items: [4] })
    expect(sent.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/search?page_size=1&after=c', { words: 'a' }],
    ])
  })

  it('counts pages there too, deeper in the query and beside a wrapped body', async () => {
    const action = { action: 'by_number', words: 'a', limit: 3, number: 4 }
    const { sent } = await ask(action, { items: [1, 2] }, { items: [3] })
    expect(sent.map(({ url, body }) => [decodeURIComponent(url), JSON.parse(body)])).toEqual([
      ['/search?page[size]=2&page[number]=4', { filter: { words: 'a' } }],
      ['/search?page[size]=2&page[number]=5', { filter: { words: 'a' } }],
    ])
  })
})
