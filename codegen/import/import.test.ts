// Test lanes: slow

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryProject } from '../testing/temporary-project.ts'
import { importShelves, oauth, plainDocument, project, read, runImport, shelves, sliceIn } from './testing/shelves.ts'
import { documentOf } from './testing/slice-of.ts'

test('a document of several files becomes a provider, and what it leaves open is listed', async () => {
  await using temporary = await project()
  const { code, out, error } = await temporary.codegen(
    'import',
    `${temporary.root}/documents/shelves.json`,
    '--id',
    'shelves',
    '--report',
    `${temporary.root}/report.json`,
  )
  expect(error).toBe('')
  expect(code).toBe(0)
  expect(out).toMatch('4 actions of 4 operations')
  expect(out).toMatch(
    "written into overlay.ts, for you to check:\n  + probe: { action: 'get_me', params: {} },\n      it is a GET that needs no parameters",
  )
  expect(out).toMatch('import.json: "choices": { "reads POST /items/search": "yes" }')
  const report = await Bun.file(`${temporary.root}/report.json`).json()
  expect(report).toMatchObject({
    operations: 4,
    actions: 4,
    leftOut: [{ what: 'credential', pointer: '/paths/~1me/get/parameters/0' }],
  })
  expect(report.questions.map(({ id }: { id: string }) => id)).toEqual([
    'security',
    'credential query token',
    'reads POST /items/search',
    'paging',
    'unclassed',
  ])
  expect(report.guesses).toMatchObject([{ id: 'probe', overlay: "probe: { action: 'get_me', params: {} }," }])

  const slice = await sliceIn(temporary.root)
  expect(slice).toMatchObject({ title: 'Shelves', server: 'https://api.shelves.com/v1', groups: { items: 'Items' } })
  expect(slice.actions.create_item).toEqual({
    method: 'POST',
    path: '/items',
    description: 'Create item',
    group: 'items',
    params: { name: { in: 'body', required: true, schema: { type: 'string', description: 'Its name' } } },
    answer: 'any',
  })
  expect(await read(temporary.root, '.generated/document.ts')).toMatch("  create_item: 'name'\n")
  expect(await read(temporary.root, 'overlay.ts')).toMatch("auth: apiKey({ header: 'X-Api-Key' }),")
  const pinned = JSON.parse(await read(temporary.root, 'import.json'))
  expect(pinned).toMatchObject({ source: 'shelves.json', digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(pinned.actions.create_item).toEqual(['POST /items', 'items.create', { body: ['name'] }])
})

test.each<[string, object, string | RegExp]>([
  ['paths that are empty', { paths: {} }, 'its paths are empty'],
  ['no paths', { paths: undefined }, 'it has no paths'],
  [
    'webhooks only',
    { paths: {}, webhooks: { a: { post: {} }, b: { post: {} } } },
    'it has 2 webhooks only, which others call',
  ],
  [
    'other methods only',
    { paths: { '/a': { options: {} }, '/b': { trace: {} } } },
    'no GET, HEAD, POST, PUT, PATCH or DELETE can be read in its 2 paths',
  ],
  [
    'paths of other files that are not there',
    { paths: { '/a': { $ref: './gone.yaml' } } },
    /in its 1 path\n.*gone\.yaml/,
  ],
])('a document with %s is refused, and nothing is written', async (_, more, reason) => {
  await using temporary = await project()
  await temporary.write({ 'documents/shelves.json': JSON.stringify({ ...shelves, ...more }) })
  const refused = importShelves(temporary.root)
  await expect(refused).rejects.toThrow('shelves.json has no operation that can be called')
  await expect(refused).rejects.toThrow(reason)
  expect(existsSync(`${temporary.root}/providers/shelves`)).toBe(false)
})

test('another document under an id that is taken is refused, unless it shall replace the first one', async () => {
  await using temporary = await project()
  const library = documentOf(
    { '/books': { get: { operationId: 'listBooks' } }, '/items': { get: { operationId: 'listItems' } } },
    { info: { title: 'Library' }, servers: [{ url: 'https://api.library.org' }] },
  )
  await importShelves(temporary.root, { ask: async () => ({ 'reads POST /items/search': 'yes' }) })
  await temporary.write({ 'documents/library.json': JSON.stringify(library) })
  const source = `${temporary.root}/documents/library.json`
  const before = await read(temporary.root, 'import.json')
  await expect(importShelves(temporary.root, { source })).rejects.toThrow(
    'providers/shelves was made from another document: of its 4 operations 3 are not in this one\n' +
      '  before: Shelves, https://api.shelves.com/v1 (shelves.json)\n' +
      '  now:    Library, https://api.library.org (library.json)\n' +
      'give the document an id of its own (--id <id>), or replace the first one (--replace)',
  )
  expect(await read(temporary.root, 'import.json')).toBe(before)

  await importShelves(temporary.root, { source, replace: true })
  const after = JSON.parse(await read(temporary.root, 'import.json'))
  expect(after).toMatchObject({ source: 'library.json', choices: {} })
  expect(Object.keys(after.actions)).toEqual(['list_books', 'list_items'])
})

test('what the document shows without doubt stands in the first overlay, which codegen takes', async () => {
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(plainDocument), 'bun.lock': '' })
  const again = () => runImport(temporary, 'shelves.json')
  const out = await again()
  expect(out).toContain('written into overlay.ts, for you to check:')
  expect(await read(temporary.root, 'overlay.ts')).toBe(
    `import { cursor, imported, oauth2, origin, pattern } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'

/** Link the vendor's documentation here. How to write an overlay: docs/imported-providers.md of Patchbay. */
export default imported<Document>()({
  id: 'shelves',
  title: 'Shelves',
  origin: origin\`https://\${'shop'}.shelves.com\`,
  settings: { shop: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The shop\\'s *name*') },
  probe: { action: 'get_me', params: {} },
  // How the stored credential is sent.
  auth: oauth2({
    authorize: 'https://login.shelves-host.com/o',
    token: 'https://login.shelves-host.com/t',
    // The scopes that the actions need, by name, with what each is for:
    // "read": It's */ all
    scopes: {},
    rotates: false,
  }),
  // The actions that tools list with their parameters. Callers find the document's other actions with "find".
  actions: {
    list_items: { from: 'list_items', pages: cursor({ items: '/items', next: '/next_cursor', into: 'cursor' }) },
  },
})
`,
  )
  expect(JSON.parse(await read(temporary.root, 'import.json')).guessed).toEqual(['origin', 'probe', 'paging'])
  expect(await temporary.codegen()).toMatchObject({ code: 0, error: '' })
  const later = await again()
  expect(later).not.toMatch(/written into|Which read|Which host|How do lists/)
  expect(later).toContain('next: check and complete overlay.ts')
})

