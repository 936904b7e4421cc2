import { cursor, read } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer } from '../providers/scripted.ts'
import { fixture, variant } from './fixture-provider.ts'
import { startFixture } from './start-fixture.ts'

/** A list whose shape leaves out what is around it and around each item. */
const moved = variant('moved', {
  actions: {
    list: read('GET /things', {
      description: 'List things',
      params: {},
      pages: cursor({
        ...{ items: '/data/rows', next: '/next', into: 'after', shapedItems: '/found/things' },
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
    { action: 'get', id: '1', result_fields: ['constructor', 'id.toString'] },
    person,
    {},
  ],
  ['of what is no object leaves it as it is', { action: 'get', id: '1', result_fields: ['id'] }, 7, 7],
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
