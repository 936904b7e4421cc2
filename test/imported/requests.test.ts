import { apiKey, imported } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { buildRequest } from '../../core/upstream/request.ts'
import { planOf } from '../plan-of.ts'
import { importedDomain } from './imported-domain.ts'

const shop = imported<object>()({
  id: 'shop',
  title: 'Shop',
  origin: 'https://api.shop.com',
  auth: apiKey({ header: 'X-Key' }),
  actions: {},
})

/** The only action of a document, as the gateway has it. */
const actionOf = async (paths: object, version: object = { openapi: '3.1.0' }) => {
  const document = { ...version, info: { title: 'Shop', version: '1' }, paths }
  const { slice, leftOut } = await sliceOf(document as never, { id: 'shop' })
  const domain = importedDomain(shop, slice)
  const [name = ''] = Object.keys(slice.actions)
  const action = domain.source.action(name)
  if (!action) throw new Error('the document has no action')
  const send = (params: Readonly<Record<string, unknown>>) => {
    const { url, headers, body } = buildRequest(planOf(domain, name, action, params))
    const text = typeof body === 'string' || body === undefined ? body : new TextDecoder().decode(body as Uint8Array)
    return { url: url.replace('https://api.shop.com', ''), headers, body: text }
  }
  return { send, leftOut, takes: (params: object) => domain.source.check(name)?.body({ action: name, ...params }) }
}

const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const texts = { type: 'array', items: orNull({ type: 'string' }) }
const members = { type: 'object', properties: { a: orNull({ type: 'string' }), b: { type: 'string' } } }

const getWith = (parameters: object[], path = '/items') => ({ [path]: { get: { parameters } } })
const inQuery = (schema: object, more: object = {}) => getWith([{ name: 'p', in: 'query', schema, ...more }])
const postWith = (schema: object, media: string, more: object = {}) => ({
  '/items': { post: { requestBody: { content: { [media]: { schema, ...more } } } } },
})

describe('null is left out where there is none', () => {
  test.each<[what: string, paths: object, p: unknown, url: string]>([
    ['as FastAPI writes optional parameters', inQuery(orNull({ type: 'integer' })), null, '/items'],
    ['a list of types', inQuery({ type: ['string', 'null'], default: null }), null, '/items'],
    ['a list that may be null', inQuery(orNull(texts)), null, '/items'],
    ['in a list', inQuery(texts), ['a', null, 'b'], '/items?p=a&p=b'],
    ['a list of nothing else', inQuery(texts), [null], '/items'],
    ['in a joined list', inQuery(texts, { explode: false }), ['a', null, 'b'], '/items?p=a,b'],
    ['a joined list of nothing else', inQuery(texts, { style: 'pipeDelimited', explode: false }), [null], '/items'],
    ['in an exploded object', inQuery(members), { a: null, b: 'x' }, '/items?b=x'],
    ['in a joined object', inQuery(members, { explode: false }), { a: null, b: 'x' }, '/items?p=b,x'],
    ['in a deep object', inQuery(members, { style: 'deepObject' }), { a: null, b: 'x' }, '/items?p%5Bb%5D=x'],
    [
      'in a list of a deep object',
      inQuery({ type: 'object', properties: { a: texts } }, { style: 'deepObject' }),
      { a: [null, 'x'] },
      '/items?p%5Ba%5D%5B0%5D=x',
    ],
    ['a reserved text', inQuery(orNull({ type: 'string' }), { allowReserved: true }), null, '/items'],
    [
      'JSON in the query',
      getWith([{ name: 'p', in: 'query', content: { 'application/json': { schema: {} } } }]),
      null,
      '/items',
    ],
    [
      'but within JSON in the query',
      getWith([{ name: 'p', in: 'query', content: { 'application/json': { schema: {} } } }]),
      { a: null },
      '/items?p=%7B%22a%22%3Anull%7D',
    ],
    [
      'in a list of the path',
      getWith([{ name: 'p', in: 'path', schema: texts }], '/items/{p}'),
      ['a', null],
      '/items/a',
    ],
  ])('%s', async (_, paths, p, url) => {
    const { send, takes } = await actionOf(paths)
    expect(takes({ p })).toBe(true)
    expect(send({ p }).url).toBe(url)
  })

  test('as OpenAPI 3.0 and 2.0 say it', async () => {
    const nullable = { type: 'string', nullable: true }
    expect((await actionOf(inQuery(nullable), { openapi: '3.0.3' })).send({ p: null }).url).toBe('/items')
    const old = getWith([{ name: 'p', in: 'query', type: 'string', 'x-nullable': true }])
    const { takes, send } = await actionOf(old, { swagger: '2.0' })
    expect([takes({ p: null }), send({ p: null }).url]).toEqual([true, '/items'])
  })

  test('in headers and cookies', async () => {
    const { send } = await actionOf(
      getWith([
        { name: 'X-Locale', in: 'header', schema: orNull({ type: 'string' }) },
        { name: 'X-Tags', in: 'header', schema: texts },
        { name: 'X-Filter', in: 'header', schema: members },
        { name: 'X-Args', in: 'header', content: { 'application/json': { schema: members } } },
        { name: 'theme', in: 'cookie', schema: orNull({ type: 'string' }) },
      ]),
    )
    const none = send({ x_locale: null, x_tags: [null], x_filter: { a: null }, theme: null }).headers
    expect(Object.keys(none)).toEqual(['accept', 'user-agent', 'x-key'])
    const some = send({ x_tags: ['a', null, 'b'], x_filter: { a: null, b: 'x' }, x_args: { a: null } }).headers
    expect(some).toMatchObject({ 'x-tags': 'a,b', 'x-filter': 'b,x', 'x-args': '{"a":null}' })
  })

  const body = {
    type: 'object',
    properties: { a: orNull({ type: 'string' }), tags: orNull(texts), o: orNull(members) },
  }

  test('in forms and parts, and not in JSON', async () => {
    const params = { a: null, tags: ['x', null], o: { a: null, b: 'y' } }
    const form = await actionOf(postWith(body, 'application/x-www-form-urlencoded'))
    expect(form.send(params).body).toBe('tags=x&o%5Bb%5D=y')
    const parts = (await actionOf(postWith(body, 'multipart/form-data'))).send(params).body
    expect(parts?.match(/name="\w+"/g)).toEqual(['name="tags"', 'name="o"'])
    expect(parts).toContain('{"a":null,"b":"y"}')
    const json = await actionOf(postWith(body, 'application/json'))
    expect(json.send(params).body).toBe(JSON.stringify(params))
  })

  test.each([
    ['application/json', orNull({ type: 'string' }), 'null'],
    ['text/plain', { type: ['string', 'null'] }, undefined],
    ['application/x-www-form-urlencoded', orNull(members), undefined],
    ['multipart/form-data', orNull(members), undefined],
  ])('as a whole body of %s', async (media, schema, want) => {
    expect((await actionOf(postWith(schema, media))).send({ body: null }).body).toBe(want)
  })

  test.each([[null], [[null]]])('a path has no %j', async (p) => {
    const { send } = await actionOf(getWith([{ name: 'p', in: 'path', schema: {} }], '/items/{p}'))
    expect(() => send({ p })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining('null') }),
    )
  })
})