test('a package of an imported provider has the types of its document', async () => {
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(plainDocument), 'bun.lock': '' })
  await runImport(temporary, 'shelves.json')
  await temporary.write({ 'providers/shelves/.gitignore': '.generated\n', 'providers/shelves/a.test.ts': '' })
  const cwd = `${temporary.root}/providers/shelves`
  const packed = Bun.spawnSync([process.execPath, 'pm', 'pack', '--quiet'], { cwd })
  const tarball = packed.stdout.toString().trim()
  const listed = Bun.spawnSync(['tar', '-tf', tarball], { cwd })
  expect(listed.stdout.toString().trim().split('\n').toSorted()).toEqual(
    ['.generated/document.ts', 'document.json', 'import.json', 'index.ts', 'overlay.ts', 'package.json'].map(
      (name) => `package/${name}`,
    ),
  )
})

test('a document is put behind a provider by hand, whose actions keep their names and are not offered twice', async () => {
  await using temporary = await project()
  const index = (overlay: string): string => `
    import { apiKey, behind, provider, read, Type } from '@patchbay/core/provider'
    const of = (route) => read(route, { description: 'By hand', params: route.includes('{') ? { id: Type.String({ maxLength: 9, description: 'Id' }) } : {} })
    export default provider({
      id: 'shelves',
      title: 'Shelves',
      origin: 'https://api.shelves.com',
      auth: apiKey({ header: 'X-Key' }),
      actions: { items: of('GET /v1/items'), get_me: of('GET /v1/things/{id}') },
      ${overlay}
    })`
  const packageJson = JSON.stringify({ name: 'provider-shelves', version: '1.0.0' })
  await temporary.write({
    'providers/shelves/index.ts': index(''),
    'providers/shelves/package.json': packageJson,
    'bun.lock': '',
  })
  const out = await runImport(temporary)
  expect(out).toMatch('next: give the provider `overlay: behind<Document>()`')
  expect(await Bun.file(`${temporary.root}/providers/shelves/overlay.ts`).exists()).toBe(false)

  await temporary.write({ 'providers/shelves/index.ts': index("overlay: behind({ hide: ['search_items'] }),") })
  expect(await temporary.codegen()).toMatchObject({ code: 0, error: '' })
  const locked = await Bun.file(`${temporary.root}/providers.lock.json`).json()
  // One of the document's four actions is made by hand and one is hidden; `GET /me` has another name than the action by hand.
  expect(locked.shelves).toMatchObject({
    actions: { get_me: 'read', items: 'read' },
    document: { reads: 1, writes: 1 },
  })
  const { descriptions } = JSON.parse(await read(temporary.root, 'import.json'))
  expect(locked.shelves.document.descriptions).toBe(descriptions)
  const registry = await Bun.file(`${temporary.root}/server/generated/registry.js`).text()
  expect(registry).toMatch('surface: "items get_me create_item! get_me_2"')

  const document = await read(temporary.root, 'document.json')
  await temporary.write({ 'providers/shelves/document.json': document.replace('"get_me_2":', '"get_me":') })
  const { error: clash } = await temporary.codegen()
  expect(clash).toMatch(
    '`get_me` is also the name of another operation of providers/shelves/document.json, which then can',
  )
})

