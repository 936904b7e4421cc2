import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../test/times.ts'
import { type ActionEffect, read, Type, write } from '../../provider/index.ts'
import { bodySchema } from '../body.ts'
import { type JsonSchema, toJsonSchema } from '../json-schema/json-schema.ts'
import { crm } from '../testing/crm.ts'
import { fitting } from '../testing/fitting.ts'
import { toolContent } from './tool.ts'

const tool = toolContent(crm.title, Object.entries(crm.actions))
const properties = tool.inputSchema.properties as Record<string, JsonSchema>

describe('the MCP tool of a provider', () => {
  test('is one flat object; only `action` is required', () => {
    expect(tool.inputSchema).toMatchObject({ type: 'object', required: ['action'], additionalProperties: false })
    expect(Object.keys(tool.inputSchema).sort()).toEqual(['additionalProperties', 'properties', 'required', 'type'])
    expect(properties.action).toMatchObject({ enum: ['search', 'list', 'create'] })
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['account_id', 'result_fields']))
  })

  test('says of each parameter which actions use it', () => {
    expect(properties.object_type?.description).toBe('(required by all) contacts, companies or deals')
    expect(properties.filters?.description).toBe('(required by search)')
  })

  test('lists every action with its description and its required parameters', () => {
    expect(tool.description).toBe(
      [
        'Example CRM. Choose an action and give its parameters:',
        '- search: Search records by property filters. Required: object_type, filters.',
        '- list: List records. Required: object_type.',
        '- create: Create a record. Required: object_type, properties.',
      ].join('\n'),
    )
  })

  test('says less of each action where clients would cut the description', () => {
    const many = (count: number) =>
      toolContent(
        'X',
        Array.from({ length: count }, (_, i) => [
          `get_${i}`,
          read('GET /', {
            description: 'Get a thing; it may be late',
            params: { id: Type.String(), ids: Type.String() },
          }),
        ]),
      ).description.split('\n')[1]
    expect(many(2)).toBe('- get_0: Get a thing; it may be late. Required: id, ids.')
    expect(many(40)).toBe('- get_0: Get a thing. Required: id, ids.')
    expect(many(60)).toBe('- get_0: Get a thing.')
    expect(many(200)).toBe('- get_0: Get a thing.')
  })

  test('names the actions that do not use a parameter where these are fewer', () => {
    const params = { id: Type.String({ description: 'An id' }) }
    const using = read('GET /', { description: 'A', params })
    const perhaps = read('GET /', { description: 'A', params: { id: Type.Optional(params.id) } })
    const none = read('GET /', { description: 'A', params: {} })
    const actions = { using, alike: using, also_alike: using, perhaps, none }
    const { id } = toolContent('X', Object.entries(actions)).inputSchema.properties as Record<string, JsonSchema>
    expect(id?.description).toBe('(required by all but perhaps, none) An id (perhaps) An id')
  })

  test('has the wider bounds if two actions bound a parameter differently', () => {
    expect(properties.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 })
    expect(properties.sort).toMatchObject({ enum: ['name', 'date', 'id'] })
    expect(properties.view).toMatchObject({ required: [], additionalProperties: false })
    expect(Object.keys(properties.view?.properties ?? {})).toEqual(['columns', 'wide'])
  })

  test.each<[string, Type.TSchema, JsonSchema]>([
    ['an enum has the type of its values', Type.Enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['an enum of two types has none', Type.Enum(['a', 1]), { enum: ['a', 1] }],
    [
      'a map is an object of further members',
      Type.Record(Type.String(), Type.Number()),
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
  ])('in the words that clients know, %s', (_, schema, want) => {
    expect(toJsonSchema(schema)).toEqual(want)
  })

  const rest = { description: 'A', params: {} }
  const aRead = read('GET /', rest).effect
  const writing = (options: object) => write('POST /', { ...rest, ...options }).effect

  const hints = (...effects: ActionEffect[]) =>
    toolContent(
      'X',
      effects.map((effect, i) => [`a${i}`, { ...read('GET /', { description: 'A', params: {} }), effect }] as const),
    ).annotations

  test.each([
    ['reads only', [aRead], { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    ['a write', [aRead, writing({})], { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
    [
      'a write that is idempotent by nature',
      [writing({ idempotent: true })],
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    ],
    [
      'writes that only add',
      [aRead, writing({ additive: true })],
      { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    ],
    [
      'a write that only adds, and one that does not',
      [writing({ additive: true, idempotent: true }), writing({ idempotent: true })],
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    ],
    [
      'a write with a key made for each call',
      [writing({ idempotencyKey: 'Idempotency-Key' })],
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    ],
  ])('with %s hints no less careful than its actions', (_, effects, want) => {
    expect(hints(...effects)).toEqual({ ...want, openWorldHint: true })
  })
})

describe('the tool admits every body that REST admits', () => {
  const ajv = new Ajv2020({ strict: false })
  const admits = ajv.compile(tool.inputSchema)

  test.each(Object.entries(crm.actions))('for the action %s', (name, declared) => {
    fc.assert(
      fc.property(fitting(toJsonSchema(bodySchema(name, declared))), (body) => {
        expect({ body, admitted: admits(body) }).toEqual({ body, admitted: true })
      }),
      { numRuns: times(300) },
    )
  })

  // Pairs of schemas for one parameter that codegen accepts: the tool must admit the values of both.
  const pairs: [string, Type.TSchema, Type.TSchema][] = [
    ['bounds', Type.Integer({ minimum: 3, maximum: 5 }), Type.Integer({ minimum: 1, multipleOf: 1 })],
    ['constants', Type.Literal('a'), Type.Literal('b')],
    ['a constant and an enum', Type.Literal('a'), Type.Enum(['b', 'c'])],
    ['unions', Type.Union([Type.String(), Type.Number()]), Type.Union([Type.Number(), Type.String({ maxLength: 2 })])],
    ['items', Type.Array(Type.Integer({ maximum: 2 })), Type.Array(Type.Integer({ minimum: 9 }), { minItems: 2 })],
    ['a record and an object', Type.Record(Type.String(), Type.Number()), Type.Object({ a: Type.String() })],
    ['records', Type.Record(Type.String(), Type.Number()), Type.Record(Type.String(), Type.String())],
    [
      'a closed object and an open one',
      Type.Object({ a: Type.Null() }, { additionalProperties: false }),
      Type.Object({ b: Type.Null() }),
    ],
    [
      'closed objects with a record',
      Type.Object({ a: Type.Null() }, { additionalProperties: false }),
      Type.Record(Type.String(), Type.Number(), { additionalProperties: false }),
    ],
    [
      'objects whose other members have a schema',
      Type.Object({ a: Type.String() }, { additionalProperties: Type.Number() }),
      Type.Object({ b: Type.String() }, { additionalProperties: Type.Number() }),
    ],
  ]
  test.each(pairs)('where two actions differ in %s', (_, left, right) => {
    const actions = {
      left: read('GET /', { description: 'L', params: { value: left } }),
      right: read('GET /', { description: 'R', params: { value: right } }),
    }
    const both = toolContent(crm.title, Object.entries(actions))
    const admitsBoth = ajv.compile(both.inputSchema)
    const body = fc.oneof(
      fitting(toJsonSchema(bodySchema('left', actions.left))),
      fitting(toJsonSchema(bodySchema('right', actions.right))),
    )
    fc.assert(
      fc.property(body, (value) => {
        expect({ value, admitted: admitsBoth(value) }).toEqual({ value, admitted: true })
      }),
      { numRuns: times(200) },
    )
  })
})
