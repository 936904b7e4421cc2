import { describe, expect, test } from 'vitest'
import { type AnyCuration, cursor, offset, page } from '../provider/index.ts'
import { createChecks } from './checks.ts'
import { makeAction } from './make-action.ts'
import type { SliceAction } from './slice/slice.ts'

const pay: SliceAction = {
  method: 'POST',
  path: '/payments',
  description: 'Make a payment',
  group: 'payments',
  params: {
    amount: { in: 'body', schema: { type: 'integer' } },
    'Idempotency-Key': { in: 'header', schema: { type: 'string' } },
  },
}
const effectOf = (action: SliceAction, curation?: Partial<AnyCuration>) =>
  makeAction({ server: 'https://api.shelves-host.com' }, action, {}, curation).effect

test('a write whose document declares a header for idempotency keys sends ours there', () => {
  const key = { header: 'Idempotency-Key', max: 64 }
  expect(effectOf(pay)).toEqual({ kind: 'write', idempotent: 'key', key })
  expect(effectOf(pay, { keep: ['amount'] })).toEqual({ kind: 'write', idempotent: 'key', key })
})

test('what the overlay says of repeats goes before it', () => {
  expect(effectOf(pay, { idempotencyKey: { header: 'Idempotency-Key', max: 128 } })).toMatchObject({
    key: { header: 'Idempotency-Key', max: 128 },
  })
  expect(effectOf(pay, { idempotent: true })).toEqual({ kind: 'write', idempotent: 'nature' })
})

test('an overlay may say where all POSTs of a document take keys', () => {
  const overlay = { actions: {}, hide: [], idempotencyKey: 'Once-Key' }
  const of = (method: SliceAction['method']) =>
    makeAction({ server: 'https://api.shelves-host.com' }, { ...pay, method, params: {} }, {}, {}, { overlay }).effect
  expect(of('POST')).toEqual({ kind: 'write', idempotent: 'key', key: { header: 'Once-Key' } })
  expect([of('PUT'), of('DELETE')]).toEqual([
    { kind: 'write', idempotent: 'never' },
    { kind: 'write', idempotent: 'never' },
  ])
})

test('what an overlay knows of the header that the document declares goes for all its writes', () => {
  const idempotencyKey = { header: 'idempotency-key', max: 128, keptFor: '6m' } as const
  const overlay = { actions: {}, hide: [], idempotencyKey }
  const put = { ...pay, method: 'PUT' } as const
  const { effect } = makeAction({ server: 'https://api.shelves-host.com' }, put, {}, {}, { overlay })
  expect(effect).toMatchObject({ idempotent: 'key', key: idempotencyKey })
})

test('a read sends none, and a parameter of another name in the header is none', () => {
  expect(effectOf({ ...pay, method: 'GET' })).toEqual({ kind: 'read', ttlMs: 0 })
  const other = { ...pay, params: { 'X-Request-Id': { in: 'header', schema: { type: 'string' } } } } as const
  expect(effectOf(other)).toEqual({ kind: 'write', idempotent: 'never' })
})

test.each([
  [
    page({ items: '/data', into: 'page[number]', size: { into: 'page[size]', max: 250 } }),
    'page[number]',
    'page_number',
  ],
  [offset({ items: '/data', into: '$skip' }), '$skip', 'skip'],
  [cursor({ items: '/data', next: '/next', into: 'page.after' }), 'page.after', 'page_after'],
  [cursor({ items: '/data', next: '/next', into: 'pageToken' }), 'pageToken', 'pageToken'],
])('the parameter for the next page has a name that MCP clients take: %j', (pages, as, name) => {
  const list: SliceAction = {
    ...pay,
    method: 'GET',
    params: { [name.replace('pageToken', 'page_token')]: { in: 'query', as, schema: { type: 'string' } } },
  }
  const slice = { server: 'https://api.shelves-host.com' }
  const { params, request } = makeAction(slice, list, {}, { pages })
  expect(Object.keys(params).filter((one) => one !== 'limit')).toEqual([name])
  expect(request({ [name]: 2 } as never, {} as never)).toMatchObject({ query: { [as]: 2 } })
})

describe('a body of several branches', () => {
  const film = {
    type: 'object',
    properties: { key: { type: 'string' }, reel: { type: 'string' } },
    required: ['key', 'reel'],
    additionalProperties: false,
  }
  const book = {
    type: 'object',
    properties: { key: { type: 'string' }, page: { type: 'integer' } },
    required: ['key'],
    additionalProperties: false,
  }
  const references = { '#/schemas/film': film, '#/schemas/book': { allOf: [book] } }
  const schema = { anyOf: [{ $ref: '#/schemas/film' }, { $ref: '#/schemas/book' }] }
  const create = (place: 'whole' | 'body'): SliceAction => ({
    method: 'POST',
    path: '/items',
    description: 'Create',
    group: 'items',
    params: { data: { in: place, required: true, schema } },
  })
  const make = (place: 'whole' | 'body', curation: Partial<AnyCuration>, fill?: object) =>
    makeAction({ server: 'https://api.shelves-host.com' }, create(place), references, curation, {
      overlay: { actions: {}, hide: [], ...(fill && { fill: { ...fill } }) },
    })
  const takes = (action: ReturnType<typeof make>, params: object): boolean =>
    createChecks('create', action).body({ action: 'create', ...params })

  test('has what the overlay fills in every branch, and callers have it in none', () => {
    for (const action of [
      make('whole', { fill: { key: '{settings.key}' } }),
      make('whole', {}, { key: '{settings.key}' }),
    ]) {
      expect(takes(action, { data: { reel: 'one' } })).toBe(true)
      expect(takes(action, { data: { page: 1 } })).toBe(true)
      expect(takes(action, { data: { reel: 'one', key: 'mine' } })).toBe(false)
      const send = (data: unknown) => action.request({ data }, { settings: { key: 'ours' } }).body
      expect(send({ reel: 'one' })).toEqual({ reel: 'one', key: 'ours' })
      expect(send({ page: 1, key: 'mine' })).toEqual({ page: 1, key: 'ours' })
    }
  })

  test('that an overlay unwraps becomes the parameters of all branches', () => {
    const action = make('body', { wrap: 'data', fill: { key: 'ours' }, rename: { sheet: 'page' } })
    expect(Object.keys(action.params)).toEqual(['reel', 'sheet'])
    expect(takes(action, { sheet: 1 })).toBe(true)
    expect(takes(action, { sheet: 'one' })).toBe(false)
    expect(action.request({ sheet: 1 }, { settings: {} }).body).toEqual({ data: { page: 1, key: 'ours' } })
  })

  test('that refers to itself has an end', () => {
    const circle = { anyOf: [{ $ref: '#/schemas/circle' }, { properties: { key: {}, name: {} }, required: ['key'] }] }
    const action = makeAction(
      { server: null },
      { ...create('whole'), params: { data: { in: 'whole', schema: { $ref: '#/schemas/circle' } } } },
      { '#/schemas/circle': circle },
      { fill: { key: 'ours' } },
    )
    expect(action.request({ data: { name: 'a' } }, { settings: {} }).body).toEqual({ name: 'a', key: 'ours' })
  })
})
