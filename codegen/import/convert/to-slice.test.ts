import { expect, test } from 'vitest'
import { actionOf, documentOf, postOf, sliceOf } from '../testing/slice-of.ts'

const query = (parameter: object) =>
  documentOf({ '/items': { get: { parameters: [{ name: 'p', in: 'query', ...parameter }] } } })

test.each([
  ['lists, repeated', { schema: { type: 'array' } }, undefined],
  ['lists that are joined', { schema: { type: 'array' }, explode: false }, 'comma'],
  ['lists joined by spaces', { schema: { type: 'array' }, style: 'spaceDelimited' }, 'space'],
  ['lists joined by pipes', { schema: { type: 'array' }, style: 'pipeDelimited' }, 'pipe'],
  ['objects, member by member', { schema: { type: 'object' } }, 'explode'],
  ['objects whose members are joined', { schema: { type: 'object' }, explode: false }, 'comma'],
  ['deep objects', { schema: { type: 'object' }, style: 'deepObject' }, undefined],
  ['deep objects with lists', { schema: { properties: { a: { type: 'array' } } }, style: 'deepObject' }, 'indices'],
  [
    'deep objects with lists in maps',
    { schema: { additionalProperties: { properties: { a: { type: 'array' } } } }, style: 'deepObject' },
    'indices',
  ],
  ['reserved characters', { schema: { type: 'string' }, allowReserved: true }, 'reserved'],
  ['JSON in a query', { content: { 'application/json': { schema: { type: 'object' } } } }, 'json'],
])('the style of %s', async (_, parameter, style) => {
  expect((await actionOf(query(parameter))).params.p?.style).toBe(style)
})

test.each([
  [{ collectionFormat: 'multi' }, undefined],
  [{}, 'comma'],
  [{ collectionFormat: 'ssv' }, 'space'],
  [{ collectionFormat: 'pipes' }, 'pipe'],
])('a list of OpenAPI 2.0 with %j', async (format, style) => {
  const parameter = { name: 'p', type: 'array', items: { type: 'string' }, ...format }
  const post = { consumes: ['application/x-www-form-urlencoded'], parameters: [{ ...parameter, in: 'formData' }] }
  const root = {
    swagger: '2.0',
    host: 'api.shelves.com',
    paths: { '/items': { get: { parameters: [{ ...parameter, in: 'query' }] }, post } },
  }
  const { slice } = await sliceOf(root)
  expect(slice.server).toBe('https://api.shelves.com')
  expect(slice.actions.list_items?.params.p?.style).toBe(style)
  expect(slice.actions.create_item).toMatchObject({
    encoding: 'form',
    params: { p: { in: 'body', ...(style && { style }) } },
  })
})

const item = {
  type: 'object',
  properties: { name: { type: 'string' }, id: { type: 'string', readOnly: true } },
  required: ['name', 'id'],
}
const name = { in: 'body', required: true, schema: { type: 'string' } }

test.each([
  ['a plain object', item, { name }],
  [
    'an allOf of plain objects',
    { allOf: [item, { properties: { size: { type: 'integer' } } }, { required: ['size'] }] },
    { name, size: { in: 'body', required: true, schema: { type: 'integer' } } },
  ],
  [
    'a member that is required and not described',
    { ...item, required: ['name', 'kind'] },
    { name, kind: { in: 'body', required: true, schema: {} } },
  ],
  [
    'a member that one part answers and another takes',
    {
      allOf: [{ properties: { name: { readOnly: true } } }, { properties: { name: { type: 'string' } } }],
      required: ['name'],
    },
    { name },
  ],
])('%s becomes parameters', async (_, schema, params) => {
  expect((await actionOf(postOf(schema))).params).toEqual(params)
})

test.each([
  ['one of several', { oneOf: [item] }],
  ['a list', { type: 'array', items: { type: 'string' } }],
  ['an object of any members', { type: 'object', additionalProperties: { type: 'string' } }],
  ['a free object', { type: 'object' }],
  ['an object of which no member is known', { type: 'object', properties: {} }],
  [
    'an object with further members of one type',
    { type: 'object', properties: { a: {} }, unevaluatedProperties: { type: 'string' } },
  ],
  ['a text', { type: 'string' }],
  ['a base of other schemas', { ...item, discriminator: { propertyName: 'name' } }],
])('%s stays whole', async (_, schema) => {
  const { params } = await actionOf(postOf(schema))
  expect(Object.entries(params).map(([at, parameter]) => [at, parameter.in])).toEqual([['body', 'whole']])
})

