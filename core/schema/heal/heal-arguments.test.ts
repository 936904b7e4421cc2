import Type from 'typebox'
import { describe, expect, it, test } from 'vitest'
import { type HealContext, healArguments } from './heal-arguments.ts'
import { createHealNotes } from './notes.ts'

const closed = { additionalProperties: false }
const unix = 'Only those made after this time, in Unix seconds'

const schema = Type.Object(
  {
    limit: Type.Optional(Type.Integer()),
    price: Type.Optional(Type.Number()),
    size: Type.Optional(Type.Number()),
    deep: Type.Optional(Type.Boolean()),
    rows: Type.Optional(Type.Array(Type.Array(Type.String()))),
    until: Type.Optional(Type.Integer({ description: unix })),

    name: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ minLength: 1, pattern: '^[a-z0-9]+$' })),
    tags: Type.Optional(Type.Array(Type.String())),
    ids: Type.Optional(Type.Array(Type.Integer())),
    filter: Type.Optional(Type.Object({ min: Type.Integer(), label: Type.String() })),
    reminder: Type.Optional(Type.Object({ useDefault: Type.Boolean(), minutesBefore: Type.Optional(Type.Integer()) })),
    labelled: Type.Optional(Type.Object({ fullName: Type.String() }, { additionalProperties: true })),
    filters: Type.Optional(Type.Array(Type.Object({ field: Type.String(), value: Type.String() }, closed))),
    prices: Type.Optional(Type.Record(Type.String(), Type.Number())),
    either: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Object({ size: Type.Integer() })])),
    loose: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    any: Type.Optional(Type.Unknown()),
    order: Type.Optional(Type.Enum(['created_at', '-created_at', 'NAME'])),
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
    cleared: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    since: Type.Optional(Type.Integer({ description: unix })),
    range: Type.Optional(Type.Object({ gte: Type.Optional(Type.Integer()) }, { description: unix, ...closed })),
    since_text: Type.Optional(Type.String({ description: unix, pattern: '^\\d+$' })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    day: Type.Optional(Type.String({ format: 'date' })),
    must: Type.String({ minLength: 1 }),
  },
  closed,
)