const objects = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }
const old = { swagger: '2.0', host: 'api.shop.com', schemes: ['https'] }
const list = { type: 'array', items: { type: 'string' } }

describe('lists are sent as their document has them', () => {
  const joined = (style: string, schema: object = texts) => inQuery(schema, { style, explode: false })
  test.each<[what: string, paths: object, p: unknown, url: string]>([
    ['joined by commas, which are told from those in an item', joined('form'), ['a', 'b,c'], '/items?p=a,b%2Cc'],
    ['an object joined by commas', joined('form', members), { a: 'x', b: 'y z' }, '/items?p=a,x,b,y%20z'],
    ['joined by spaces', joined('spaceDelimited'), ['a', 'b c'], '/items?p=a%20b%20c'],
    ['joined by pipes', joined('pipeDelimited'), ['a', 'b'], '/items?p=a%7Cb'],
    ['of objects', inQuery(objects), [{ a: 'x' }, { a: 'y' }], '/items?p%5B0%5D%5Ba%5D=x&p%5B1%5D%5Ba%5D=y'],
    ['of objects, joined', inQuery(objects, { explode: false }), [{ a: 'x' }], '/items?p=%7B%22a%22%3A%22x%22%7D'],
  ])('%s', async (_, paths, p, url) => {
    expect((await actionOf(paths)).send({ p }).url).toBe(url)
  })

  test('a name that ends in [] is repeated, whatever the document says', async () => {
    const parameters = [{ name: 'types[]', in: 'query', schema: texts, explode: false }]
    expect((await actionOf(getWith(parameters))).send({ types: ['a', 'b'] }).url).toBe(
      '/items?types%5B%5D=a&types%5B%5D=b',
    )
    const fields = [{ ...list, name: 'types[]', in: 'formData' }]
    const consumes = ['application/x-www-form-urlencoded']
    const form = await actionOf({ '/items': { post: { consumes, parameters: fields } } }, old)
    expect(form.send({ types: ['a', 'b'] }).body).toBe('types%5B%5D=a&types%5B%5D=b')
  })

  test('of objects in forms have numbers, and lists of objects are reported where OpenAPI has no form for them', async () => {
    const body = { type: 'object', properties: { items: objects } }
    const form = await actionOf(postWith(body, 'application/x-www-form-urlencoded'))
    expect(form.send({ items: [{ a: 'x' }, { a: 'y' }] }).body).toBe('items%5B0%5D%5Ba%5D=x&items%5B1%5D%5Ba%5D=y')
    const { leftOut } = await actionOf(inQuery(objects))
    expect(leftOut).toEqual([
      expect.objectContaining({ what: 'part', reason: expect.stringContaining('name[0][member]=value') }),
    ])
  })

  test.each([
    ['csv', 'a,b', 'a%2Cb', 'a,b', 'p=a,b'],
    ['ssv', 'a b', 'a%20b', 'a%20b', 'p=a%20b'],
    ['pipes', 'a|b', 'a%7Cb', 'a%7Cb', 'p=a%7Cb'],
    ['tsv', 'a\tb', 'a%09b', 'a%09b', 'p=a%09b'],
  ])(
    'of OpenAPI 2.0 with the format %s, in headers, paths, queries and forms',
    async (format, header, _, path, query) => {
      const parameter = { ...list, name: 'p', collectionFormat: format }
      const send = async (place: string, at = '/items') =>
        (
          await actionOf(
            {
              [at]: {
                post: {
                  consumes: ['application/x-www-form-urlencoded'],
                  parameters: [{ ...parameter, in: place, ...(place === 'path' && { required: true }) }],
                },
              },
            },
            old,
          )
        ).send({ p: ['a', 'b'] })
      expect((await send('header')).headers.p).toBe(header)
      expect((await send('path', '/items/{p}')).url).toBe(`/items/${path}`)
      expect((await send('query')).url).toBe(`/items?${query}`)
      expect((await send('formData')).body).toBe(query)
    },
  )
})