test('a body that is a part of itself stays whole', async () => {
  const root = postOf({ $ref: '#/components/schemas/A' }, 'application/json', {
    schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } },
  })
  expect((await actionOf(root)).params.body?.in).toBe('whole')
})

const file = { $ref: '#/schemas/file' }

test.each([
  ['application/x-www-form-urlencoded', item, { encoding: 'form', params: { name } }],
  [
    'multipart/form-data',
    {
      properties: {
        f: { type: 'string', format: 'binary' },
        fs: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    },
    {
      encoding: 'multipart',
      params: { f: { in: 'body', schema: file }, fs: { in: 'body', schema: { type: 'array', items: file } } },
    },
  ],
  [
    'multipart/mixed',
    {
      properties: {
        f: { type: 'string', contentMediaType: 'application/octet-stream' },
        t: { type: 'string', contentMediaType: 'text/plain' },
      },
    },
    {
      encoding: 'multipart',
      media: 'multipart/mixed',
      params: { f: { in: 'body', schema: file }, t: { in: 'body', schema: { type: 'string' } } },
    },
  ],
  [
    'application/octet-stream',
    { type: 'string', format: 'binary' },
    { encoding: 'bytes', params: { body: { in: 'whole', schema: file } } },
  ],
  ['image/png', {}, { encoding: 'bytes', params: { body: { in: 'whole', schema: file } } }],
  [
    'text/plain; charset=utf-8',
    { type: 'string', maxLength: 9 },
    { encoding: 'text', params: { body: { in: 'whole', schema: { type: 'string', maxLength: 9 } } } },
  ],
  [
    'application/xml',
    item,
    { encoding: 'text', media: 'application/xml', params: { body: { in: 'whole', schema: { type: 'string' } } } },
  ],
  ['application/merge-patch+json', item, { media: 'application/merge-patch+json', params: { name } }],
  ['*/*', item, { params: { name } }],
])('a body of %s', async (media, schema, wanted) => {
  const { encoding, media: own, params } = await actionOf(postOf(schema, media))
  expect({ encoding, media: own, params }).toEqual({ encoding: undefined, media: undefined, ...wanted })
})

test('JSON goes before other media types', async () => {
  const content = { 'multipart/form-data': { schema: item }, 'application/json': { schema: item } }
  const action = await actionOf(documentOf({ '/items': { post: { requestBody: { content } } } }))
  expect(action.encoding).toBeUndefined()
})

test.each([
  ['JSON', { 200: { content: { 'application/json': {} } } }, undefined],
  ['nothing', { 204: {} }, 'any'],
  ['what it doesn’t say', { 201: { description: 'Made' } }, 'any'],
  ['JSON of any kind, as FastAPI writes it', { 200: { content: { 'application/json': { schema: {} } } } }, 'any'],
  [
    'JSON of any kind with a title',
    { 200: { content: { 'application/json': { schema: { title: 'Response Film' } } } } },
    'any',
  ],
  [
    'a file that is called JSON',
    { 200: { content: { 'application/json': { schema: { type: 'string', format: 'binary' } } } } },
    'any',
  ],
  ['JSON of one type', { 200: { content: { 'application/json': { schema: { type: 'object' } } } } }, undefined],
  ['JSON of several forms', { 200: { content: { 'application/json': { schema: { anyOf: [{}] } } } } }, undefined],
  ['JSON or nothing', { 200: { content: { 'application/json': {} } }, 204: {} }, undefined],
  ['JSON or a page', { 200: { content: { 'application/json': {}, 'text/html': {} } } }, 'any'],
  [
    'JSON at one status and bytes at another',
    { 200: { content: { 'application/json': {} } }, 206: { content: { 'application/pdf': {} } } },
    'any',
  ],
  ['JSON of any name', { 200: { content: { 'application/vnd.api+json': {} } } }, undefined],
  ['any type with a schema', { 200: { content: { '*/*': { schema: item } } } }, 'any'],
  ['a page', { 200: { content: { 'text/html': {} } } }, 'text'],
  ['bytes', { 200: { content: { 'application/pdf': {} } } }, 'bytes'],
  ['any type of bytes', { 200: { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } }, 'bytes'],
  ['a redirect', { 302: { headers: {} } }, 'location'],
  ['JSON by default', { default: { content: { 'application/json': { schema: item } } } }, undefined],
  ['errors alone', { 404: {}, default: { content: { 'application/json': { schema: item } } } }, 'any'],
])('an answer of %s', async (_, responses, answer) => {
  expect((await actionOf(documentOf({ '/items': { get: { responses } } }))).answer).toBe(answer)
})

const inQuery = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

test('names that are taken, reserved or unfit say their place, and the document keeps its own', async () => {
  const parameters = [
    inPath('id'),
    inQuery('id'),
    inQuery('action'),
    inQuery('repeat'),
    inQuery('$filter'),
    inQuery('constructor'),
    inQuery('é'),
  ]
  const requestBody = { content: { 'application/json': { schema: { properties: { id: {}, 'filter[name]': {} } } } } }
  const action = await actionOf(documentOf({ '/items/{id}': { post: { parameters, requestBody } } }))
  expect(Object.entries(action.params).map(([at, { in: place, as }]) => [at, place, as])).toEqual([
    ['id', 'path', undefined],
    ['query_id', 'query', 'id'],
    ['query_action', 'query', 'action'],
    ['query_repeat', 'query', 'repeat'],
    ['filter', 'query', '$filter'],
    ['query_constructor', 'query', 'constructor'],
    ['e', 'query', 'é'],
    ['body_id', 'body', 'id'],
    ['filter_name', 'body', 'filter[name]'],
  ])
})

test('credentials never become parameters, and what core writes is left out', async () => {
  const header = (at: string) => ({ name: at, in: 'header', schema: { type: 'string' } })
  const parameters = [
    header('Authorization'),
    header('X-Api-Key'),
    header('Accept'),
    inQuery('api_key'),
    inQuery('page_token'),
    inQuery('Tok'),
    header('X-Version'),
  ]
  const components = { securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'tok' } } }
  const { slice, leftOut, actions } = await sliceOf(documentOf({ '/items': { get: { parameters } } }, { components }))
  expect(Object.keys(slice.actions.list_items?.params ?? {})).toEqual(['page_token', 'x_version'])
  expect(leftOut.map(({ what }) => what)).toEqual(['credential', 'credential', 'parameter', 'credential', 'credential'])
  expect(actions[0]?.credentials).toEqual(['header Authorization', 'header X-Api-Key', 'query api_key', 'query Tok'])
})

