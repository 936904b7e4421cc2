import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { at } from '../../provider/answer/pointer.ts'
import { read, Type } from '../../provider/index.ts'
import { crm } from '../testing/crm.ts'
import { describeAction } from './describe-action.ts'

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length
const taking = (params: Record<string, Type.TSchema>) => read('GET /', { description: 'A', params })
const text = (words: string) => Type.String({ description: words })

test('an action is described by its exact parameters, without the other members of a call', () => {
  expect(describeAction('list', crm.actions.list)).toEqual({
    type: 'object',
    properties: {
      object_type: { type: 'string', minLength: 1, description: 'contacts, companies or deals' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many records' },
      sort: { type: 'string', enum: ['name', 'date'] },
      view: {
        type: 'object',
        properties: { columns: { type: 'array', items: { type: 'string' } } },
        required: ['columns'],
        additionalProperties: false,
      },
    },
    required: ['object_type'],
    additionalProperties: false,
  })
})

/** Objects in objects, `width` members each. */
const nested = (levels: number, width: number): Type.TSchema =>
  levels === 0
    ? text('A leaf of the tree, with some words about it')
    : Type.Object(
        Object.fromEntries(Array.from({ length: width }, (_, i) => [`member_${i}`, nested(levels - 1, width)])),
      )

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`parameter_${i}`, Type.Optional(text('x'.repeat(i % 300)))]),
  )

test.each<[string, Record<string, Type.TSchema>]>([
  ['a tree of 1,024 leaves', { tree: nested(5, 4) }],
  ['an enum of 5,000 values', { one: Type.Enum(Array.from({ length: 5000 }, (_, i) => `value-${i}`)) }],
  ['900 parameters', { ...many(900), needed: text('It is required') }],
  ['long descriptions', { a: text('word '.repeat(2000)), b: text('語'.repeat(3000)) }],
  ['a union of 200 objects', { one: Type.Union(Array.from({ length: 200 }, () => nested(1, 5))) }],
  [
    'names of 64 characters',
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}_`.padEnd(64, 'q7'), text('A')])),
  ],
])('%s take at most 1,900 tokens, and every pointer leads deeper', (_, params) => {
  const action = taking(params)
  const seen = new Set<string>()
  const pointers = ['']
  for (const pointer of pointers) {
    const described = describeAction('list', action, pointer)
    expect(tokens(described)).toBeLessThan(1900)
    expect(JSON.stringify(described).length).toBeGreaterThan(20)
    for (const [, deeper = ''] of JSON.stringify(described).matchAll(/"deeper":"([^"]*)"/g)) {
      if (seen.has(deeper) || deeper.endsWith('<name>') || seen.size > 15) continue
      seen.add(deeper)
      pointers.push(deeper)
      expect(deeper.length).toBeGreaterThan(pointer.length)
    }
  }
})

test('a parameter that is required is shown before others', () => {
  const described = describeAction('list', taking({ ...many(900), needed: text('It is required') }))
  expect(Object.keys(at(described, '/properties') as object)[0]).toBe('needed')
  expect(at(described, '/others/0')).toMatch(/^parameter_/)
  expect(describeAction('list', taking(many(900)), '/properties/parameter_700')).toMatchObject({ type: 'string' })
})

test('a cut enum is called some of it, and the rest is found by the pointer', () => {
  const values = Array.from({ length: 2000 }, (_, i) => `value-${i}`)
  const described = describeAction('list', taking({ one: Type.Enum(values) }))
  expect(at(described, '/properties/one/enum')).toBeUndefined()
  expect(at(described, '/properties/one/deeper')).toBe('/properties/one/enum')
  expect(describeAction('list', taking({ one: Type.Enum(values) }), '/properties/one/enum')).toMatchObject({ of: 2000 })
})

test.each(['/properties/none', 'properties', '/', '/type', '/properties/view/constructor'])(
  'the pointer %s leads to nothing',
  (pointer) => {
    expect(() => describeAction('list', crm.actions.list, pointer)).toThrow('/pointer: points to nothing')
  },
)
