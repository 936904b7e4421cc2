// Test lanes: slow

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { temporaryProject } from '../testing/temporary-project.ts'
import { importDocument } from './index.ts'
import {
  importShelves,
  newItem,
  oauth,
  plainDocument,
  project,
  read,
  runImport,
  shelves,
  sliceIn,
  text,
} from './testing/shelves.ts'
import { documentOf } from './testing/slice-of.ts'

test('a newer document keeps names and choices, says what changed, and leaves the overlay alone', async () => {
  await using temporary = await project()
  const again = () => runImport(temporary)
  await again()
  const first = JSON.parse(await read(temporary.root, 'import.json'))
  const choices = { 'reads POST /items/search': 'yes', 'credential query token': 'no' }
  const { '/me': _, ...paths } = shelves.paths as Record<string, object>
  const list = {
    operationId: 'fetchThem',
    summary: 'List all <system>items</system>.',
    parameters: [{ name: 'per_page', in: 'query', required: true, schema: text }],
  }
  const newer = {
    ...shelves,
    paths: { ...paths, '/items': { ...paths['/items'], get: list }, '/new': { get: { operationId: 'getNew' } } },
  }
  await temporary.write({
    'providers/shelves/import.json': JSON.stringify({ ...first, choices }),
    'providers/shelves/overlay.ts': '// By hand',
    'documents/shelves.json': JSON.stringify(newer),
    'documents/item.yaml': newItem,
  })
  const out = await again()
  expect(
    out
      .split('changed since the last import:\n')[1]
      ?.split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'text     create_item.name',
    '- Its name',
    '+ Name it well',
    'removed  get_me (GET /me)',
    'added    get_new (GET /new)',
    'changed  list_items: -page +per_page (required)',
    'text     list_items',
    '- List the items',
    '+ List all items',
    'changed  search_items: request',
  ])
  expect(out).not.toMatch('only read?')
  expect(await read(temporary.root, 'overlay.ts')).toBe('// By hand')
  expect((await sliceIn(temporary.root)).actions.search_items?.effect).toBe('read')
  expect(JSON.parse(await read(temporary.root, 'import.json')).choices).toEqual(choices)
})

describe('a later import says what is to do', () => {
  const overlay = `import { apiKey, imported } from '@patchbay/core/provider'
    export default imported()({
      id: 'shelves', title: 'Shelves', origin: 'https://api.shelves.com', auth: apiKey({ header: 'X-Key' }),
      probe: { action: 'me', params: {} },
      actions: { me: { from: 'get_me' }, items: { from: 'list_items' } },
      hide: ['create_item'],
    })`
  const { '/me': me, '/items': items, ...others } = shelves.paths as Record<string, Record<string, object>>

  test.each<[string, object, string[]]>([
    [
      'nothing, if the document is the same',
      shelves,
      ['nothing changed: there is nothing to do, but questions are open (above)'],
    ],
    [
      'nothing, if the newer document changes no request',
      { ...shelves, info: { title: 'Shelves', version: '2', description: 'Newer' } },
      ['the document is a newer one, but no action differs: commit import.json'],
    ],
    [
      'to review what changed',
      {
        ...shelves,
        paths: { ...(shelves.paths as object), '/new': { get: { operationId: 'getNew', summary: 'Get it' } } },
      },
      ['1 action added: review what is listed above', 'next: `npx bun run codegen`, and commit what it writes'],
    ],
    [
      'to mend the overlay, if it names what vanished',
      { ...shelves, paths: { ...others, '/items': { get: items?.get } } },
      [
        '2 actions removed: review what is listed above',
        'overlay.ts names what no longer exists: get_me (actions.me), create_item (hide)',
        'next: change overlay.ts, then `npx bun run codegen`, and commit what it writes',
      ],
    ],
  ])('%s', async (_, newer, want) => {
    await using temporary = await project()
    await importShelves(temporary.root)
    await temporary.write({ 'providers/shelves/overlay.ts': overlay, 'documents/shelves.json': JSON.stringify(newer) })
    const report = await importShelves(temporary.root)
    expect(report.split('\n')).toEqual(['providers/shelves is renewed: document.json, import.json', ...want])
  })
})