test('a parameter that only looks like a credential is one again when the author says so', async () => {
  const root = documentOf({ '/items': { get: { parameters: [inQuery('api_key')] } } })
  const { slice } = await sliceOf(root, { plain: new Set(['query api_key']) })
  expect(Object.keys(slice.actions.list_items?.params ?? {})).toEqual(['api_key'])
})

test('what has one possible value is always sent, and no parameter', async () => {
  const parameters = [
    inQuery('format', { required: true, schema: { enum: ['json'] } }),
    { name: 'X-Version', in: 'header', required: true, schema: { const: 2 } },
  ]
  const action = await actionOf(documentOf({ '/items?kind=new': { get: { parameters } } }))
  expect(action).toMatchObject({
    path: '/items',
    params: {},
    query: { kind: 'new', format: 'json' },
    headers: { 'X-Version': '2' },
  })
})

test('a parameter of the path that nobody declares is a text', async () => {
  const action = await actionOf(documentOf({ '/items/{id}': { get: {} } }))
  expect(action.params).toEqual({ id: { in: 'path', required: true, schema: { type: 'string' } } })
})

test.each([
  ['https://api.shelves.com/v1/', 'https://api.shelves.com/v1'],
  ['http://api.shelves.com', 'https://api.shelves.com'],
  ['//api.shelves.com', 'https://api.shelves.com'],
  ['/v1', '/v1'],
  ['https://{tenant}.shelves.com/v1', 'https://{tenant}.shelves.com/v1'],
  ['{nothing', '/{nothing'],
])('the server %s', async (url, server) => {
  expect((await sliceOf(documentOf({}, { servers: [{ url }] }))).slice.server).toBe(server)
})

