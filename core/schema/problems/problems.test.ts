// Test lanes: slow

import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { times } from '../../../test/times.ts'
import { Type } from '../../provider/index.ts'
import { bodySchema } from '../body.ts'
import { toJsonSchema } from '../json-schema/json-schema.ts'
import { crm } from '../testing/crm.ts'
import { fitting, spoiled } from '../testing/fitting.ts'
import { actionProblems } from './action-problems.ts'
import { findProblems } from './problems.ts'

const search = bodySchema('search', crm.actions.search)
const right = { action: 'search', object_type: 'contacts', filters: [] }
const knownNames = '(known: action, account_id, result_fields, dry_run, object_type, filters, limit)'
const filter = { propertyName: 'email', operator: 'EQ', value: 'a@example.com' }

describe('an invalid body is answered with its problems', () => {
  test.each<[string, unknown, [string, string][]]>([
    ['nothing is wrong', right, []],
    ['a missing parameter', { action: 'search', filters: [] }, [['/object_type', 'is required']]],
    [
      'a misspelt one',
      { action: 'search', filters: [], object_tpye: 'x' },
      [
        ['/object_type', 'is required'],
        ['/object_tpye', 'unknown parameter; did you mean `object_type`?'],
      ],
    ],
    [
      'one like a parameter that is there',
      { ...right, object_tpye: 'x' },
      [['/object_tpye', 'unknown parameter; did you mean `object_type`?']],
    ],
    [
      'an object whose name is like that of a text',
      { action: 'search', filters: [], objecttype: { name: 'x' } },
      [
        ['/object_type', 'is required'],
        ['/objecttype', `unknown parameter ${knownNames}`],
      ],
    ],
    ['one like no other', { ...right, zzz: 1 }, [['/zzz', `unknown parameter ${knownNames}`]]],
    ['a name with / and ~', { ...right, 'a/b~c': 1 }, [['/a~1b~0c', `unknown parameter ${knownNames}`]]],
    [
      'a name without an end',
      { ...right, ['n'.repeat(100_000)]: 1 },
      [[`/${'n'.repeat(499)}…`, `unknown parameter ${knownNames}`]],
    ],
    [
      'another type',
      { ...right, filters: {} },
      [['/filters', 'must be an array, e.g. [{"propertyName":"...","operator":"EQ"}]']],
    ],
    ['a number that is none', { ...right, limit: '10' }, [['/limit', 'must be an integer']]],
    ['too large', { ...right, limit: 201 }, [['/limit', 'must be at most 200']]],
    ['empty', { ...right, object_type: '' }, [['/object_type', 'must have at least 1 character']]],
    [
      'deep inside',
      { ...right, filters: [filter, { ...filter, operator: 'LIKE' }] },
      [['/filters/1/operator', 'must be one of "EQ", "GT", "IN"']],
    ],
    [
      'an unknown member deep inside',
      { ...right, filters: [{ operator: 'EQ', propertyNames: 'x' }] },
      [
        ['/filters/0/propertyName', 'is required'],
        ['/filters/0/propertyNames', 'unknown parameter; did you mean `propertyName`?'],
      ],
    ],
    [
      'no form of a union',
      { ...right, filters: [{ ...filter, value: [] }] },
      [['/filters/0/value', 'must be a string or a number or null']],
    ],
    ['another action', { ...right, action: 'list' }, [['/action', 'must be "search"']]],
    ['another type than a constant has', { ...right, action: 3 }, [['/action', 'must be "search"']]],
    [
      'no object',
      [],
      [
        [
          '',
          'must be an object, e.g. {"action":"search","object_type":"...","filters":[{"propertyName":"...","operator":"EQ"}]}',
        ],
      ],
    ],
    [
      'several things',
      { action: 'search', filters: [{}], limit: 0 },
      [
        ['/object_type', 'is required'],
        ['/filters/0/propertyName', 'is required'],
        ['/filters/0/operator', 'is required'],
        ['/limit', 'must be at least 1'],
      ],
    ],
  ])('%s', (_, body, want) => {
    expect(findProblems(search, body).map(({ path, message }) => [path, message])).toEqual(want)
  })

  const shapes = Type.Union([
    Type.Object({ kind: Type.Literal('circle'), radius: Type.Number() }, { additionalProperties: false }),
    Type.Object({ kind: Type.Literal('square'), side: Type.Union([Type.Number(), Type.Literal('auto')]) }),
    Type.String({ pattern: '^#' }),
  ])

  test.each<[string, unknown, [string, string][]]>([
    ['of the form it was meant to be', { kind: 'square', side: true }, [['/side', 'must be a number or "auto"']]],
    [
      'of the form it was meant to be, strings too',
      'x',
      [['', 'must have another form: some characters are not allowed here']],
    ],
    ['or of the list of forms', 3, [['', 'must be an object or a string']]],
  ])('a union tells the faults %s', (_, value, want) => {
    expect(findProblems(shapes, value).map(({ path, message }) => [path, message])).toEqual(want)
  })

  test('for a union of objects, the problems of the form nearest to the value are reported', () => {
    const closed = { additionalProperties: false }
    const spans = Type.Union([
      Type.Object({ from: Type.Integer(), to: Type.Integer() }, closed),
      Type.Object({ at: Type.Integer(), for: Type.Integer() }, closed),
    ])
    expect(findProblems(spans, { at: 1, for: 'x' })).toEqual([{ path: '/for', message: 'must be an integer' }])
  })

  test('a value that fits several forms of a `oneOf` is reported as such', () => {
    const one = Type.Unsafe({ oneOf: [Type.Integer(), Type.Number()] })
    expect(findProblems(one, 1)).toEqual([{ path: '', message: 'fits more than one of the allowed forms' }])
    expect(findProblems(one, 'x')).toEqual([{ path: '', message: 'must be an integer or a number' }])
  })

  test('the pointer to a missing member escapes / and ~ as in RFC 6901', () => {
    expect(findProblems(Type.Object({ 'a/b~c': Type.Null() }), {})).toEqual([
      { path: '/a~1b~0c', message: 'is required' },
    ])
  })

  test('the form that is wanted is told with an example, and never as a regular expression', () => {
    const seconds = Type.Optional(Type.Integer({ description: 'At or after' }))
    const body = Type.Object({
      priority: Type.Integer({ description: '0 none, 1 urgent, 2 high', minimum: 0 }),
      amount: Type.Integer({ description: "In the currency's smallest unit: 1099 is 10.99 USD" }),
      created: Type.Object({ gte: seconds }, { description: 'When it was made, in Unix seconds' }),
      currency: Type.String({ pattern: '^[a-z]{3}$', description: 'Three letters in lower case, e.g. usd' }),
    })
    const parameters = { priority: 'high', amount: 19.99, created: '2026-01-01', currency: 'Dollar' }
    expect(findProblems(body, parameters).map(({ message }) => message)).toEqual([
      'must be an integer: 0 none, 1 urgent, 2 high',
      "must be an integer: In the currency's smallest unit: 1099 is 10.99 USD",
      'must be an object, e.g. {"gte":1767225600}',
      'must fit what it is: Three letters in lower case, e.g. usd',
    ])
  })

  test('a string that is none is told of its form, too, so that one try mends it', () => {
    const person = Type.Object({
      id: Type.String({ pattern: '^per_' }),
      email: Type.String({ format: 'email' }),
      since: Type.String({ format: 'date', pattern: '^2' }),
    })
    expect(findProblems(person, { id: 1, email: 1, since: [] }).map(({ message }) => message)).toEqual([
      'must be a string, and must have another form: some characters are not allowed here',
      'must be a string, and must be an e-mail address without a name, like ann@example.com',
      'must be a date, like 2026-01-31',
    ])
  })

  test('the choices of a member that null clears are listed, and the form of a date', () => {
    const body = Type.Object({
      priority: Type.Union([Type.Enum(['low', 'high']), Type.Null()]),
      due: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    })
    expect(findProblems(body, { priority: 'P1', due: 7 }).map(({ message }) => message)).toEqual([
      'must be one of "low", "high", null',
      'must be a date, like 2026-01-31 or null',
    ])
  })

  test('a text for a list is told what is wrong with it as an item, too', () => {
    const address = Type.String({ format: 'email' })
    const body = Type.Object({ to: Type.Array(address), cc: Type.Array(address), tags: Type.Array(Type.String()) })
    expect(findProblems(body, { to: 'Ann <ann@example.com>', cc: 'ann@example.com', tags: 'a, b' })).toEqual([
      {
        path: '/to',
        message:
          'must be an array, e.g. ["ann@example.com"]; an item must be an e-mail address without a name, like ann@example.com',
      },
      { path: '/cc', message: 'must be an array, e.g. ["ann@example.com"]' },
      { path: '/tags', message: 'must be an array, e.g. ["..."]' },
    ])
  })

  test('a union of objects is told with an example of one', () => {
    const body = Type.Object({
      query: Type.Union([
        Type.Object({ field: Type.String(), value: Type.String() }),
        Type.Object({ operator: Type.String() }),
      ]),
    })
    expect(findProblems(body, { query: 'ann' })[0]?.message).toBe(
      'must be an object, e.g. {"field":"...","value":"..."}',
    )
  })

  test('a text that is too long is told which form is wanted', () => {
    const body = Type.Object({
      due: Type.String({ format: 'date', maxLength: 10 }),
      record: Type.String({ pattern: '^[0-9A-Za-z]{15,18}$', maxLength: 18, description: 'Id of the record' }),
    })
    const url = 'https://acme.example.com/r/Account/001000000000001AAA/view'
    const told = ['must be a date, like 2026-01-31', 'must be the id alone, no URL: Id of the record']
    const messages = (parameters: object) => findProblems(body, parameters).map(({ message }) => message)
    expect(messages({ due: '2026-12-01T09:00:00Z', record: '001000000000001AAA' })).toEqual(told.slice(0, 1))
    expect(messages({ due: '2026-12-01T09:00:00.000000Z', record: url })).toEqual(told)
  })

  test('a name that other vendors have for the same is told the own one', () => {
    const list = Type.Object(
      {
        limit: Type.Optional(Type.Integer()),
        page: Type.Optional(Type.Integer()),
        after: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    )
    expect(findProblems(list, { per_page: 10, nextPageToken: 'x' }).map(({ message }) => message)).toEqual([
      'unknown parameter; did you mean `limit`?',
      'unknown parameter; did you mean `after`?',
    ])
  })

  test('a name is told by what was sent: a list is no text, and an address no name', () => {
    const text = () => Type.Optional(Type.String())
    const form = Type.Object(
      {
        block_id: text(),
        children: Type.Optional(Type.Array(Type.String())),
        requester_name: text(),
        requester_email: text(),
        recipient: text(),
        comment: text(),
        duration: Type.Optional(Type.Integer({ description: 'Minutes' })),
      },
      { additionalProperties: false },
    )
    const parameters = {
      blocks: ['a'],
      requester: 'ann@example.com',
      recipients: ['b'],
      description: 'c',
      duration: '30 minutes',
    }
    const messages = findProblems(form, parameters).map(({ path, message }) => `${path} ${message}`)
    expect(messages.toSorted()).toEqual([
      '/blocks unknown parameter; did you mean `children`?',
      '/description unknown parameter; did you mean `comment`?',
      '/duration must be an integer: Minutes',
      '/recipients unknown parameter; did you mean `recipient`?',
      '/requester unknown parameter; did you mean `requester_email`?',
    ])
  })

  test('a union of constants lists them', () => {
    const sizes = Type.Union([Type.Literal('small'), Type.Literal(2)])
    expect(findProblems(sizes, 'large')).toEqual([{ path: '', message: 'must be one of "small", 2' }])
  })

  test('a list of constants that was cut says so', () => {
    const [{ message = '' } = {}] = findProblems(Type.Enum(Array.from({ length: 51 }, (_, n) => `v${n}`)), 'x')
    expect(message).toMatch(/^must be one of "v0", .*, "v49", \.\.\.$/)
  })

  test('at most 20 problems are reported', () => {
    const body = { ...right, ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i])) }
    expect(findProblems(search, body)).toHaveLength(20)
  })

  test('every invalid body has a problem with a path from its root; a valid body has none', () => {
    const value = fitting(toJsonSchema(search))
    fc.assert(
      fc.property(fc.oneof(value, spoiled(value)), (body) => {
        const problems = findProblems(search, body)
        expect(problems.length > 0).toBe(!Value.Check(search, body))
        expect(problems.every(({ path, message }) => /^(\/.*)?$/s.test(path) && message !== '')).toBe(true)
      }),
      { numRuns: times(500) },
    )
  })
})

