import { describe, expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import { type AnyAction, type ImportedProvider, listClasses } from '../provider/index.ts'
import { type ActionChecks, bodySchema, declaredSource, describeAction, findProblems } from '../schema/index.ts'
import { openSlice } from './slice/slice-reader.ts'
import { sliceText } from './slice/slice-text.ts'
import { createMadeActions, importedSource } from './source.ts'
import { buildSurface, surfaceText } from './surface.ts'
import { overlay, shelves } from './testing/shelves.ts'

const unchecked = (): ActionChecks => ({ body: () => true })

const open = (changes: Partial<ImportedProvider> = {}) => {
  let reads = 0
  const source = importedSource({
    provider: { ...overlay, ...changes },
    written: declaredSource(overlay, { count_items: unchecked }),
    surface: surfaceText(buildSurface({ ...overlay, ...changes }, shelves)),
    made: createMadeActions(),
    read: () => {
      reads++
      return openSlice(Buffer.from(sliceText(shelves)))
    },
  })
  const action = (name: string): AnyAction => source.action(name) ?? expect.fail(`there is no action ${name}`)
  return {
    source,
    action,
    reads: () => reads,
    request: (
      name: string,
      params: Readonly<Record<string, unknown>>,
      settings: Readonly<Record<string, string>> = {},
    ) => action(name).request(params, { settings }),
    check: (name: string, params: object) => source.check(name)?.body({ action: name, ...params }),
    problems: (name: string, params: object) =>
      findProblems(bodySchema(name, action(name)), { action: name, ...params }, action(name).references),
  }
}

describe('the actions of an imported provider', () => {
  test('are named without reading the document: written ones, curated ones, then the others without hidden ones', () => {
    const { source, reads } = open()
    expect(source.names()).toEqual([
      'count_items',
      'list_items',
      'create_item',
      'get_item',
      'search_items',
      'patch_item',
      'put_picture',
      'get_picture',
    ])
    expect(source.names('write')).toEqual(['create_item', 'patch_item', 'put_picture'])
    expect(source.kind('search_items')).toBe('read')
    expect(source.classes('patch_item')).toEqual(['unclassed'])
    // It has a parameter `notify`.
    expect(source.classes('create_item')).toEqual(['sends'])
    expect(source.listed).toEqual(['count_items', 'list_items', 'create_item'])
    expect(source.action('count_items')).toBe(overlay.actions.count_items)
    expect(reads()).toBe(0)
    expect(source.action('get_item')).toBe(source.action('get_item'))
    expect(reads()).toBe(1)
  })

  test('have the type of their answer as the document says it', () => {
    const { source } = open()
    expect(source.answerType?.('get_item')).toBe('{ id: string }')
    expect(source.answerType?.('search_items')).toBeUndefined()
    expect(source.answerType?.('nothing')).toBeUndefined()
  })

  test('have the classes of the overlay, known without reading the document', () => {
    const { source, action, reads } = open({
      overlay: {
        ...overlay.overlay,
        actions: { create_item: { from: 'create_item', is: ['publishes', 'sends'] } },
        is: { patch_item: [], put_picture: ['shares'] },
        secret: ['put_picture'],
      },
    })
    const names = ['create_item', 'patch_item', 'put_picture', 'get_items', 'nothing']
    expect(reads()).toBe(0)
    expect(names.map((name) => source.classes(name))).toEqual([['sends', 'publishes'], [], ['shares'], [], []])
    expect(names.slice(0, 3).map((name) => listClasses(action(name).effect))).toEqual([
      ['sends', 'publishes'],
      [],
      ['shares'],
    ])
    expect(source.kind('put_picture')).toBe('secret-write')
  })

  test('give a parameter another name where the gateway has taken its own since the import', () => {
    const { request, check } = open()
    expect(request('get_picture', { name: 'x', query_repeat: 2 }).query).toEqual({ repeat: 2 })
    expect(check('get_picture', { name: 'x', query_repeat: 2 })).toBe(true)
    expect(check('get_picture', { name: 'x', repeat: 2 })).toBe(false)
  })

  test.each(['submit_form', 'get_items', 'constructor', '__proto__', ''])('don’t have %j among them', (name) => {
    const { source } = open()
    expect([source.action(name), source.check(name), source.kind(name)]).toEqual([undefined, undefined, undefined])
  })

  test('have the effects of the document and the overlay', () => {
    const { action } = open()
    expect(action('list_items').effect).toEqual({ kind: 'read', ttlMs: 30_000 })
    expect(action('search_items').effect).toEqual({ kind: 'read', ttlMs: 0 })
    expect(action('create_item').effect).toEqual({
      kind: 'write',
      idempotent: 'never',
      additive: true,
      is: ['sends'],
    })
    expect(action('put_picture')).toMatchObject({ origin: 'https://files.shelves-host.com', auth: false })
    expect(action('get_picture').answer).toBe('bytes')
  })

  test('are found by the words of the document and the overlay', () => {
    const words = open().source.words()
    expect(words.find(({ name }) => name === 'list_items')).toMatchObject({
      description: 'List items',
      synonyms: ['goods'],
      parameters: expect.arrayContaining(['state', 'tags']),
    })
    expect(words).toContainEqual({
      name: 'create_item',
      description: 'Put an item on a shelf',
      synonyms: [],
      parameters: ['data', 'notify'],
      path: 'items /items',
      isByHand: true,
    })
    expect(words.map(({ name }) => name)).not.toContain('submit_form')
  })

  test('have no parameter for a header that an account’s setting decides', () => {
    const params = (headers: Readonly<Record<string, string>>) => {
      const { source } = open({ headers, overlay: { actions: { list_items: { from: 'get_items' } }, hide: [] } })
      return Object.keys(source.action('list_items')?.params ?? {})
    }
    const all = params({ 'X-Version': '7' })
    expect(all).toContain('trace')
    expect(params({ 'x-trace': '{settings.trace}' })).toEqual(all.filter((name) => name !== 'trace'))
  })

  test('refuse an overlay that names an action which the document no longer has', () => {
    const { get_items: _, ...actions } = shelves.actions
    expect(() => buildSurface(overlay, { ...shelves, actions })).toThrow('takes get_items, which its document doesn')
  })
})

describe('a request', () => {
  test.each<[what: string, name: string, params: Readonly<Record<string, unknown>>, want: object]>([
    [
      'has each parameter in its place, and what the overlay and the document fill in',
      'list_items',
      { state: 'open', labels: ['a', 'b'], limit: 5 },
      {
        method: 'GET',
        path: '/v2/items',
        query: { version: '3', state: 'open', tags: ['a', 'b'], page_size: 5 },
        cookies: { theme: 'dark' },
        styles: { tags: 'comma' },
        body: undefined,
      },
    ],
    ['has the page size that the overlay names', 'list_items', {}, { query: { version: '3', page_size: 20 } }],
    [
      'goes on where the caller says',
      'list_items',
      { offset: 'x' },
      { query: { version: '3', page_size: 20, offset: 'x' } },
    ],
    ['has its path under the base path', 'get_item', { item_id: 'a/b' }, { path: '/v2/items/a%2Fb.json' }],
    [
      'has the members of the wrapped parameter in it',
      'create_item',
      { title: 'Lamp', tags: ['new'], notify: true },
      { body: { data: { name: 'Lamp', tags: ['new'] } }, within: 'data', query: { notify: true } },
    ],
    [
      'has one parameter as its whole body, in its own media type',
      'patch_item',
      { item_id: '7', item: { name: 'b' } },
      {
        path: '/v2/items/7',
        body: { name: 'b' },
        headers: { 'If-Match': '*', 'content-type': 'application/merge-patch+json' },
        encoding: 'json',
      },
    ],
    [
      'goes to a server of its own',
      'put_picture',
      { name: 'a/b c.png', picture: { media_type: 'image/png', content: 'aGk=' } },
      { path: '/up/pictures/a/b%20c.png', encoding: 'bytes', body: { media_type: 'image/png', content: 'aGk=' } },
    ],
  ])('%s', (_, name, params, want) => {
    expect(open().request(name, params)).toMatchObject(want)
  })

  test('has what the overlay fills in for all actions, with settings of the account', () => {
    const fill = { item_id: '{settings.item}', notify: false, theme: 'light', code: '{settings.code}' }
    const { request, check, action } = open({ overlay: { ...overlay.overlay, fill } })
    const account = { item: 'a/b' }
    expect(request('get_item', {}, account).path).toBe('/v2/items/a%2Fb.json')
    expect(request('create_item', { title: 'Lamp' }, account)).toMatchObject({ query: { notify: false } })
    expect(request('list_items', {}, account)).toMatchObject({ cookies: { theme: 'dark' } })
    expect(request('get_picture', { name: 'x' }, account).query).toEqual({})
    expect(check('get_item', { item_id: 'of-the-caller' })).toBe(false)
    expect(Object.keys(action('patch_item').params)).toEqual(['item'])
  })

  test.each([
    ['get_item', { item_id: '..' }, '/item_id'],
    ['get_item', { item_id: '' }, '/item_id'],
    ['put_picture', { name: 'a/../b', picture: {} }, '/name'],
    ['put_picture', { name: '/a', picture: {} }, '/name'],
  ])('of %s doesn’t leave its path by %j', (name, params, place) => {
    expect(() => open().request(name, params)).toThrow(place)
  })
})

describe('parameters are checked by reference', () => {
  const deep = { title: 'a', parent: { name: 'b', parent: { name: 'c', tags: ['x'] } } }
  test.each<[what: string, name: string, params: object, fault: string | undefined]>([
    ['a circle', 'create_item', deep, undefined],
    [
      'a member of a circle',
      'create_item',
      { title: 'a', parent: { name: 'b', parent: {} } },
      '/parent/parent/name is required',
    ],
    [
      'an item by its pattern',
      'create_item',
      { title: 'a', tags: ['A'] },
      '/tags/0 must have another form: some characters are not allowed here',
    ],
    ['a text that is too long', 'create_item', { title: 'x'.repeat(41) }, '/title must have at most 20 characters'],
    [
      'a list that is too long',
      'create_item',
      { title: 'a', parent: { name: 'a', tags: ['a', 'a', 'a', 'a'] } },
      '/parent/tags must have at most 3 items',
    ],
    [
      'a name that is misspelt',
      'create_item',
      { title: 'a', parnet: { name: 'a' } },
      '/parnet unknown parameter; did you mean `parent`?',
    ],
    [
      'a deeper name that is misspelt',
      'create_item',
      { title: 'a', parent: { name: 'a', tagz: [] } },
      '/parent/tagz unknown parameter; did you mean `tags`?',
    ],
    ['a union', 'search_items', { whole: 7 }, '/whole must be a string or an object'],
    ['a form of a union', 'search_items', { whole: { name: 7 } }, '/whole/name must be a string'],
    [
      'what the overlay leaves out',
      'list_items',
      { trace: [] },
      expect.stringMatching(/^\/trace unknown parameter \(known: .*\bstate\b/),
    ],
    [
      'what the overlay fills in',
      'list_items',
      { theme: 'red' },
      expect.stringMatching(/^\/theme unknown parameter \(known: /),
    ],
    ['what the page loop takes', 'list_items', { limit: 1001 }, '/limit must be at most 1000'],
    ['a value that isn’t among the allowed', 'list_items', { state: 'off' }, '/state must be one of "open", "closed"'],
  ])('%s', (_, name, params, fault) => {
    const { check, problems } = open()
    // Interpreted, compiled, and compiled before.
    for (let call = 0; call < 3; call++) expect(check(name, params)).toBe(fault === undefined)
    expect(problems(name, params).map(({ path, message }) => `${path} ${message}`)).toEqual(fault ? [fault] : [])
  })
})

test('a pattern that could take minutes is matched in a time that grows with the text', () => {
  const { check, problems, action } = open()
  const startedAt = threadMs()
  for (let call = 0; call < 3; call++) {
    expect(check('get_picture', { name: 'a', code: 'aaa' })).toBe(true)
    expect(check('get_picture', { name: 'a', code: `${'a'.repeat(5000)}!` })).toBe(false)
  }
  expect(problems('get_picture', { name: 'a', code: 'b' })).toEqual([
    { path: '/code', message: 'must have another form: some characters are not allowed here' },
  ])
  const described = JSON.stringify(describeAction('get_picture', action('get_picture')))
  expect(described).toContain('"pattern":"^(a+)+$"')
  expect(threadMs() - startedAt).toBeLessThan(5000)
})

test('an action is described through its references, however deep a circle goes', () => {
  const { action } = open()
  const described = describeAction('create_item', action('create_item'), '', 600) as { properties: { parent: object } }
  expect(JSON.stringify(described)).not.toContain('$ref')
  expect(described.properties.parent).toMatchObject({ description: 'What the item is in' })
  expect(
    describeAction('create_item', action('create_item'), '/properties/parent/properties/parent/properties/name'),
  ).toEqual({
    type: 'string',
    maxLength: 20,
  })
})

test('a tool lists the curated actions, and counts the others by group', () => {
  const { source } = open()
  const { description, inputSchema, annotations } = source.tool(source.names())
  expect(description.split('\n')).toEqual([
    'Shelves. Choose an action and give its parameters:',
    '- count_items: Count the items. Required: in.',
    '- list_items: List items.',
    '- create_item: Put an item on a shelf. Required: title.',
    '- find: Find actions by what they do. Required: query.',
    '- describe: Show the parameters of an action. Required: name.',
    '5 other actions, by group: items 3, files 2. Find them with the action find; describe shows their parameters, which you give beside action.',
  ])
  expect(inputSchema).toMatchObject({
    additionalProperties: true,
    required: ['action'],
    properties: {
      action: { type: 'string' },
      title: { type: 'string' },
      parent: { type: 'object', description: '(create_item) What the item is in' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  })
  expect(JSON.stringify(inputSchema)).not.toContain('$ref')
  expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  const reads = source.tool(source.names('read'))
  expect(reads.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  expect(reads.description).not.toContain('create_item')
  expect(source.tool(source.names('read'))).toBe(reads)
})
