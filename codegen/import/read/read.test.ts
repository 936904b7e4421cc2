import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import { createLeftOutList } from './left-out.ts'
import { readDocument } from './read.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'))
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (name: string, text: string) => {
  const leftOut = createLeftOutList()
  await writeFile(join(folder, name), text)
  const { root } = await readDocument(join(folder, name), leftOut)
  return { root, leftOut: leftOut.all }
}

test('a document of several files whose reference names itself is read without the other files', async () => {
  const loop = { $ref: '#/components/parameters/loop' }
  const paths = {
    '/items': { get: { operationId: 'list_items', parameters: [{ $ref: './other.yaml' }, loop] } },
  }
  const { root, leftOut } = await read(
    'loop.json',
    JSON.stringify(documentOf(paths, { components: { parameters: { loop } } })),
  )
  expect(leftOut).toEqual([
    { what: 'part', pointer: '', reason: "the document's other files: Self-referencing circular pointer" },
  ])
  expect(Object.keys((await sliceOf(root)).slice.actions)).toEqual(['list_items'])
})

const enums = (schema: string) => `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /items:
    get:
      parameters:
        - {name: p, in: query, schema: ${schema}}
`
const enumOf = async (name: string, text: string) => {
  const { slice } = await sliceOf((await read(name, text)).root)
  const { part } = slice.schemas as Record<string, { enum?: unknown[] }>
  return part ? part.enum : Object(slice.actions.list_items?.params.p?.schema).enum
}

test.each([
  ['versions', '{type: string, enum: [1.0, 1.10, 2]}', ['1.0', '1.10', '2']],
  ['codes with zeros', '{type: string, enum: [012, 08, 1e3, 0x1F]}', ['012', '08', '1e3', '0x1F']],
  ['booleans', '{type: string, enum: [true, False, on]}', ['true', 'False', 'on']],
  ['quoted ones', `{type: string, enum: ['1.0', "2"]}`, ['1.0', '2']],
  ['texts that may be null', '{type: [string, "null"], enum: [1.0, null]}', ['1.0', null]],
  ['numbers', '{type: number, enum: [1.0, 012]}', [1, 12]],
  ['versions without a type', '{enum: [1.0, 1.10, 2]}', ['1.0', '1.10', '2']],
  ['numbers without a type', '{enum: [1, 2.5]}', [1, 2.5]],
])('texts of enums are those of the source: %s', async (_, schema, want) => {
  expect(await enumOf('enum.yaml', enums(schema))).toEqual(want)
})

test('a schema without a type has texts where a parameter refers to it, and both where a JSON body has it', async () => {
  const text = `
openapi: 3.1.0
paths:
  /items:
    get: {parameters: [{name: v, in: query, schema: {$ref: '#/components/schemas/Version'}}]}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {version: {enum: [1.0, 2]}}}}}}}
components: {schemas: {Version: {enum: [1.0, 08]}}}
`
  // biome-ignore lint/suspicious/noExplicitAny: a document of this test
  const root = (await read('both.yaml', text)).root as any
  expect(root.components.schemas.Version.enum).toEqual(['1.0', '08'])
  const { schema } = root.paths['/items'].post.requestBody.content['application/json']
  expect(schema.properties.version.enum).toEqual([1, 2, '1.0'])
})

test('texts of enums are those of the source: in JSON, and in a file that another refers to', async () => {
  const get = '{"get":{"parameters":[{"name":"p","in":"query","schema":{"type":"string","enum":[1.0,"a"]}}]}}'
  expect(await enumOf('enum.json', `{"openapi":"3.1.0","paths":{"/items":${get}}}`)).toEqual(['1.0', 'a'])
  await writeFile(join(folder, 'part.yaml'), 'type: string\nenum: [1.0, 08]\n')
  expect(await enumOf('whole.yaml', enums('{$ref: ./part.yaml}'))).toEqual(['1.0', '08'])
})

test.each([
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
])('a document in %s is read by its mark', async (encoding, mark) => {
  const text = Buffer.from(enums('{type: string}'), 'utf16le')
  await writeFile(
    join(folder, 'wide.yaml'),
    Buffer.concat([Buffer.from(mark), encoding === 'utf-16be' ? text.swap16() : text]),
  )
  expect((await readDocument(join(folder, 'wide.yaml'), createLeftOutList())).root.openapi).toBe('3.1.0')
})

const levels = 'bcdefghij'.split('')
const nested = levels
  .map((name, index) => `x-${name}: &${name} [${Array(9).fill(`*${levels[index - 1] ?? 'a'}`)}]`)
  .join('\n')

test.each([
  ['name themselves', 'x-schema: &schema {properties: {child: *schema}}', 'its YAML aliases refer to themselves'],
  ['stand for millions of values', `x-a: &a [1]\n${nested}`, 'its YAML aliases stand for more than 20000000 values'],
])('a document whose aliases %s is refused', async (_, text, reason) => {
  await expect(read('aliases.yaml', `openapi: 3.0.3\n${text}`)).rejects.toThrow(reason)
})

