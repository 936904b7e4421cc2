import { describe, expect, it } from 'vitest'
import { cursor, list, optional, path, type Route, read, Type, text, write } from '../index.ts'

const name = text(100, 'A name')
const account = { settings: { region: 'eu' } }
const rest = { description: 'An example' }
/** As it is sent: without what is undefined. */
const sent = (request: unknown) => JSON.parse(JSON.stringify(request))

describe('a parameter', () => {
  it.each<[Route, object]>([
    ['GET /items/{id}', { query: { name: 'a' } }],
    ['HEAD /items/{id}', { query: { name: 'a' } }],
    ['POST /items/{id}', { body: { name: 'a' } }],
    ['PUT /items/{id}', { body: { name: 'a' } }],
    ['PATCH /items/{id}', { body: { name: 'a' } }],
    ['DELETE /items/{id}', { query: { name: 'a' } }],
  ])('of %s that the path does not take goes where the method has its parameters', (route, want) => {
    const action = write(route, { ...rest, params: { id: name, name } as object as { id: typeof name } })
    const [method] = route.split(' ')
    expect(sent(action.request({ id: 'b c', name: 'a' } as never, account))).toEqual({
      method,
      path: '/items/b%20c',
      ...want,
    })
  })

  it('of the route may be a setting of the account', () => {
    const action = read('GET /regions/{settings.region}/items/{id}', { ...rest, params: { id: name } })
    expect(action.request({ id: 'a' }, account).path).toBe('/regions/eu/items/a')
    expect(() => action.request({ id: 'a' }, { settings: {} })).toThrow(TypeError)
  })

  it('goes where `in` says, under the name that `rename` gives it', () => {
    const action = write('POST /items', {
      ...rest,
      params: { item_name: name, dry_run: Type.Boolean(), match: name },
      in: { dry_run: 'query', match: 'header' },
      rename: { item_name: 'name', match: 'If-Match' },
    })
    expect(sent(action.request({ item_name: 'a', dry_run: true, match: 'x' }, account))).toEqual({
      method: 'POST',
      path: '/items',
      query: { dry_run: true },
      headers: { 'If-Match': 'x' },
      body: { name: 'a' },
    })
  })

  it('may lie deeper, beside what the caller gave there, which stays as it was', () => {
    const action = write('POST /items', {
      ...rest,
      params: { page: Type.Object({ size: Type.Integer() }), number: Type.Integer() },
      rename: { number: '/page/number' },
    })
    const page = { size: 2 }
    expect(sent(action.request({ page, number: 3 }, account)).body).toEqual({ page: { size: 2, number: 3 } })
    expect(page).toEqual({ size: 2 })
  })

  it('of the body stands in the member that `wrap` names, also when none is given', () => {
    const action = write('POST /tickets', { ...rest, params: optional({ subject: name }), wrap: 'ticket' })
    expect(sent(action.request({ subject: 'a' }, account)).body).toEqual({ ticket: { subject: 'a' } })
    expect(sent(action.request({}, account)).body).toEqual({ ticket: {} })
  })

  it.each(['', '.', '..', '\uD800'])('of the path that is %j is refused at its name', (id) => {
    const action = read('GET /items/{id}/parts', { ...rest, params: { id: Type.String() } })
    expect(() => action.request({ id }, account)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        extras: expect.objectContaining({ details: [expect.objectContaining({ path: '/id' })] }),
      }),
    )
  })
})

describe('what `request` gives is laid over what is declared', () => {
  const action = write('POST /items', {
    ...rest,
    params: { name, tags: list(name, { max: 3 }) },
    request: ({ tags }, { settings }) => ({
      path: tags.length > 1 ? path`/${String(settings.region)}/items` : path`/items`,
      query: { count: tags.length },
      body: { tags: undefined, labels: tags },
    }),
  })

  it('member by member, and an undefined one is left out', () => {
    expect(sent(action.request({ name: 'a', tags: ['x', 'y'] }, account))).toEqual({
      method: 'POST',
      path: '/eu/items',
      query: { count: 2 },
      body: { name: 'a', labels: ['x', 'y'] },
    })
  })

  it('as a whole where the body is not an object', () => {
    const upload = write('PUT /lists/{id}', {
      ...rest,
      params: { id: name, items: list(name, { max: 3 }) },
      request: ({ items }) => ({ body: items }),
    })
    expect(sent(upload.request({ id: '1', items: ['a'] }, account)).body).toEqual(['a'])
  })
})

describe('pages', () => {
  const pages = cursor({ items: '/results', next: '/paging/next', into: 'after', size: { into: 'per_page', max: 30 } })

  it('bring `limit` and where to go on, bounded by what one call can answer', () => {
    const { params } = read('GET /items', { ...rest, params: {}, pages })
    expect(params).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 600 },
      after: { type: 'string', description: expect.stringContaining('paging.next') },
    })
  })

  it('leave what the action declares itself, under its own name or another', () => {
    const own = Type.Optional(Type.Integer({ maximum: 5, description: 'Own' }))
    const { params } = read('GET /items', {
      ...rest,
      params: { limit: own, from: optional(name) },
      rename: { from: 'after' },
      pages,
    })
    expect(Object.keys(params)).toEqual(['limit', 'from'])
    expect(params.limit).toBe(own)
  })

  it('are there also where another parameter has the vendor’s name `limit`', () => {
    const size = { into: 'per_page', max: 10 }
    const { request, params } = read('GET /items', {
      ...rest,
      params: { most_lines: optional(Type.Integer()) },
      rename: { most_lines: 'limit' },
      pages: cursor({ items: '/items', next: '/next', into: '/page/limit', size }),
    })
    expect(Object.keys(params)).toEqual(['most_lines', 'limit'])
    expect(sent(request({ most_lines: 3, limit: 5 }, account)).query).toEqual({ limit: 3, per_page: 5 })
  })

  it('go to the query of a POST where `in` says so', () => {
    const inQuery = cursor({ items: '', next: '/next', into: 'after', in: 'query' })
    const { request } = read('POST /items', { ...rest, params: { name }, pages: inQuery })
    expect(sent(request({ name: 'a', after: 'b' } as never, account))).toMatchObject({
      query: { after: 'b' },
      body: { name: 'a' },
    })
  })
})

describe('a route', () => {
  it.each([
    'items',
    'GET items',
    'FETCH /items',
    'GET /items?a=1',
    'GET /{id',
    'GET /id}',
    'GET /{}',
    'GET  /',
    'GET /a//b',
    'GET /a/../b',
    'GET /.',
  ])('%j is refused with the form that is right', (route) => {
    expect(() => read(route as Route, { ...rest, params: {} } as never)).toThrow(TypeError)
  })

  it('have the page size that is their default where callers give no limit', () => {
    const size = { into: '/page/size', max: 100, default: 50 }
    const pages = cursor({ items: '/tickets', next: '/meta/after', into: '/page/after', size })
    const { request } = read('GET /tickets', { ...rest, params: {}, pages })
    expect(sent(request({}, account)).query).toEqual({ page: { size: 50 } })
    expect(sent(request({ limit: 5 }, account)).query).toEqual({ page: { size: 5 } })
  })
})
