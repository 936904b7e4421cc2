import { describe, expect, it } from 'vitest'
import type { Pointer } from '../../provider/index.ts'
import { selectFields } from './result-fields.ts'

const ann = { id: 1, name: { first: 'Ann', last: 'Lee' }, mails: [{ at: 'a', kind: 'x' }, { kind: 'y' }], on: null }

interface Row {
  readonly what: string
  readonly data: unknown
  readonly fields: string[]
  readonly items?: Pointer
  readonly want: unknown
}

const rows: Row[] = [
  { what: 'members of an object', data: ann, fields: ['id'], want: { id: 1 } },
  { what: 'a member that is null', data: ann, fields: ['on'], want: { on: null } },
  { what: 'a path into an object', data: ann, fields: ['name.last'], want: { name: { last: 'Lee' } } },
  { what: 'two paths into one object', data: ann, fields: ['name.first', 'name.last'], want: { name: ann.name } },
  { what: 'a member and a path into it', data: ann, fields: ['name.first', 'name'], want: { name: ann.name } },
  { what: 'the same in the other order', data: ann, fields: ['name', 'name.last'], want: { name: ann.name } },
  {
    what: 'a path through a list, one item for each',
    data: ann,
    fields: ['mails.at', 'mails.kind'],
    want: { mails: [{ at: 'a', kind: 'x' }, { kind: 'y' }] },
  },
  {
    what: 'items without the member stay in their places',
    data: ann,
    fields: ['mails.at'],
    want: { mails: [{ at: 'a' }, null] },
  },
  { what: 'what is not there is left out', data: ann, fields: ['id', 'no', 'on.no', 'name.no.no'], want: { id: 1 } },
  { what: 'all, where nothing is there', data: ann, fields: ['no', 'id.no', 'name.no.no'], want: ann },
  { what: 'what is inherited is not there', data: ann, fields: ['toString', 'constructor', '__proto__'], want: ann },
  {
    what: 'a path that begins with data',
    data: ann,
    fields: ['data.id', 'data.name.last'],
    want: { id: 1, name: { last: 'Lee' } },
  },
  {
    what: 'a member that is called data goes first',
    data: { data: { id: 1 }, id: 2 },
    fields: ['data.id'],
    want: { data: { id: 1 } },
  },
  {
    what: 'paths that begin where the list is, with data or without',
    data: { page: { rows: [ann] }, n: 1 },
    fields: ['page.rows.id', 'data.page.rows.on', 'name.last'],
    items: '/page/rows',
    want: { page: { rows: [{ id: 1, on: null, name: { last: 'Lee' } }] }, n: 1 },
  },
  { what: 'the list itself', data: { rows: [ann] }, fields: ['data.rows'], items: '/rows', want: { rows: [ann] } },
  {
    what: 'what stands beside the list',
    data: { rows: [ann], n: 1 },
    fields: ['n'],
    items: '/rows',
    want: { rows: [ann], n: 1 },
  },
  { what: 'no field of an empty list', data: { rows: [] }, fields: ['id'], items: '/rows', want: { rows: [] } },
  {
    what: 'a member called __proto__',
    data: JSON.parse('{"__proto__":{"a":1}}'),
    fields: ['__proto__'],
    want: JSON.parse('{"__proto__":{"a":1}}'),
  },
  { what: 'each item of a list', data: [ann, 7, { id: 2 }, {}], fields: ['id'], want: [{ id: 1 }, 7, { id: 2 }, {}] },
  { what: 'each item of a list within lists', data: [[ann]], fields: ['id'], want: [[ann]] },
  {
    what: 'each item at the action’s list',
    data: { rows: [ann], n: 1 },
    fields: ['id'],
    items: '/rows',
    want: { rows: [{ id: 1 }], n: 1 },
  },
  {
    what: 'the object, where the list isn’t there',
    data: { id: 1, n: 2 },
    fields: ['id'],
    items: '/rows',
    want: { id: 1 },
  },
  { what: 'a value that is not an object stays', data: 'text', fields: ['id'], want: 'text' },
]

describe('the named fields', () => {
  it.each(rows)('$what', ({ data, fields, items, want }) => {
    expect(JSON.stringify(selectFields(data, fields, items).data)).toBe(JSON.stringify(want))
  })

  it('cost no more when one of them is named often', () => {
    let looks = 0
    const item = {
      get b() {
        return looks++
      },
    }
    selectFields({ a: Array(100).fill(item) }, Array(50).fill('a.b'), undefined)
    expect(looks).toBe(100)
  })

  it('are copied: the answer that they come from stays as it was', () => {
    const before = structuredClone(ann)
    selectFields(ann, ['name.first', 'mails.at', 'name.last'], undefined)
    expect(ann).toEqual(before)
  })
})
