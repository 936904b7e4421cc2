import { toJsonSchema } from '@patchbay/core/schema'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { coerceArguments } from './coerce-arguments.ts'

const schema = toJsonSchema(
  Type.Object({
    limit: Type.Optional(Type.Integer()),
    price: Type.Optional(Type.Number()),
    deep: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
    ids: Type.Optional(Type.Array(Type.Integer())),
    filter: Type.Optional(Type.Object({ min: Type.Integer(), label: Type.String() })),
    prices: Type.Optional(Type.Record(Type.String(), Type.Number())),
    either: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Object({ size: Type.Integer() })])),
    loose: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    any: Type.Optional(Type.Unknown()),
  }),
)

describe('an argument that can mean one thing only is taken for that', () => {
  const rows: [what: string, given: object, want: object, paths: string[]][] = [
    ['a whole number', { limit: '50' }, { limit: 50 }, ['/limit']],
    ['a negative one', { limit: '-3' }, { limit: -3 }, ['/limit']],
    ['a number with a fraction', { price: '1.50' }, { price: 1.5 }, ['/price']],
    ['true and false', { deep: 'false' }, { deep: false }, ['/deep']],
    ['a list', { tags: '["a","b"]' }, { tags: ['a', 'b'] }, ['/tags']],
    ['a list of numbers as strings', { ids: ['1', '2'] }, { ids: [1, 2] }, ['/ids/0', '/ids/1']],
    ['an object', { filter: '{"min":1,"label":"x"}' }, { filter: { min: 1, label: 'x' } }, ['/filter']],
    [
      'an object in which a number is a string',
      { filter: ' {"min":"1","label":"2"}' },
      { filter: { min: 1, label: '2' } },
      ['/filter', '/filter/min'],
    ],
    ['a member of a map', { prices: { 'a/b': '2' } }, { prices: { 'a/b': 2 } }, ['/prices/a~1b']],
    ['one form of a union', { either: '{"size":"4"}' }, { either: { size: 4 } }, ['/either', '/either/size']],
    ['the other form', { either: ['4'] }, { either: [4] }, ['/either/0']],
  ]
  it.each(rows)('%s', (_what, given, want, paths) => {
    const { value, coerced } = coerceArguments(schema, given as Record<string, unknown>)
    expect({ value, paths: coerced.map(({ path }) => path) }).toEqual({ value: want, paths })
  })
})

it('of many coerced ones the first 20 are told: a call must not make an answer of many times its size', () => {
  const ids = Array.from({ length: 1000 }, (_, id) => id)
  const { value, coerced } = coerceArguments(schema, { ids: ids.map(String) })
  expect(value).toEqual({ ids })
  expect(coerced.map(({ path }) => path)).toEqual(ids.slice(0, 20).map((id) => `/ids/${id}`))
})

describe('an argument stays as it is', () => {
  const rows: [what: string, given: object][] = [
    ['a number with zeros in front', { limit: '007' }],
    ['a number with a sign of space', { limit: ' 5' }],
    ['a number with commas', { limit: '1,000' }],
    ['a number with an exponent', { limit: '1e3' }],
    ['a fraction where a whole number belongs', { limit: '1.5' }],
    ['more digits than a number holds', { limit: '12345678901234567890' }],
    ['an empty string', { limit: '' }],
    ['True, as Python writes it', { deep: 'True' }],
    ['yes', { deep: 'yes' }],
    ['1 where true or false belongs', { deep: '1' }],
    ['words where a list belongs', { tags: 'a, b' }],
    ['JSON that is broken', { tags: '["a",' }],
    ['JSON with a member twice', { filter: '{"min":1,"min":2,"label":"x"}' }],
    ['an object where a list belongs', { tags: '{"a":1}' }],
    ['a list where an object belongs', { filter: '[1]' }],
    ['digits where a string belongs', { name: '5' }],
    ['JSON where a string belongs', { name: '{"a":1}' }],
    ['digits where a string or a number belongs', { loose: '5' }],
    ['digits where anything belongs', { any: '5' }],
    ['a member that nobody knows', { unknown: '5' }],
    ['null, as a word', { limit: 'null' }],
  ]
  it.each(rows)('%s', (_what, given) => {
    expect(coerceArguments(schema, given as Record<string, unknown>)).toEqual({ value: given, coerced: [] })
  })
})