const picture = { filename: 'a.png', media_type: 'image/png', content: 'AAAA' }
const binary = { type: 'string', format: 'binary' }

describe('bodies that documents write in their own way', () => {
  test.each([
    ['a file', binary, picture],
    ['files', { type: 'array', items: binary }, [picture]],
    ['a file without its format', { type: 'string' }, picture],
  ])('parts without names are a file: %s', async (_, schema, file) => {
    const { send, takes, leftOut } = await actionOf(postWith(schema, 'multipart/form-data'))
    expect(takes({ file })).toBe(true)
    expect(send({ file }).body?.match(/name="[^"]*"; filename="[^"]*"/g)).toEqual(['name="file"; filename="a.png"'])
    expect(leftOut).toHaveLength(1)
  })

  test('a form that is a text is sent as it is', async () => {
    const { send } = await actionOf(postWith({ type: 'string' }, 'application/x-www-form-urlencoded'))
    expect(send({ body: 'a=1&b=2' })).toMatchObject({
      body: 'a=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'what is no object is refused in %s, and not taken apart',
    async (media) => {
      const { send } = await actionOf(postWith({}, media))
      for (const body of ['abc', ['a'], 7])
        expect(() => send({ body })).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
    },
  )

  test('an object of which no member is known takes any', async () => {
    const { send, takes } = await actionOf(postWith({ type: 'object', properties: {} }, 'application/json'))
    expect([takes({}), takes({ body: { a: 1 } }), send({}).body]).toEqual([true, true, undefined])
    expect(send({ body: { a: 1 } }).body).toBe('{"a":1}')
  })

  test('a body of OpenAPI 2.0 that a path has for all its operations', async () => {
    const body = { in: 'body', name: 'b', schema: { type: 'object', properties: { a: { type: 'string' } } } }
    const { send } = await actionOf({ '/items': { parameters: [body], put: {} } }, old)
    expect(send({ a: 'x' }).body).toBe('{"a":"x"}')
    const parameters = [{ $ref: '#/parameters/f' }]
    const form = { ...old, parameters: { f: { in: 'formData', name: 'f', type: 'string' } } }
    expect((await actionOf({ '/items': { parameters, post: {} } }, form)).send({ f: 'x' }).body).toBe('f=x')
  })

  test('a value that several branches fit is taken, and one that none fits is not', async () => {
    const room = { type: 'object', properties: { room: { type: 'string' } } }
    const names = { type: 'object', properties: { names: list } }
    const { takes } = await actionOf(postWith({ oneOf: [room, names] }, 'application/json'))
    expect([takes({ body: { room: 'a', names: ['b'] } }), takes({ body: {} }), takes({ body: 'a' })]).toEqual([
      true,
      true,
      false,
    ])
  })
})

test('what is no operation that the gateway sends is reported', async () => {
  const item = { get: { callbacks: { done: {} } }, additionalOperations: { COPY: {} }, query: {} }
  const { leftOut } = await actionOf({ '/items': item }, { openapi: '3.2.0', webhooks: { made: {} } })
  expect(leftOut.map(({ what, pointer }) => `${what} ${pointer}`)).toEqual([
    'part /webhooks/made',
    'operation /paths/~1items/additionalOperations/COPY',
    'part /paths/~1items/get/callbacks/done',
    'operation /paths/~1items/query',
  ])
})