test('the same document gives the same files', async () => {
  await using temporary = await project()
  const files = async () => {
    await runImport(temporary)
    return Promise.all(
      ['document.json', '.generated/document.ts', 'import.json'].map((name) => read(temporary.root, name)),
    )
  }
  expect(await files()).toEqual(await files())
})

test.each([
  [['import'], 'name one document or server and the provider'],
  [['import', 'documents/shelves.json'], 'name one document or server and the provider'],
  [['import', 'documents/shelves.json', '--id', '../x'], 'the id "../x" doesn\'t match'],
  [['import', 'documents/item.yaml', '--id', 'x'], 'it is not an OpenAPI document of version 2.0, 3.0 or 3.1'],
  [['import', 'documents/none.json', '--id', 'x'], 'ENOENT'],
  [['import', 'documents/turned.yaml', '--id', 'x'], '\\u{202e}elit'],
  [['import', 'http://api.example.com/openapi.json', '--id', 'x'], 'only https URLs are read'],
  [['import', 'https://127.0.0.1/openapi.json', '--id', 'x'], '127.0.0.1'],
])('%j is refused: %s', async (args, message) => {
  await using temporary = await project()
  const inProject = args.map((arg) => (arg.startsWith('documents/') ? `${temporary.root}/${arg}` : arg))
  const { code, error } = await temporary.codegen(...inProject)
  expect(error).toMatch(message)
  expect(code).toBe(1)
})

test.each([
  ['has OAuth', { components: { securitySchemes: { oauth } } }],
  [
    'has a key in the query',
    { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } } },
  ],
  ['has a password', { components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } } }],
])('the overlay that is begun for a document that %s is one that codegen takes', async (_, more) => {
  await using temporary = await temporaryProject({
    'shelves.json': JSON.stringify(documentOf({ '/items': { get: { operationId: 'listItems' } } }, more)),
    'bun.lock': '',
  })
  await runImport(temporary, 'shelves.json')
  expect(await temporary.codegen('generate')).toMatchObject({ code: 0, error: '' })
})

