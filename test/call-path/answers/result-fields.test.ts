import { cursor, read } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

/** A list whose shape leaves out what is around it and around each item. */
const moved = variant('moved', {
  actions: {
    list: read('GET /things', {
      description: 'List things',
      params: {},
      pages: cursor({
        items: '/data/rows',
        next: '/next',
        into: 'after',
        shapedItems: '/found/things',
        size: { into: 'size', max: 1 },
      }),
      shape: (body) => {
        const { data, next } = body as { data: { rows: { thing: unknown }[] }; next?: string }
        return { found: { things: data.rows.map(({ thing }) => thing) }, next }
      },
    }),
  },
})

const { call } = await startFixture({ providers: [fixture, moved] })

const person = { id: 1, name: { first: 'Ann', last: 'Lee' }, tags: [{ id: 'a', note: 1 }, { id: 'b' }], secret: 'x' }

const rows: [what: string, body: object, sent: unknown, data: unknown][] = [
  [
    'of an object',
    { action: 'get', id: '1', result_fields: ['id', 'name.first'] },
    person,
    { id: 1, name: { first: 'Ann' } },
  ],
  [
    'of each item of a list',
    { action: 'get', id: '1', result_fields: ['id'] },
    [person, { id: 2 }],
    [{ id: 1 }, { id: 2 }],
  ],
  [
    'of each item where the action’s list is; what stands around it stays',
    { action: 'list_by_cursor', result_fields: ['name.last'] },
    { results: [person], paging: { next: 'b' } },
    { results: [{ name: { last: 'Lee' } }], paging: { next: 'b' } },
  ],
  [
    'through lists inside of an item',
    { action: 'get', id: '1', result_fields: ['tags.id'] },
    person,
    { tags: [{ id: 'a' }, { id: 'b' }] },
  ],
  [
    'two of one member',
    { action: 'get', id: '1', result_fields: ['name.last', 'name.first'] },
    person,
    { name: person.name },
  ],
  ['that are not there are left out', { action: 'get', id: '1', result_fields: ['id', 'no.such'] }, person, { id: 1 }],
  [
    'that an object inherits are not there',
    { action: 'get', id: '1', result_fields: ['constructor', 'id.toString', 'id'] },
    person,
    { id: 1 },
  ],
  ['of what is not an object leaves it as it is', { action: 'get', id: '1', result_fields: ['id'] }, 7, 7],
  [
    'of the shaped answer',
    { action: 'unwrap', id: '1', result_fields: ['thing.id'] },
    { wrapped: person },
    { thing: { id: 1 } },
  ],
]

describe('result_fields', () => {
  it.each(rows)('%s', async (_what, body, sent, data) => {
    expect((await call(body, [answer(200, JSON.stringify(sent))])).body.data).toEqual(data)
  })

  it('come from all pages of a list', async () => {
    const page = (id: number, next?: string) => answer(200, { results: [{ id, x: 1 }], paging: { next } })
    const { body } = await call({ action: 'list_by_cursor', limit: 2, result_fields: ['id'] }, [page(1, 'b'), page(2)])
    expect(body.data.results).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('are those of the items, wherever the action’s shape puts the list', async () => {
    const page = (id: number, next?: string) => answer(200, { data: { rows: [{ thing: { id, x: 1 } }] }, next })
    const answered = await call({ action: 'list', limit: 2, result_fields: ['id'] }, [page(1, 'b'), page(2)], 'moved')
    expect(answered.body.data).toEqual({ found: { things: [{ id: 1 }, { id: 2 }] } })
  })

  it.each([
    ['a path with an empty step', 'a..b'],
    ['a path that is too deep', 'a.a.a.a.a.a.a.a.a.a.a'],
    ['a pointer', '/a'],
  ])('%s is VALIDATION_ERROR', async (_what, field) => {
    const { body } = await call({ action: 'get', id: '1', result_fields: [field] })
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/result_fields/0' }] })
  })
})

const people = { results: Array.from({ length: 100 }, (_, id) => ({ ...person, id })), paging: { next: 'b' } }

describe('result_fields that are not there', () => {
  const ask = async (fields: string[], sent: unknown = people, action = 'list_by_cursor') => {
    const own = action === 'get' ? { id: '1' } : {}
    return (await call({ action, ...own, result_fields: fields }, [answer(200, sent)])).body
  }
  const known = ['id', 'name', 'tags', 'secret', 'name.first', 'name.last', 'tags.id', 'tags.note']

  it('are named, with those that are; the others are kept', async () => {
    const body = await ask(['id', 'nmae.last'])
    expect(body).toMatchObject({ success: true, unmatched_fields: ['nmae.last'], known_fields: known })
    expect(body.data.results[7]).toEqual({ id: 7 })
  })

  it('leave the answer whole where none is there, in place of a hundred empty objects', async () => {
    const body = await ask(['properties.email', 'email'])
    expect(body).toMatchObject({ unmatched_fields: ['properties.email', 'email'], known_fields: known, data: people })
  })

  it('are never said of a list without items, or of what has no fields', async () => {
    for (const sent of [{ results: [] }, { results: [1, 2] }]) {
      const body = await ask(['email'], sent)
      expect(body).toEqual({ success: true, status: 200, cache: 'BYPASS', data: sent })
    }
    expect(await ask(['email'], 7, 'get')).toEqual({ success: true, status: 200, cache: 'BYPASS', data: 7 })
  })

  it('are told with at most 50 others, whatever those are called', async () => {
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field_${i}`, { 'a b': 1, deep: i }]))
    const body = await ask(['email'], wide, 'get')
    expect(body.known_fields).toEqual(Array.from({ length: 50 }, (_, i) => `field_${i}`))
    expect(body.unmatched_fields).toEqual(['email'])
  })

  it('are told from the cache, too', async () => {
    const look = { action: 'look', id: 'unmatched', result_fields: ['email'] }
    const first = (await call(look, [answer(200, person)])).body
    const again = (await call(look, [answer(500)])).body
    expect([first.cache, again.cache]).toEqual(['MISS', 'HIT'])
    expect(again).toEqual({ ...first, cache: 'HIT' })
  })
})

it.each<[what: string, fields: string[], item: object]>([
  ['an empty list means all', [], person],
  ['a path may begin with data', ['data.results.name.last'], { name: { last: 'Lee' } }],
  ['a path may begin where the list is', ['results.id', 'results.name.first'], { id: 1, name: { first: 'Ann' } }],
  ['a path may begin at the item', ['id'], { id: 1 }],
])('%s', async (_, fields, item) => {
  const { body } = await call({ action: 'list_by_cursor', result_fields: fields }, [answer(200, { results: [person] })])
  expect(body).toEqual({ success: true, status: 200, cache: 'BYPASS', data: { results: [item] } })
})

describe('data without result_fields', () => {
  it('is the provider’s answer, every digit and member of it', async () => {
    const text = '{"id":12345678901234567890,"price":1.10,"__proto__":{"a":1},"e":"\\u00e9\\/"}'
    const answered = await call({ action: 'get', id: '1' }, [answer(200, text)])
    expect(answered.text).toContain(`"data":${text}}`)
  })

  it('is what the action’s shape makes of it', async () => {
    const { body } = await call({ action: 'unwrap', id: '1' }, [answer(200, { wrapped: { id: 7 } })])
    expect(body.data).toEqual({ thing: { id: 7 }, status: 200 })
  })
})