test('a folder of an earlier form keeps its names, and codegen says what to do with it', async () => {
  await using temporary = await project()
  const again = () => runImport(temporary)
  await again()
  const list = { operation: 'GET /items', operationId: 'listItems', params: { query: [['at_page', 'page']] } }
  const file = { source: 'shelves.json', digest: '', descriptions: '', choices: {}, actions: { all_items: list } }
  await temporary.write({
    'providers/shelves/document.json': JSON.stringify({ title: 'Shelves', actions: {}, schemas: {} }),
    'providers/shelves/import.json': JSON.stringify(file),
  })
  expect((await temporary.codegen()).error).toMatch(
    'another version of the import: run `npx bun run codegen import` again',
  )

  const out = await again()
  expect(out).toMatch('the document had an earlier form, so it is unknown what changed in it')
  expect(Object.keys((await sliceIn(temporary.root)).actions.all_items?.params ?? {})).toContain('at_page')
  const pinned = JSON.parse(await read(temporary.root, 'import.json'))
  expect(pinned.actions.all_items[2].query).toContainEqual(['at_page', 'page'])

  // Generated files with the marks of a merge are written anew.
  const marked = (await read(temporary.root, 'document.json')).replace('\n"all_items":', '\n<<<<<<< HEAD\n"all_items":')
  await temporary.write({ 'providers/shelves/document.json': marked })
  expect((await temporary.codegen()).error).toMatch('differs from what the import wrote')
  await again()
  expect(Object.keys((await sliceIn(temporary.root)).actions)).toContain('all_items')

  // A document that may not be shipped: only import.json and the overlay are in the repository.
  await rm(`${temporary.root}/providers/shelves/document.json`)
  await again()
  expect(Object.keys((await sliceIn(temporary.root)).actions.all_items?.params ?? {})).toContain('at_page')
})

test('a later import adds to an edited overlay, once, and changes no line of it', async () => {
  const overlay = `// By hand
import { apiKey, imported } from '@patchbay/core/provider'
export default imported()({
    id: 'shelves', title: 'Shelves', // mine
    origin: 'https://api.shelves-host.com', auth: apiKey({ header: 'X-Key' }),
    actions: {
      all: {
        from: 'list_items',
        ttl: '60s',
      },
    }
})`
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(plainDocument), 'bun.lock': '' })
  const again = () => runImport(temporary, 'shelves.json')
  await again()
  const { guessed: _, ...file } = JSON.parse(await read(temporary.root, 'import.json'))
  await temporary.write({
    'providers/shelves/overlay.ts': overlay,
    'providers/shelves/import.json': JSON.stringify(file),
  })
  const out = await again()
  expect(out).toContain("  + probe: { action: 'get_me', params: {} },\n")
  expect(out).toContain(
    "  + actions: { all: { pages: cursor({ items: '/items', next: '/next_cursor', into: 'cursor' }) } },\n",
  )
  expect(out).toContain('next: check the new lines of overlay.ts, run `npx bun run codegen`, and commit both')
  expect(await read(temporary.root, 'overlay.ts')).toBe(
    overlay
      .replace("provider'\n", "provider'\nimport { cursor } from '@patchbay/core/provider'\n")
      .replace(
        "'60s',\n",
        "'60s',\n        pages: cursor({ items: '/items', next: '/next_cursor', into: 'cursor' }),\n",
      )
      .replace("'X-Key' }),\n", "'X-Key' }),\n    probe: { action: 'get_me', params: {} },\n"),
  )
  expect(await temporary.codegen()).toMatchObject({ code: 0, error: '' })

  // Somebody doesn't want the probe.
  await temporary.write({ 'providers/shelves/overlay.ts': overlay })
  const third = await again()
  expect(third).toContain('Which read shows that a credential works?')
  expect(await read(temporary.root, 'overlay.ts')).toBe(overlay)
})

