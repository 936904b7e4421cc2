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
    ['in a joined list', inQuery(texts, { explode: false }), ['a', null, 'b'], '/items?p=a%2Cb'],
    ['a joined list of nothing else', inQuery(texts, { style: 'pipeDelimited', explode: false }), [null], '/items'],
    ['in an exploded object', inQuery(members), { a: null, b: 'x' }, '/items?b=x'],
    ['in a joined object', inQuery(members, { explode: false }), { a: null, b: 'x' }, '/items?p=b%2Cx'],
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
    const none = send({ 'X-Locale': null, 'X-Tags': [null], 'X-Filter': { a: null }, theme: null }).headers
    expect(Object.keys(none)).toEqual(['accept', 'user-agent', 'x-key'])
    const some = send({ 'X-Tags': ['a', null, 'b'], 'X-Filter': { a: null, b: 'x' }, 'X-Args': { a: null } }).headers
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