const heal = (args: object) => {
  const context: HealContext = {
    notes: createHealNotes(),
    parseJson(text) {
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
  }
  const value = healArguments(schema, { must: 'x', ...args }, context)
  const coerced = context.notes.list()
  const { must, ...others } = value
  return { value: must === 'x' ? others : value, coerced, paths: coerced.map(({ path }) => path) }
}

describe('an argument that can mean one thing only is taken for that', () => {
  const rows: [what: string, args: object, want: object, paths: string[]][] = [
    ['a whole number', { limit: '50' }, { limit: 50 }, ['/limit']],
    [
      'a name of an object that says nothing of others',
      { reminder: { use_default: false, minutes_before: '5' } },
      { reminder: { useDefault: false, minutesBefore: 5 } },
      ['/reminder/use_default', '/reminder/minutes_before', '/reminder/minutesBefore'],
    ],
    ['a negative one', { limit: '-3' }, { limit: -3 }, ['/limit']],
    ['a number with a fraction', { size: '1.50' }, { size: 1.5 }, ['/size']],
    ['money in plain digits', { price: '20' }, { price: 20 }, ['/price']],
    ['true and false', { deep: 'false' }, { deep: false }, ['/deep']],
    ['True, as Python writes it', { deep: 'True' }, { deep: true }, ['/deep']],
    ['more digits than a double holds', { limit: '9007199254740993' }, { limit: 9007199254740993n }, ['/limit']],
    ['such a number for a string', { name: 9007199254740993n }, { name: '9007199254740993' }, ['/name']],
    ['a number for a string', { name: 5 }, { name: '5' }, ['/name']],
    ['a boolean for a string', { name: true }, { name: 'true' }, ['/name']],
    ['numbers in a list of strings', { tags: [1, 2] }, { tags: ['1', '2'] }, ['/tags/0', '/tags/1']],
    ['a list', { tags: '["a","b"]' }, { tags: ['a', 'b'] }, ['/tags']],
    ['a list of numbers as strings', { ids: ['1', '2'] }, { ids: [1, 2] }, ['/ids/0', '/ids/1']],
    ['one item for a list', { tags: 'a' }, { tags: ['a'] }, ['/tags']],
    ['one number as a string for a list', { ids: '7' }, { ids: [7] }, ['/ids', '/ids/0']],
    ['an object', { filter: '{"min":1,"label":"x"}' }, { filter: { min: 1, label: 'x' } }, ['/filter']],
    [
      'an object in which a number is a string',
      { filter: ' {"min":"1","label":"2"}' },
      { filter: { min: 1, label: '2' } },
      ['/filter', '/filter/min'],
    ],
    [
      'one object for a list, with a number in it',
      { filters: { field: 'a', value: 5 } },
      { filters: [{ field: 'a', value: '5' }] },
      ['/filters', '/filters/0/value'],
    ],
    ['a member of a map', { prices: { 'a/b': '2' } }, { prices: { 'a/b': 2 } }, ['/prices/a~1b']],
    ['one form of a union', { either: '{"size":"4"}' }, { either: { size: 4 } }, ['/either', '/either/size']],
    ['the other form', { either: ['4'] }, { either: [4] }, ['/either/0']],
    ['the case of an enum', { order: 'name' }, { order: 'NAME' }, ['/order']],
    ['the spelling of an enum', { order: 'createdAt' }, { order: 'created_at' }, ['/order']],
    ['the case of a constant', { state: 'OPEN' }, { state: 'open' }, ['/state']],
    ['null, as a word', { limit: 'null', deep: 'None' }, {}, ['/limit']],
    ['null for what may be left out', { limit: null, name: null }, {}, ['/limit']],
    ['an empty string for what may be left out', { limit: '', code: '' }, {}, ['/limit']],
    ['null for a parameter of another action', { unknown: null }, {}, ['/unknown']],
    ['a name in camel case', { sinceText: '5' }, { since_text: '5' }, ['/sinceText']],
    ['a name in capitals', { LIMIT: '5' }, { limit: 5 }, ['/LIMIT', '/limit']],
    ['a time for Unix seconds', { since: '2026-01-02T03:04:05Z' }, { since: 1_767_323_045 }, ['/since']],
    ['a time with a zone', { since: '2026-01-02T05:04:05+02:00' }, { since: 1_767_323_045 }, ['/since']],
    ['a day, which is one of UTC', { since: '2026-01-02' }, { since: 1_767_312_000 }, ['/since']],
    [
      'a time of which the range says the unit',
      { range: { gte: '2026-01-02' } },
      { range: { gte: 1_767_312_000 } },
      ['/range/gte'],
    ],
    ['a time for digits', { since_text: '2026-01-02' }, { since_text: '1767312000' }, ['/since_text']],
    ['Unix seconds for a time', { at: 1_767_323_045 }, { at: '2026-01-02T03:04:05Z' }, ['/at']],
    ['Unix milliseconds for a time', { at: '1767323045000' }, { at: '2026-01-02T03:04:05Z' }, ['/at']],
    ['Unix seconds for a day', { day: 1_767_312_000 }, { day: '2026-01-02' }, ['/day']],
  ]
  it.each(rows)('%s', (_what, args, want, paths) => {
    const { value, paths: healedPaths } = heal(args)
    expect({ value, paths: healedPaths }).toEqual({ value: want, paths })
  })
})

describe('an argument stays as it is', () => {
  const rows: [what: string, args: object][] = [
    ['what fits already', { name: '5', tags: ['{}'], limit: 5, cleared: null }],
    ['a name of an object that takes others', { labelled: { full_name: 'x' } }],
    ['a number with zeros in front', { limit: '007' }],
    ['a number with a space', { limit: ' 5' }],
    ['a number with commas', { limit: '1,000' }],
    ['a number with an exponent', { limit: '1e3' }],
    ['a fraction where a whole number belongs', { limit: '1.5' }],
    ['a fraction of zeros where a whole number belongs', { limit: '20.00' }],
    ['three decimals, which may be grouped digits', { size: '1.250' }],
    ['money with decimals, whose unit nobody knows', { price: '20.00' }],
    ['a list for a list of lists, which may be a row or a column', { rows: ['x', 'y'] }],
    ['one value for a list of lists', { rows: 'x' }],
    ['yes or no for a list of texts', { tags: false }],
    ['nothing for a list of texts', { tags: [''] }],
    ['a day for the end of a period', { until: '2026-01-31' }],
    ['a number of which digits were lost, for a string', { name: 2 ** 60 }],
    ['yes', { deep: 'yes' }],
    ['1 where true or false belongs', { deep: '1' }],
    ['several words where a list belongs', { tags: 'a, b' }],
    ['words apart where a list belongs', { tags: 'a b' }],
    ['a list as Python writes it', { tags: "['a', 'b']" }],
    ['JSON that is broken', { tags: '["a",' }],
    ['an object where a list of strings belongs', { tags: '{"a":1}' }],
    ['a list where an object belongs', { filter: '[1]' }],
    ['JSON where a string belongs', { name: '{"a":1}' }],
    ['an object where a string belongs', { name: { a: 1 } }],
    ['digits where a string or a number belongs', { loose: '5' }],
    ['digits where anything belongs', { any: '5' }],
    ['a name that nobody knows', { unknown: '5' }],
    ['a name that means two', { 'created-at': 1 }],
    ['an empty string for a name that nobody knows', { unknown: '' }],
    ['null for what is required', { must: null }],
    ['an empty string that is admitted', { name: '' }],
    ['a sign that changes the meaning', { order: '+created_at' }],
    ['a synonym', { state: 'shut' }],
    ['a date with two readings', { since: '03/04/2026' }],
    ['a time without a zone', { since: '2026-01-02T03:04:05' }],
    ['a day that there is not', { since: '2026-02-30' }],
    ['a time for a number that is none', { limit: '2026-01-02' }],
    ['a number that is no time', { at: 12 }],
    ['seconds within a day, for a day', { day: 1_767_323_045 }],
    ['a name that is given in both spellings', { limit: 5, Limit: 6 }],
  ]
  it.each(rows)('%s', (_what, args) => {
    const { value, coerced } = heal(args)
    expect({ value, coerced }).toEqual({ value: args, coerced: [] })
  })
})

test('of many conversions the first 20 are told: a call must not make an answer of many times its size', () => {
  const ids = Array.from({ length: 1000 }, (_, id) => id)
  const { value, paths } = heal({ ids: ids.map(String) })
  expect(value).toEqual({ ids })
  expect(paths).toEqual(ids.slice(0, 20).map((id) => `/ids/${id}`))
})

test('all members that mean nothing are one note', () => {
  const { value, coerced } = heal({ limit: null, price: null, deep: null, tags: null, ids: null, filter: null, any: 1 })
  expect(value).toEqual({ any: 1 })
  expect(coerced).toEqual([
    {
      path: '/limit',
      message: 'the empty value was taken as left out, as were those at /price, /deep, /tags, /ids, 1 more',
    },
  ])
})
