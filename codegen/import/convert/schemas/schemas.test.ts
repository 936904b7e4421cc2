import { expect, test } from 'vitest'
import { postOf, sliceOf } from '../../testing/slice-of.ts'

/** The schema of a member, as requests have it. */
const imported = async (schema: unknown, { version = '3.0.3', components = {} } = {}) => {
  const root = postOf({ type: 'object', properties: { member: schema } }, 'application/json', { schemas: components })
  const { slice, leftOut } = await sliceOf({ ...root, openapi: version })
  return {
    schema: slice.actions.create_item?.params.member?.schema,
    schemas: slice.schemas,
    linear: slice.linear,
    leftOut,
  }
}

test.each([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'nullable with an enumeration',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'a number in an exclusive bound',
    { type: 'number', minimum: 0, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 0 },
  ],
  [
    'a bound that is no longer exclusive',
    { type: 'number', maximum: 9, exclusiveMaximum: false },
    { type: 'number', maximum: 9 },
  ],
  ['a number in quotes', { type: 'string', maxLength: '10' }, { type: 'string', maxLength: 10 }],
  [
    'texts that YAML took for numbers',
    { type: 'string', enum: [1, true, 'a'] },
    { type: 'string', enum: ['1', 'true', 'a'] },
  ],
  ['values that stand twice', { type: 'string', enum: ['a', 'a'] }, { type: 'string', enum: ['a'] }],
  [
    'an enumeration of a list',
    { type: 'array', items: { type: 'string' }, enum: ['a'] },
    { type: 'array', items: { type: 'string', enum: ['a'] } },
  ],
  [
    'examples and what only documents use',
    { type: 'string', example: 'a', 'x-internal': true, xml: {}, title: 'T', deprecated: true },
    { type: 'string' },
  ],
  [
    'members that are only answered',
    { type: 'object', properties: { id: { type: 'string', readOnly: true }, a: {} }, required: ['id', 'a'] },
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'names that every object inherits',
    { type: 'object', properties: { constructor: { type: 'string' } } },
    { type: 'object', patternProperties: { '^constructor$': { type: 'string' } } },
  ],
  ['a type that does not exist', { type: 'any' }, {}],
  ['a type that is called otherwise', { type: 'int' }, { type: 'integer' }],
  ['a format that only its vendor knows', { type: 'string', format: 'iso-4217' }, { type: 'string' }],
  ['a format of JSON Schema', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
  ['the default', { type: 'integer', default: 20 }, { type: 'integer', default: 20 }],
  ['nothing that marks where a model’s messages end', { type: 'string', default: '<|endoftext|>' }, { type: 'string' }],
  [
    'one of several kinds',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'several forms that one value may fit',
    {
      oneOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    },
    {
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    },
  ],
  [
    'several kinds of numbers, beside other forms',
    { oneOf: [{ type: 'integer' }, { type: 'number' }], anyOf: [{ minimum: 1 }, {}] },
    { anyOf: [{ minimum: 1 }, {}], allOf: [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }] },
  ],
  [
    'a discriminator, which chooses the branch',
    { oneOf: [{ type: 'object' }], discriminator: { propertyName: 'kind' } },
    { anyOf: [{ type: 'object' }] },
  ],
  [
    'escapes that the u flag refuses',
    { type: 'string', pattern: '^\\_[\\w-.]+\\-$' },
    { type: 'string', pattern: '^_[\\w\\-.]+-$' },
  ],
  [
    'more than one sentence',
    { type: 'string', description: 'The <b>name</b>.\n\nUse [this](https://x.example). ' },
    { type: 'string', description: 'The name' },
  ],
  [
    'an allOf of one schema',
    { description: 'A', allOf: [{ type: 'string', description: 'B' }] },
    { type: 'string', description: 'A' },
  ],
  [
    'an allOf of a schema and its description',
    { allOf: [{ type: 'string' }, { description: 'B' }] },
    { type: 'string', description: 'B' },
  ],
  [
    'an allOf of several schemas',
    { allOf: [{ minLength: 1 }, { maxLength: 2 }, {}] },
    { allOf: [{ minLength: 1 }, { maxLength: 2 }] },
  ],
  [
    'an allOf that bounds the same twice',
    { maxLength: 3, allOf: [{ maxLength: 2 }] },
    { maxLength: 3, allOf: [{ maxLength: 2 }] },
  ],
])('%s', async (_, given, wanted) => {
  expect((await imported(given)).schema).toEqual(wanted)
})

test('a reference is kept, and what stands beside it counts from 3.1 on', async () => {
  const components = { Tag: { type: 'string' } }
  const schema = { $ref: '#/components/schemas/Tag', description: 'A tag', maxLength: 3 }
  expect((await imported(schema, { components })).schema).toEqual({ $ref: '#/schemas/Tag', description: 'A tag' })
  const later = await imported(schema, { components, version: '3.1.0' })
  expect(later.schema).toEqual({ $ref: '#/schemas/Tag', description: 'A tag', maxLength: 3 })
  expect(later.schemas).toEqual({ Tag: { type: 'string' } })
})

test('a circle stays one', async () => {
  const components = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
  const { schemas } = await imported({ $ref: '#/components/schemas/Node' }, { components })
  expect(schemas).toEqual({ Node: { type: 'object', properties: { next: { $ref: '#/schemas/Node' } } } })
})

test('a circle without a member between would never end, and is broken', async () => {
  const components = {
    A: { allOf: [{ $ref: '#/components/schemas/B' }] },
    B: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }] },
  }
  const { schemas, leftOut } = await imported({ $ref: '#/components/schemas/A' }, { components })
  expect(schemas).toEqual({ A: {}, B: { anyOf: [{}, { type: 'string' }] } })
  expect(leftOut.map(({ pointer }) => pointer)).toEqual(['/components/schemas/A', '/components/schemas/B'])
})

test('a reference that leads nowhere takes any value, and is reported', async () => {
  const { schema, leftOut } = await imported({ $ref: '#/components/schemas/Gone' })
  expect(schema).toEqual({})
  expect(leftOut).toEqual([
    {
      what: 'schema',
      pointer: '/paths/~1items/post/requestBody/content/application~1json/schema/properties/member',
      reason: "refers to #/components/schemas/Gone, which doesn't exist: any value is accepted",
    },
  ])
})

test('a pattern that takes long is for a linear engine, or left to the vendor', async () => {
  const slow = await imported({ type: 'string', pattern: '^(a+)+$' })
  expect(slow).toMatchObject({ schema: { pattern: '^(a+)+$' }, linear: ['^(a+)+$'], leftOut: [] })
  const beyond = await imported({ type: 'string', pattern: '^(?=(a+)+b)c$' })
  expect(beyond.schema).toEqual({ type: 'string' })
  expect(beyond.leftOut[0]?.reason).toMatch('linear engines lack')
})