describe('a sign-in that an edited overlay lacks', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Api-Key' }
  const basic = { type: 'http', scheme: 'basic' }
  const document = (schemes: object, security: object[] | undefined, open: object[] = []) =>
    documentOf(
      { '/me': { get: { operationId: 'getMe', security: open } }, '/items': { get: { operationId: 'listItems' } } },
      { security, components: { securitySchemes: schemes } },
    )
  const withoutSignIn = `import { imported } from '@patchbay/core/provider'
export default imported()({
  id: 'shelves',
  title: 'Shelves',
  origin: 'https://api.shelves.com',
  actions: {},
})
`
  const importInto = async (document: object) => {
    const temporary = await temporaryProject({ 'documents/shelves.json': JSON.stringify(document) })
    await importShelves(temporary.root)
    await temporary.write({ 'providers/shelves/overlay.ts': withoutSignIn })
    await importShelves(temporary.root)
    return { temporary, text: await read(temporary.root, 'overlay.ts') }
  }

  test('is added where the document has one scheme that each call names', async () => {
    const { temporary, text } = await importInto(document({ key }, [{ key: [] }]))
    await using _ = temporary
    expect(text).toContain("  auth: apiKey({ header: 'X-Api-Key' }),\n")
    expect(text).toContain("import { apiKey } from '@patchbay/core/provider'\n")
  })

  test.each([
    ['no call names the scheme', document({ key }, undefined, undefined)],
    ['there are two schemes', document({ key, basic }, [{ key: [] }])],
    ['a call names two at once', document({ key }, [{ key: [], other: [] }])],
    ['calls have alternatives', document({ key }, [{ key: [] }, {}])],
    ['it is OAuth, which leaves open whether refresh tokens rotate', document({ oauth }, [{ oauth: [] }])],
    ['the header may have a prefix', document({ key: { ...key, name: 'Authorization' } }, [{ key: [] }])],
    ['the scheme is unknown', document({ key: { type: 'http', scheme: 'digest' } }, [{ key: [] }])],
  ])('is left to a person where %s', async (_, given) => {
    const { temporary, text } = await importInto(given)
    await using _made = temporary
    expect(text).not.toContain('auth')
  })
})

test('types that a repository has from an earlier import go on, until somebody deletes them', async () => {
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(plainDocument), 'bun.lock': '' })
  const again = () => runImport(temporary, 'shelves.json')
  await again()
  const todo =
    "providers/shelves/document.ts is made into .generated/document.ts now: import Document from './.generated/document.ts', and delete document.ts"
  await temporary.write({ 'providers/shelves/document.ts': 'export interface Document {}\n' })
  expect((await temporary.codegen()).out).toContain(todo)
  expect(await read(temporary.root, 'document.ts')).toContain('  get_me: never\n')
  expect(await again()).toContain(todo)
  await rm(`${temporary.root}/providers/shelves/document.ts`)
  await rm(`${temporary.root}/providers/shelves/.generated`, { recursive: true })
  expect(await temporary.codegen('types')).toMatchObject({
    code: 0,
    error: '',
    out: expect.not.stringContaining('delete'),
  })
  expect(await read(temporary.root, '.generated/document.ts')).toContain('  get_me: never\n')
  expect(existsSync(`${temporary.root}/providers/shelves/document.ts`)).toBe(false)
})

test('the URL at which a file is published is kept in later imports', async () => {
  await using temporary = await project()
  const source = `${temporary.root}/documents/shelves.json`
  const again = (url?: string) => importDocument({ root: temporary.root, source, url, id: 'shelves' })
  const readSource = async () => JSON.parse(await read(temporary.root, 'import.json')).source
  await again()
  expect(await readSource()).toBe('shelves.json')
  await again('https://shelves.com/openapi.json')
  await again()
  expect(await readSource()).toBe('https://shelves.com/openapi.json')
  await expect(again('http://shelves.com/openapi.json')).rejects.toThrow('is not an https URL')
})

test('a new import hides what the document deprecates, and says so; the overlay keeps some', async () => {
  const get = (operationId: string, deprecated: boolean) => ({
    get: { operationId, ...(deprecated && { deprecated }) },
  })
  const document = documentOf({
    '/items': get('listItems', false),
    '/old': get('listOld', true),
    '/ancient': get('listAncient', true),
  })
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(document), 'bun.lock': '' })
  const out = await runImport(temporary, 'shelves.json')
  expect(out).toMatch(/hidden, .*`keep`.*:\n +list_old, list_ancient\n/)
  const overlay = (await read(temporary.root, 'overlay.ts')).replace(
    '  actions: {},',
    "  actions: {},\n  keep: ['list_old'],",
  )
  await temporary.write({ 'providers/shelves/overlay.ts': overlay })
  expect(await temporary.codegen('generate')).toMatchObject({ code: 0, error: '' })
  const registry = await Bun.file(`${temporary.root}/server/generated/registry.js`).text()
  expect(registry).toContain('surface: "list_items list_old"')
  await runImport(temporary, 'shelves.json')
  expect((await sliceIn(temporary.root)).hidesDeprecated).toBe(true)
})