describe('an unknown action is answered with the list of actions', () => {
  const actions = ['search', 'list', 'get']
  const choice = 'the actions are search, list, get'
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['a known one', { action: 'list' }, undefined],
    ['none', {}, `is required; ${choice}`],
    ['a number', { action: 1 }, `must be a string; ${choice}`],
    ['a misspelt one', { action: 'serach' }, 'unknown action; did you mean `search`?'],
    ['one like no other', { action: 'constructor' }, `unknown action; ${choice}`],
    ['a very long one', { action: 'x'.repeat(1e6) }, `unknown action; ${choice}`],
  ])('%s', (_, body, want) => {
    expect(actionProblems(actions, body)).toEqual(want === undefined ? [] : [{ path: '/action', message: want }])
  })

  test('of thousands of actions thirty are listed where none is near, and else the three that are nearest', () => {
    const thousands = Array.from({ length: 8457 }, (_, n) => `action_${n}`)
    const told = (action: string) => actionProblems(thousands, { action })[0]?.message
    expect(told('aktion_8000')).toMatch(/^unknown action; did you mean `action_8000`, `action_\d+` or `action_\d+`\?$/)
    expect(told('constructor')).toMatch(/^unknown action; the actions are action_0, .*, action_29 and 8427 more$/)
  })
})