test.each([
  ['names no host', '/v1', 'api.example.com'],
  ['has a host for each tenant', 'https://{tenant}.example.org/v1', 'api.example.com'],
  ['has a placeholder', 'https://your-domain.com/api', 'your-domain.com'],
  ['has this machine', 'http://localhost:8080', 'localhost:8080'],
])('of a document that %s the overlay has what the import says, and codegen refuses it', async (_, url, host) => {
  const document = documentOf({ '/items': { get: { operationId: 'listItems' } } }, { servers: [{ url }] })
  await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(document), 'bun.lock': '' })
  const out = await runImport(temporary, 'shelves.json')
  expect(out).toContain(`overlay.ts has the placeholder https://${host}, which codegen refuses`)
  expect(await read(temporary.root, 'overlay.ts')).toContain(`  origin: 'https://${host}',\n`)
  const { code, error } = await temporary.codegen('generate')
  expect([code, error]).toEqual([1, expect.stringContaining(`the host ${host} is a placeholder`)])
  const again = await runImport(temporary, 'shelves.json')
  expect(again).toContain('Which host do calls go to?')
  // An operator who means the host says so, as at the gateway's start.
  temporary.environment.PROVIDER_ORIGINS = '{"shelves": "http://127.0.0.1:9400"}'
  expect(await temporary.codegen('generate')).toMatchObject({ code: 0, error: '' })
})

test.each([
  [{ key: { type: 'apiKey', in: 'query', name: 'apikey' } }, 'key', "apiKey({ query: 'apikey' })"],
  [
    { implicit: { type: 'oauth2', flows: { implicit: {} } }, basic: { type: 'http', scheme: 'basic' } },
    'basic',
    'basic()',
  ],
  [
    { oauth },
    'oauth',
    "oauth2({ authorize: 'https://login.shelves-host.com/o', token: 'https://login.shelves-host.com/t', scopes: {}, rotates: false })",
  ],
])(
  'the question how credentials are sent proposes what the overlay begins with: %j',
  async (securitySchemes, guess, auth) => {
    const document = documentOf(
      { '/items': { get: { operationId: 'listItems' } } },
      { components: { securitySchemes } },
    )
    await using temporary = await temporaryProject({ 'shelves.json': JSON.stringify(document) })
    const out = await runImport(temporary, 'shelves.json')
    expect(out).toMatch(`probably ${guess}: the document has it, though no operation names it`)
    expect(out).toContain(`overlay.ts: auth: ${auth},`)
    expect(await read(temporary.root, 'overlay.ts')).toContain(`auth: ${auth.split(' ')[0]}`)
  },
)

test('in a terminal the import asks one question after the other, and keeps what is answered', async () => {
  await using temporary = await project()
  let seen = ''
  const command = [
    process.execPath,
    join(import.meta.dirname, '../main.ts'),
    'import',
    'documents/shelves.json',
    '--id',
    'shelves',
  ]
  const child = Bun.spawn(command, {
    cwd: temporary.root,
    terminal: {
      cols: 200,
      rows: 50,
      data: (_, bytes) => {
        seen += Buffer.from(bytes).toString()
      },
    },
  })
  const answer = async (question: RegExp, keys: string) => {
    await expect.poll(() => seen, { timeout: 60_000 }).toMatch(question)
    seen = ''
    child.terminal?.write(keys)
  }
  await answer(/How are credentials sent/, '\r')
  await answer(/Does the parameter "query token"/, '\u001b[B\r')
  await answer(/only read\?/, '\r')
  // Control-C leaves the rest open.
  await answer(/How are lists paginated/, '\u0003')
  expect(await child.exited).toBe(0)
  const { choices } = JSON.parse(await read(temporary.root, 'import.json'))
  expect(choices).toEqual({ 'credential query token': 'no', 'reads POST /items/search': 'yes' })
  expect(seen).toMatch('The other questions stay open')
})
