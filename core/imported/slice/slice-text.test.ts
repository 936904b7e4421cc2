import { expect, test } from 'vitest'
import { shelves } from '../testing/shelves.ts'
import type { Slice, SliceAction } from './slice.ts'
import { isSliceText, openSlice } from './slice-reader.ts'
import { sliceText } from './slice-text.ts'

const action = (path: string, params: SliceAction['params'], more: Partial<SliceAction> = {}): SliceAction => ({
  method: 'GET',
  path,
  description: `Get ${path}`,
  group: 'all',
  params,
  ...more,
})
const page = { in: 'query', schema: { type: 'integer' } } as const
const other = { in: 'header', as: 'X-Page', required: true, schema: { $ref: '#/schemas/other' } } as const
const id = { in: 'path', required: true, style: 'label', explode: true, schema: true } as const
const name = { in: 'body', required: true, schema: { type: 'string' } } as const
const slice: Slice = {
  title: 'Shelves "actions":{',
  server: null,
  groups: { all: 'All' },
  actions: {
    a: action('/', { page, id: other }),
    b: action('/', { page }, { description: 'GET /', auth: false }),
    c: action('/{id}', { page: other, id }),
    d: action('/ü "', { page: other, name, size: { in: 'body', schema: false } }, { method: 'POST' }),
    parameters: action('/none', {}),
  },
  schemas: { other: { anyOf: [{ $ref: '#/schemas/schemas' }, { $ref: '#/schemas/other' }] }, schemas: {}, unused: {} },
}

test('an action is a line, and a parameter that several actions have stands once, under a name of its own', () => {
  expect(sliceText(slice).split('\n').slice(6)).toEqual([
    '"a":["GET /","all","Get /",["page",{"id":{"header!":{"$ref":"#/schemas/other"},"as":"X-Page"}}]],',
    '"b":["GET /","all","",["page"],{"auth":false}],',
    '"c":["GET /{id}","all","Get /{id}",["page 2",{"id":{"path":true,"style":"label","explode":true}}]],',
    '"d":["POST /ü \\"","all","Get /ü \\"",["page 2",{"name":{"body!":{"type":"string"}},"size":{"body":false}}]],',
    '"parameters":["GET /none","all","Get /none"]',
    '},',
    '"parameters":{',
    '"page":{"query":{"type":"integer"}},',
    '"page 2":{"header!":{"$ref":"#/schemas/other"},"as":"X-Page"}',
    '},',
    '"schemas":{',
    '"other":{"anyOf":[{"$ref":"#/schemas/schemas"},{"$ref":"#/schemas/other"}]},',
    '"schemas":{},',
    '"unused":{}',
    '}',
    '}',
    '',
  ])
})

const many: Slice = {
  ...slice,
  actions: Object.fromEntries(
    [...'abcdef'].map((one) => [one, action(`/${one}`, { [`${one}1`]: page, alternative: page, fields: page })]),
  ),
}

test('parameters that many actions have side by side are named once for all of them', () => {
  const text = sliceText(many)
  expect(text).toContain('\n"common":["alternative","fields"],\n')
  expect(text).toContain('\n"a":["GET /a","all","Get /a",[{"a1":{"query":{"type":"integer"}}},"*"]],\n')
})

test.each([
  ['one of each', shelves],
  ['a small one', slice],
  ['one with common parameters', many],
  ['an empty one', { ...slice, actions: {}, schemas: {} }],
])('%s is read as it was written, whole and by its actions', (_, one) => {
  const read = openSlice(Buffer.from(sliceText(one)))
  expect(read.all()).toEqual(one)
  const { linear: _linear, ...exact } = one
  const lines = openSlice(Buffer.from(sliceText(exact)))
  expect(Object.keys(one.actions).map((name) => lines.action(name))).toEqual(Object.values(one.actions))
  const rows = Object.entries(one.actions).map(([name, { description, group, path, params }]) => [
    name,
    { description, group, path: path.replaceAll(/\{.*?\}/g, ''), parameters: Object.keys(params) },
  ])
  expect([...read.rows()]).toEqual(rows)
  for (const missing of ['page', 'other', 'x', '__proto__', 'layout']) expect(read.action(missing)).toBeUndefined()
})

test('only the lines of an action and of what it refers to are parsed, each schema once', () => {
  const broken = sliceText(slice).replace('"b":[', '"b":').replace('"unused":{}', '"unused":{')
  const read = openSlice(Buffer.from(broken))
  expect(read.action('a')).toEqual(slice.actions.a)
  expect(read.references).toEqual({
    '#/schemas/other': slice.schemas.other,
    '#/schemas/schemas': slice.schemas.schemas,
  })
  const { '#/schemas/other': first } = read.references
  expect(read.action('c')).toEqual(slice.actions.c)
  expect(read.references['#/schemas/other']).toBe(first)
  expect(() => read.action('b')).toThrow(SyntaxError)
})

test('a file of another version of the import is refused with what to do', () => {
  expect(() => openSlice(Buffer.from(JSON.stringify(slice)))).toThrow('run `npx bun run codegen import` again')
  expect(() => openSlice(Buffer.from(sliceText(slice).replace('"layout":2', '"layout":3')))).toThrow('another version')
})

test.each<[string, (text: string) => string]>([
  ['has an action twice', (text) => text.replace('\n"a":', '\n"a":["GET /other","all","Another"],\n"a":')],
  ['has a schema twice', (text) => text.replace('\n"other":', '\n"other":{},\n"other":')],
  ['has a mark of a merge', (text) => text.replace('\n"a":', '\n<<<<<<< HEAD\n"a":')],
  ['was cut off', (text) => text.slice(0, text.length / 2)],
  ['has line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['was written anew with spaces', (text) => JSON.stringify(JSON.parse(text), null, 2)],
])('a file that %s is not what the import wrote', (_, change) => {
  const text = sliceText(slice)
  expect(isSliceText(Buffer.from(text))).toBe(true)
  expect(change(text)).not.toBe(text)
  expect(isSliceText(Buffer.from(change(text)))).toBe(false)
})