describe('a condition that is not met names the member', () => {
  const text = { type: 'string' }
  const whenCard = { if: { properties: { kind: { const: 'card' } }, required: ['kind'] } }
  /** As a function, because an object literal with a member `then` looks like a promise. */
  const branch = (keyword: 'then' | 'else', schema: object) => ({ [keyword]: schema })
  const references = {
    '#/schemas/part': {
      type: 'object',
      ...whenCard,
      ...branch('then', { properties: { kind: text, number: text }, required: ['number'] }),
    },
  }
  test.each<[what: string, schema: object, value: unknown, want: [string, string][]]>([
    [
      'one that another one needs',
      { type: 'object', dependentRequired: { start: ['end', 'zone'] } },
      { start: 1, zone: 2 },
      [['/end', 'is required where start is given']],
    ],
    [
      'then',
      { ...whenCard, ...branch('then', { required: ['number'] }) },
      { kind: 'card' },
      [['/number', 'is required']],
    ],
    [
      'else, in a member',
      { properties: { pay: { ...whenCard, else: { properties: { iban: text } } } } },
      { pay: { kind: 'bank', iban: 7 } },
      [['/pay/iban', 'must be a string']],
    ],
    [
      'a condition in a condition',
      { ...whenCard, ...branch('then', { if: { required: ['number'] }, ...branch('then', { required: ['until'] }) }) },
      { kind: 'card', number: '4' },
      [['/until', 'is required']],
    ],
    [
      'in a list, behind a reference',
      { properties: { parts: { type: 'array', items: { $ref: '#/schemas/part' } } } },
      { parts: [{ kind: 'cash' }, { kind: 'card' }] },
      [['/parts/1/number', 'is required']],
    ],
    [
      'one that no part knows',
      { allOf: [{ properties: { a: text } }], unevaluatedProperties: false },
      { a: 'x', 'b/c': 1 },
      [['/b~1c', 'is not allowed here']],
    ],
    [
      'a part that fails, and not all of its members',
      { allOf: [{ properties: { a: text, b: text } }], unevaluatedProperties: false },
      { a: 1, b: 'x' },
      [['/a', 'must be a string']],
    ],
    [
      'a name',
      { propertyNames: { pattern: '^[a-z]+$' } },
      { ok: 1, 'Not ok': 1 },
      [['/Not ok', 'has a name that is not allowed here']],
    ],
  ])('%s', (_, schema, value, want) => {
    expect(findProblems(schema, value, references).map(({ path, message }) => [path, message])).toEqual(want)
  })
})

test('an unknown action is taken for one that does the same, never for another', () => {
  const actions = ['delete_task', 'send_email', 'list_messages', 'create_task']
  const hint = (action: string) =>
    /did you mean `(\w+)`/.exec(actionProblems(actions, { action })[0]?.message ?? '')?.[1]
  expect(['complete_task', 'get_email', 'list_message', 'crate_task'].map(hint)).toEqual([
    undefined,
    undefined,
    'list_messages',
    'create_task',
  ])
})
