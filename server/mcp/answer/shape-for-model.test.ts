import { cursor, link, offset, page, read, Type, write } from '@patchbay/core/provider'
import { describe, expect, it, test } from 'vitest'
import { findHint, leaveOutNoise, shapeForModel } from './shape-for-model.ts'

const envelope = (data: unknown): string => JSON.stringify({ success: true, status: 200, cache: 'MISS', data })
const size = { into: 'limit', max: 100 }
const shape = (action: object, data: unknown, body: object = {}) =>
  shapeForModel(envelope(data), { name: 'list', action: action as never, body: { action: 'list', ...body } }, true)

const list = (pages: object, more: object = {}) =>
  read('GET /things', { description: 'List things', params: {}, pages: pages as never, ...more } as never)

describe('noise', () => {
  const noise = { members: ['self', 'toString'], empty: true } as const
  const noisy = read('GET /things', { description: 'List things', params: {}, noise })

  it('is left out at any depth, and items of lists stay', () => {
    const data = { self: 'x', id: 0, no: false, text: '', list: [null, [], { self: 1, none: null, n: { all: [] } }] }
    expect(leaveOutNoise(data, noise)).toEqual({ id: 0, no: false, text: '', list: [null, [], { n: {} }] })
  })

  it('is left out of the data alone, whose numbers keep their digits', () => {
    const text = '{"success":true,"status":200,"cache":"MISS","data":{"id":12345678901234567890,"self":"x","a":null}}'
    const { envelope } = shapeForModel(text, { name: 'list', action: noisy, body: {} }, true)
    expect(envelope).toBe('{"success":true,"status":200,"cache":"MISS","data":{"id":12345678901234567890}}')
  })

  it('stays where the caller chose the fields, all of them included', () => {
    for (const result_fields of [['self'], []])
      expect(shape(noisy, { self: 1 }, { result_fields }).envelope).toBe(envelope({ self: 1 }))
  })

  it('is nothing where only empty members or only names are declared', () => {
    expect(leaveOutNoise({ self: null, a: 1 }, { members: ['self'] })).toEqual({ a: 1 })
    expect(leaveOutNoise({ self: 1, a: null, b: [] }, { empty: true })).toEqual({ self: 1 })
  })
})