test('a server, an open operation and no body of a GET', async () => {
  const get = {
    servers: [{ url: 'https://uploads.shelves.com' }],
    security: [],
    requestBody: { content: { 'application/json': { schema: item } } },
  }
  const { slice, leftOut } = await sliceOf(documentOf({ '/items': { get } }))
  expect(slice.actions.list_items).toMatchObject({ server: 'https://uploads.shelves.com', auth: false, params: {} })
  expect(leftOut).toMatchObject([{ what: 'part', reason: 'a GET has no body (RFC 9110, section 9.3.1)' }])
})

test('a server without a host gives its base path alone', async () => {
  const get = (url: string) => ({ get: { servers: [{ url }] } })
  const { slice } = await sliceOf(documentOf({ '/a': get('/v2'), '/b': get('{protocol}://{host}'), '/c': get('/v1') }))
  expect(Object.values(slice.actions).map(({ server }) => server)).toEqual(['/v2', '/', undefined])
})

test('methods that the gateway does not send are left out', async () => {
  const { slice, leftOut } = await sliceOf(documentOf({ '/items': { options: {}, get: {} } }))
  expect(Object.keys(slice.actions)).toEqual(['list_items'])
  expect(leftOut).toEqual([
    { what: 'operation', pointer: '/paths/~1items/options', reason: 'the gateway sends no OPTIONS' },
  ])
})

test('schemas of several parameters are written once', async () => {
  const owner = { type: 'string', description: 'The owner of the shelf, who may lend each of its items to others' }
  const paths = Object.fromEntries(
    ['owner', 'lender', 'reader'].map((name) => [
      `/items/{${name}}`,
      { get: { parameters: [{ ...inPath(name), schema: owner }] } },
    ]),
  )
  const { slice } = await sliceOf(documentOf(paths))
  expect(slice.schemas).toEqual({ owner })
  const params = Object.values(slice.actions).map(({ params }) => Object.values(params)[0])
  expect(params).toEqual(Array(3).fill({ in: 'path', required: true, schema: { $ref: '#/schemas/owner' } }))
})

test.each([
  [
    'a document of nonsense',
    {
      openapi: '3.0.0',
      paths: {
        '/a': null,
        '/b': {
          get: 7,
          post: { parameters: [null, { $ref: '#/x' }, {}], requestBody: { $ref: '#/y' }, responses: [] },
        },
      },
    },
    1,
  ],
  ['one without paths', { openapi: '3.1.0' }, 0],
])('%s imports as far as it can', async (_, root, actions) => {
  expect(Object.keys((await sliceOf(root)).slice.actions)).toHaveLength(actions)
})

test('a parameter called __proto__ is reported instead of being lost, but for one of the path', async () => {
  const named = (place: string) => ({ name: '__proto__', in: place, required: true, schema: { type: 'string' } })
  const get = { parameters: [named('query'), named('header'), named('cookie'), named('path')] }
  const { slice, leftOut } = await sliceOf(documentOf({ '/items/{__proto__}': { get } }))
  expect(Object.values(slice.actions).map(({ params }) => params)).toEqual([
    { proto: { in: 'path', required: true, as: '__proto__', schema: { type: 'string' } } },
  ])
  expect(leftOut.map(({ reason }) => reason)).toEqual(
    ['query', 'header', 'cookie'].map((place) => `a parameter in ${place} can't have this name`),
  )
})

test.each<[what: string, operation: object, description: string]>([
  ['the summary', { summary: 'List the books of a shelf.', description: 'Long' }, 'List the books of a shelf'],
  [
    'the description, where the summary only repeats the name',
    { operationId: 'list_items', summary: 'List Items', description: 'All items that can be lent. Newest first.' },
    'All items that can be lent',
  ],
  ['the summary all the same, where nothing says more', { summary: 'List Items' }, 'List Items'],
  ['the name, where there is no text', {}, 'List items'],
])('an action is described by %s', async (_, operation, description) => {
  expect((await actionOf(documentOf({ '/items': { get: operation } }))).description).toBe(description)
})

test.each([{ deprecated: true }, { 'x-deprecated': true }, { summary: '[Deprecated] List items' }])(
  'an operation with %j is deprecated',
  async (operation) => {
    expect((await actionOf(documentOf({ '/items': { get: operation } }))).deprecated).toBe(true)
  },
)
