import { expect, it, test } from 'vitest'
import { optional, read, Type } from '../../provider/index.ts'
import { actionSignature } from './signature.ts'

const sign = (params: object, longest?: number, more: object = {}): string =>
  actionSignature(
    'crm',
    'list',
    { ...read('GET /things', { description: 'List', params } as never), ...more },
    { longest },
  )

test.each([
  [
    'texts and numbers',
    { a: Type.String(), b: Type.Integer(), c: Type.Boolean() },
    '{ a: string; b: number; c: boolean }',
  ],
  ['required ones first', { ...optional({ a: Type.String() }), b: Type.Null() }, '{ b: null; a?: string }'],
  ['choices', { a: Type.Enum(['x', 'y']), b: Type.Literal(1) }, '{ a: "x" | "y"; b: 1 }'],
  ['lists', { a: Type.Array(Type.Union([Type.String(), Type.Number()])) }, '{ a: (string | number)[] }'],
  [
    'objects',
    { a: Type.Object({ 'x-y': Type.String(), z: Type.Optional(Type.Unknown()) }) },
    '{ a: { "x-y": string; z?: unknown } }',
  ],
  ['maps', { a: Type.Record(Type.String(), Type.Number()) }, '{ a: Record<string, number> }'],
  ['nothing', {}, '{}'],
])('a signature shows %s', (_what, params, want) => {
  expect(sign(params)).toBe(`call("crm", "list", ${want}): Promise<any>`)
})

test.each([
  [
    'the shape that the vendor shows, before the one that is checked',
    { answers: Type.Object({ id: Type.String() }), result: Type.Object({}) },
    '{ id: string }',
  ],
  ['that there is nothing', { answers: Type.Null() }, 'null'],
  [
    'what stands in the data of an answer to GraphQL',
    {
      definition: { graphql: '{ me { id } }' },
      result: Type.Object({ data: Type.Object({ me: Type.Object({ id: Type.String() }) }) }),
    },
    '{ me: { id: string } }',
  ],
  [
    'a list in it',
    { definition: { graphql: '{ all { nodes { id } } }' }, pages: { items: '/data/all/nodes' } },
    '{ all: { nodes: object[] } }',
  ],
  [
    'that nothing is known of it',
    { definition: { graphql: '{ me { id } }' }, result: Type.Object({ data: Type.Object({}) }) },
    'any',
  ],
  [
    'bytes, of which many are a file',
    { answer: 'bytes' },
    '{ media_type: string; bytes: number; content?: string /* base64 */; file_id?: string }',
  ],
  ['a text', { answer: 'text' }, 'string'],
])('a signature shows, of an answer, %s', (_what, more, want) => {
  expect(sign({}, undefined, more)).toBe(`call("crm", "list", {}): Promise<${want}>`)
})

it('follows references, and ends where they go round in circles', () => {
  const references = {
    '#/node': { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/node' } } },
  }
  const text = sign({ node: Type.Unsafe({ $ref: '#/node' }) }, undefined, { references })
  expect(text).toMatch(/^call\("crm", "list", \{ node: \{ name\?: string; next\?: \{ name\?: string; .*object/)
  expect(text.length).toBeLessThan(300)
})

it('gets shorter until it fits', () => {
  const member = Type.Optional(Type.Object({ deep: Type.Object({ deeper: Type.Enum(['a', 'b', 'c', 'd']) }) }))
  const params = {
    id: Type.String(),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`member${n}`, member])),
  }
  const [long, short, shortest] = [5000, 600, 120].map((longest) => sign(params, longest))
  expect(long).toContain('deeper: "a" | "b"')
  expect(short).toMatch(/member19\?: object/)
  expect(shortest).toBe('call("crm", "list", { id: string; /* and more */ }): Promise<any>')
  expect(sign(params, 10)).toBe('call("crm", "list", { /* describe_action shows them */ }): Promise<any>')
})

it('says the units and forms that types leave out, and what comes back', () => {
  const params = {
    amount: Type.Integer({ description: "In the currency's smallest unit: 1099 is 10.99 USD" }),
    at: Type.Integer({ description: 'When, in Unix seconds' }),
    day: Type.String({ format: 'date' }),
    channel: Type.String({ pattern: '^C', description: 'Id of the channel, e.g. C123; not its name' }),
    limit: Type.Integer({ description: 'How many' }),
  }
  const result = Type.Object({ results: Type.Array(Type.Object({ id: Type.String(), properties: Type.Object({}) })) })
  expect(sign(params, undefined, { result })).toBe(
    'call("crm", "list", { amount: number /* In the currency\'s smallest unit: 1099 is 10.99 USD */; ' +
      'at: number /* Unix seconds, like 1767225600 */; day: string /* a date, like 2026-01-31 */; ' +
      'channel: string /* e.g. C123 */; limit: number }): Promise<{ results: { id: string; properties: object }[] }>',
  )
  expect(sign({}, undefined, { pages: { items: '/data/nodes' } })).toBe(
    'call("crm", "list", {}): Promise<{ data: { nodes: object[] } }>',
  )
})