describe('a hint at the next page', () => {
  const after = list(cursor({ items: '/items', next: '/next', into: 'after', size }))

  test.each([
    ['a cursor', after, { items: [1], next: 'abc' }, {}, 'call list again with after: "abc"'],
    [
      'the last item',
      list(cursor({ items: '', lastItem: '/id', more: '/more', into: 'after' })),
      [{ id: 7 }],
      {},
      undefined,
    ],
    [
      'the last item, of which there are more',
      list(cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })),
      { data: [{ id: 'a' }, { id: 'b' }], more: true },
      {},
      'call list again with after: "b"',
    ],
    ['a full page', list(page({ items: '', into: 'page', size })), [1, 2], { limit: 2 }, 'again with page: 2'],
    ['a third page', list(page({ items: '', into: 'page', size })), [1, 2], { limit: 2, page: 2 }, 'with page: 3'],
    ['a page of several', list(page({ items: '', into: 'page', size })), [1, 2], { limit: 200 }, undefined],
    ['a page that is not full', list(page({ items: '', into: 'page', size })), [1], { limit: 2 }, undefined],
    ['the last page', list(page({ items: '/a', into: 'page', total: '/of' })), { a: [1], of: 1 }, {}, undefined],
    ['a page with a number', list(page({ items: '/a', into: 'page', total: '/of' })), { a: [1], of: 2 }, {}, 'page: 2'],
    [
      'an offset',
      list(offset({ items: '/a', into: 'skip', total: '/of' })),
      { a: [1, 2], of: 9 },
      { skip: 4 },
      'skip: 6',
    ],
    [
      'the last offset',
      list(offset({ items: '/a', into: 'skip', total: '/of' })),
      { a: [1], of: 5 },
      { skip: 4 },
      undefined,
    ],
    ['no cursor', after, { items: [1], next: '' }, {}, undefined],
    ['a number', after, { items: [1], next: 1234567890123456 }, {}, 'with after: 1234567890123456'],
    ['a fraction', after, { items: [1], next: 1700000000.25 }, {}, 'with after: 1700000000.25'],
    [
      'a number of nineteen digits',
      after,
      { items: [1], next: 1234567890123456789n },
      {},
      'with after: 1234567890123456789',
    ],
    ['a word for no cursor', after, { items: [1], next: 'None' }, {}, undefined],
    ['the cursor 0, which may begin anew', after, { items: [1], next: 0 }, {}, undefined],
    ['a link for a cursor', after, { items: [1], next: 'https://a.example/?after=b' }, {}, 'with after: "b"'],
    [
      'more as a text',
      list(cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })),
      { data: [{ id: 'b' }], more: 'true' },
      {},
      'with after: "b"',
    ],
    [
      'more as a number',
      list(cursor({ items: '/data', lastItem: '/id', more: '/more', into: 'after' })),
      { data: [{ id: 'b' }], more: 1 },
      {},
      'with after: "b"',
    ],
    [
      'a total as a text',
      list(offset({ items: '/a', into: 'skip', total: '/of', size })),
      { a: [1, 2], of: '2' },
      { limit: 2 },
      undefined,
    ],
    ['a cursor that is none', after, { items: [1], next: { a: 1 } }, {}, undefined],
    ['a very long cursor', after, { items: [1], next: 'x'.repeat(700) }, {}, undefined],
  ])('follows from %s', (_what, action, data, body, want) => {
    const { hint } = shape(action, data, body)
    expect(findHint({ name: 'list', action: action as never, body: { action: 'list', ...body } }, data)).toBe(hint)
    if (want === undefined) expect(hint).toBeUndefined()
    else expect(hint).toContain(want)
  })

  test.each([
    ['a number that callers know', 'https://api.example.com/things?per_page=30&page=2', {}, 'again with page: 2'],
    ['a text that callers know', '/things?after=%22b', {}, undefined],
    ['a text that callers know', 'https://api.example.com/things?after=%22b&sort=up', {}, 'with after: "\\"b"'],
    [
      'members that callers do not know',
      'https://api.example.com/things?$skiptoken=x',
      {},
      'larger limit, of at most 1000',
    ],
    ['such members at the largest limit', 'https://api.example.com/things?$skiptoken=x', { limit: 1000 }, undefined],
    ['no link', undefined, {}, undefined],
  ])('follows from a link with %s: %s', (_what, next, body, want) => {
    const action = read('GET /things', {
      description: 'List things',
      params: {
        page: Type.Optional(Type.Integer()),
        after: Type.Optional(Type.String()),
        sort: Type.Optional(Type.String()),
      },
      pages: link({ items: '', size: { into: 'per_page', max: 100 } }),
    }) as never
    const hint = findHint({ name: 'list', action, body: { action: 'list', ...body }, next }, [1])
    if (want === undefined) expect(hint).toBeUndefined()
    else expect(hint).toContain(want)
  })

  it('is not looked for again where it is known, and is left out of a part all the same', () => {
    const call = { name: 'list', action: after as never, body: {} }
    const text = envelope({ items: [1], next: 'x' })
    expect(shapeForModel(text, call, true, { hint: 'known' }).hint).toBe('known')
    expect(shapeForModel(text, call, true, { hint: undefined }).hint).toBeUndefined()
    expect(shapeForModel(text, call, false, { hint: 'known' }).hint).toBeUndefined()
  })

  it('names the parameter as callers know it', () => {
    const renamed = read('GET /things', {
      description: 'List things',
      params: { from: Type.Optional(Type.String()) },
      rename: { from: 'pageToken' },
      pages: cursor({ items: '/items', next: '/next', into: 'pageToken' }),
    })
    expect(shape(renamed, { items: [], next: 'x' }).hint).toContain('with from: "x"')
  })

  it('is left out where the action moves what the vendor answers, and where the answer is a part', () => {
    const moved = list(cursor({ items: '/items', next: '/next', into: 'after' }), { shape: (body: object) => body })
    expect(shape(moved, { items: [1], next: 'x' }).hint).toBeUndefined()
    const call = { name: 'list', action: after, body: {} }
    expect(shapeForModel(envelope({ items: [1], next: 'x' }), call, false).hint).toBeUndefined()
  })
})

it('an answer leads to the action that is likely to be next, by the values that it has', () => {
  const create = write('POST /things', {
    description: 'Make a thing',
    params: {},
    leadsTo: { action: 'get', parameters: { thing_id: '/id', kind: '/kind' } },
  })
  expect(shape(create, { id: 'a"b', kind: 1 }).hint).toBe('get takes thing_id: "a\\"b", kind: 1')
  expect(shape(create, { id: 'a' }).hint).toBeUndefined()
})