test('a file whose aliases name themselves is left out of a document that refers to it', async () => {
  await writeFile(join(folder, 'circle.yaml'), '&a {type: array, items: *a}')
  const paths = { '/items': { get: { operationId: 'list_items', parameters: [{ $ref: './circle.yaml' }] } } }
  const { root, leftOut } = await read('refers.json', JSON.stringify(documentOf(paths)))
  expect(leftOut).toMatchObject([{ what: 'part', reason: expect.stringContaining('aliases refer to themselves') }])
  expect(Object.keys((await sliceOf(root)).slice.actions)).toEqual(['list_items'])
})

test('an alias may stand at several places', async () => {
  const { root } = await read('alias.yaml', 'openapi: 3.0.3\nx-a: &a {type: string}\nx-b: [*a, *a]')
  expect(root['x-b']).toEqual([{ type: 'string' }, { type: 'string' }])
})

test('a media type that has a name stands where it is named', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const content = { 'application/json': { $ref: '#/components/mediaTypes/Book' } }
  const root = documentOf(
    { '/books': { post: { requestBody: { content } } } },
    {
      openapi: '3.2.0',
      components: { mediaTypes: { Book: { schema } } },
    },
  )
  const [action] = Object.values((await sliceOf(root)).slice.actions)
  expect(Object.keys(action?.params ?? {})).toEqual(['title'])
})

test.each([['/books/:id/copies'], ['/books/<id>/copies'], ['/books/<int:id>/copies']])(
  'the path %s has the parameter that it declares',
  async (path) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    const { slice, leftOut } = await sliceOf(documentOf({ [path]: { get: { parameters } }, '/at/12:30': { get: {} } }))
    expect(Object.values(slice.actions).map((action) => action.path)).toEqual(['/books/{id}/copies', '/at/12:30'])
    expect(leftOut).toEqual([])
  },
)

test('parts of several files that have one name are told apart, and nothing of them is told as left out', async () => {
  const part = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
  for (const folderOfPart of ['first', 'second']) await mkdir(join(folder, folderOfPart), { recursive: true })
  await writeFile(join(folder, 'first', 'part.json'), JSON.stringify(part('one')))
  await writeFile(join(folder, 'second', 'part.json'), JSON.stringify(part('two')))
  const parameters = [{ $ref: './first/part.json' }, { $ref: './second/part.json' }]
  const { root, leftOut } = await read('parts.json', JSON.stringify(documentOf({ '/items': { get: { parameters } } })))
  expect(leftOut).toEqual([])
  const [action] = Object.values((await sliceOf(root)).slice.actions)
  expect(Object.keys(action?.params ?? {})).toEqual(['one', 'two'])
})

const inYaml = (more: string) => `openapi: 3.0.0
info: {title: A, version: '1'}
paths:
  /items:
    get:
      operationId: list_items
${more}`

/** Documents that some YAML parsers take. The reports are named by their repositories and numbers at GitHub. */
test.each<[what: string, text: string, actions: readonly string[] | RegExp, said?: RegExp]>([
  [
    'a list in brackets that ends too far left (netbirdio/netbird)',
    inYaml('      tags: [\n    a,\n   b\n]\n'),
    ['list_items'],
  ],
  [
    'a quoted text that goes on too far left (wazuh/wazuh)',
    inYaml('      summary: "All\n  of them"\n'),
    ['list_items'],
  ],
  [
    'a path twice',
    inYaml('  /items:\n    post: {operationId: add_item}\n'),
    ['list_items', 'add_item'],
    /line 7: \/items is there twice/,
  ],
  ['a member twice', inYaml('      summary: A\n      summary: B\n'), ['list_items'], /line 8: summary is there twice/],
  ['an escape that YAML does not have', inYaml('      summary: "\\d+"\n'), ['list_items']],
  [
    'a text that begins with @ or a backtick',
    inYaml('      summary: @all\n      description: `all`\n'),
    ['list_items'],
  ],
  ["somebody's tag", inYaml('      summary: !Sub all\n'), ['list_items'], /line 7: Unresolved tag: !Sub/],
  ['a separator at the end', inYaml('---\n'), ['list_items']],
  ['two documents', inYaml('---\nopenapi: 3.0.0\n'), /expected a single document/],
  ['tabs, whose depth nobody knows', inYaml('\t\tsummary: A\n'), /tab characters/],
  ['a text that may be an object', inYaml('      summary: Note: all\n'), /bad indentation/],
])('YAML that has one reading is read, and what could mean two things is refused: %s', async (_, text, want, said) => {
  if (want instanceof RegExp) return expect(read('lenient.yaml', text)).rejects.toThrow(want)
  const { root, leftOut } = await read('lenient.yaml', text)
  expect(Object.keys((await sliceOf(root)).slice.actions)).toEqual(want)
  const reasons = leftOut.map(({ reason }) => reason)
  expect(reasons).toEqual(said ? [expect.stringMatching(said)] : [])
})
