// Test lanes: slow

import { pathToFileURL } from 'node:url'
import { type Slice, type SliceAction, sliceText } from '@patchbay/core/imported'
import { apiKey, imported, Type } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { expect, test } from 'vitest'
import { shelves } from '../core/imported/testing/shelves.ts'
import { checkPlugins } from './check/index.ts'
import { problemLine } from './model/problem.ts'
import { temporaryProject } from './testing/temporary-project.ts'

const overlay = (members: string): Record<string, string> => ({
  'server/project-root.ts': `export const projectRoot = new URL('..', import.meta.url).pathname.replace(/\\/$/, '')`,
  'providers/shelves/package.json': JSON.stringify({ name: 'provider-shelves', version: '1.0.0' }),
  'providers/shelves/document.json': sliceText(shelves),
  'providers/shelves/index.ts': "export { default } from './overlay.ts'",
  'providers/shelves/overlay.ts': `
    import { apiKey, imported } from '@patchbay/core/provider'
    export default imported()({
      id: 'shelves',
      title: 'Shelves',
      origin: 'https://api.shelves-host.com',
      auth: apiKey({ header: 'X-Key' }),
      ${members}
    })`,
})

test('an imported provider is registered with the names of its actions, and reads its document when one is called', async () => {
  const members =
    "probe: { action: 'get_item', params: { item_id: '1' } }, actions: { list_items: { from: 'get_items' } }, hide: ['submit_form'],"
  const phrases = { list_items: ['what is on the shelves'] }
  await using project = await temporaryProject({
    ...overlay(members),
    'providers/shelves/asked.json': JSON.stringify(phrases),
  })
  const { code, error } = await project.codegen()
  expect([code, error]).toEqual([0, ''])

  const { registry }: { registry: readonly Domain[] } = await import(
    pathToFileURL(`${project.root}/server/generated/registry.js`).href
  )
  expect(registry[0]?.asked?.()).toEqual(phrases)
  const source = registry[0]?.source ?? expect.fail('there is no domain')
  expect(source.names()).toHaveLength(7)
  expect(source.names()[0]).toBe('list_items')
  expect(source.check('get_item')?.body({ action: 'get_item', item_id: '1' })).toBe(true)
  expect(source.check('get_item')?.body({ action: 'get_item' })).toBe(false)

  const locked = await Bun.file(`${project.root}/providers.lock.json`).json()
  expect(locked.shelves).toMatchObject({
    origins: ['https://api.shelves-host.com', 'https://files.shelves-host.com'],
    actions: { list_items: 'read' },
    document: { reads: 3, writes: 3 },
  })

  // A call would take the first line of the two, and a reviewer would see the last.
  const twice = sliceText(shelves).replace('\n"get_item":', '\n"get_item":["GET /others","items",""],\n"get_item":')
  await project.write({ 'providers/shelves/document.json': twice })
  expect((await project.codegen()).error).toContain('document.json differs from what the import wrote')

  const { get_picture: _, ...actions } = shelves.actions
  await project.write({ 'providers/shelves/document.json': sliceText({ ...shelves, actions }) })
  const frozen = await project.codegen('--frozen')
  expect(frozen.error).toContain('it had 3 more reads and 3 more writes, and has 2 more reads and 3 more writes')
})

/** A probe of the document, with another of its reads for the identity. */
const probeWith = (identity: object) => ({ action: 'get_items', params: {}, identity })

/** As codegen sees it; the types of `imported<Document>()` refuse most of these earlier. */
const linesOf = (members: object, slice: Slice = shelves, sentences?: unknown): string[] => {
  const facts = {
    id: 'shelves',
    title: 'Shelves',
    origin: 'https://api.shelves-host.com',
    auth: apiKey({ header: 'X-Key' }),
  }
  const provider = imported<Record<string, { params: string }>>()({ ...facts, actions: {}, ...members } as never)
  const file = 'providers/shelves/overlay.ts'
  const document = { slice, file: 'providers/shelves/document.json', digest: '' }
  const plugin = { provider, package: 'shelves', version: '1.0.0', file, specifier: '', folder: 'shelves' }
  const phrases = sentences === undefined ? {} : { asked: { file: 'providers/shelves/asked.json', sentences } }
  return checkPlugins([{ ...plugin, exported: [], document, ...phrases }]).map(problemLine)
}

test.each<[sentences: unknown, want: string | undefined]>([
  [{ get_items: ['what is on the shelves'] }, undefined],
  [{ get_itemz: ['what is on the shelves'] }, '`get_itemz` is not an action of shelves; did you mean `get_items`?'],
  [{ get_items: 'what is on the shelves' }, '`get_items` is not a list of at most 12 sentences'],
  [{ get_items: ['what is on the shelves', ' '] }, '`get_items` is not a list of at most 12 sentences'],
  [{ get_items: Array(13).fill('what is there') }, '`get_items` is not a list of at most 12 sentences'],
  [{ get_items: ['what '.repeat(30)] }, 'of at most 120 characters'],
  [['what is on the shelves'], 'asked.json is not an object of sentences by action'],
])('asked.json with %j: %s', (sentences, want) => {
  const probe = { action: 'get_item', params: { item_id: '1' } }
  const lines = linesOf({ actions: {}, hide: ['submit_form'], probe }, shelves, sentences)
  expect(lines.filter((line) => line.startsWith('providers/shelves/asked.json: shelves: '))).toHaveLength(want ? 1 : 0)
  if (want) expect(lines.join('\n')).toContain(want)
})

test.each<[object, string]>([
  [
    { actions: { list_items: { from: 'get_itemz' } } },
    '`from` names `get_itemz`, which is not an action of providers/shelves/document.json; did you mean `get_items`?',
  ],
  [
    { actions: { get_items: { from: 'get_items', keep: ['stat'] } } },
    '`keep` names `stat`, which is not a parameter; did you mean `state`?',
  ],
  [{ actions: { get_items: { from: 'get_items', fill: { stat: 1 } } } }, '`fill` names `stat`'],
  [{ actions: { create_item: { from: 'create_item', wrap: 'dat' } } }, '`wrap` names `dat`'],
  [
    { actions: { create_item: { from: 'create_item', wrap: 'data', rename: { title: 'nam' } } } },
    '`rename` names `nam`',
  ],
  [{ actions: { create_item: { from: 'create_item', ttl: '30s' } } }, 'a write has a `ttl`'],
  [
    { actions: { get_items: { from: 'get_items', rename: { account_id: 'state' } } } },
    '`account_id` has a name that belongs to the gateway',
  ],
  [{ actions: { find: { from: 'get_items' } } }, '`find` finds actions: rename it'],
  [{ actions: { List: { from: 'get_items' } } }, 'the action\'s name "List" doesn\'t match'],
  [{ hide: ['nothing'] }, '`hide` names `nothing`, which is not an action'],
  [{ is: { nothing: [] } }, '`is` names `nothing`, which is not an action'],
  [{ is: { get_item: ['sends'] } }, 'a read has `is`, which only writes have'],
  [{ is: { put_picture: ['publish'] } }, '`is` has "publish", which is not a class; did you mean `publishes`?'],
  [
    { actions: { add_item: { from: 'create_item' } }, is: { create_item: [] } },
    '`is` names create_item, which is the action add_item: write `is` there',
  ],
  [{ actions: { get_items: { from: 'get_items', is: [] } } }, 'a read has `is`, which only writes have'],
  [{ actions: { create_item: { from: 'create_item', is: ['send'] } } }, '`is` has "send", which is not a class'],
  [
    { actions: { create_item: { from: 'create_item', wrap: 'data', roles: { text: ['/data'] } } } },
    '/data names `data`, which is not a parameter of the action',
  ],
  [{ keep: ['nothing'] }, '`keep` names `nothing`, which is not an action'],
  [{ sunset: { nothing: { on: '2026-08-26' } } }, '`sunset` names `nothing`, which is not an action'],
  [{ sunset: { get_item: { on: '2026-02-30' } } }, '`sunset.on` is "2026-02-30": write the day like \'2026-08-26\''],
  [
    { sunset: { get_item: { on: '2026-08-26', instead: 'get_itemz' } } },
    '`sunset.instead` names `get_itemz`, which is not an action of the provider; did you mean `get_items`?',
  ],
  [
    { actions: { list_items: { from: 'get_items', sunset: { on: 'soon' } } } },
    '`sunset.on` is "soon": write the day like \'2026-08-26\'',
  ],
  [
    { actions: { list_items: { from: 'get_items', noise: { members: 'self' } as never } } },
    "`noise` must have `members`, a list of names, or `empty: true`: write it like { members: ['self'], empty: true }",
  ],
  [
    { actions: { list_items: { from: 'get_items', leadsTo: { action: 'get_item', parameters: {} } } } },
    '`leadsTo` must name an action and where its parameters are',
  ],
  [
    { actions: { list_items: { from: 'get_items', leadsTo: { action: 'get_itemz', parameters: { id: '/id' } } } } },
    '`leadsTo` names `get_itemz`, which is not an action of the provider; did you mean `get_item`?',
  ],
  [
    { fill: { stat: 1 } },
    '`fill` names `stat`, which no action of providers/shelves/document.json has; did you mean `state`?',
  ],
  [{ fill: { state: '{settings.where}' } }, '`fill` uses the setting `where`: declare it under `settings`'],
  [
    { actions: { get_items: { from: 'get_items', fill: { state: '{settings.where}' } } } },
    '`fill` uses the setting `where`: declare it under `settings`',
  ],
  [{ probe: { action: 'create_item', params: {} } }, 'the probe create_item is a write'],
  [{ probe: { action: 'get_item', params: {} } }, "the probe's parameters don't fit get_item: /item_id is required"],
  [
    { probe: probeWith({ action: 'get_itemz', params: {}, at: '/name' }) },
    'the probe\'s identity names "get_itemz", which is not an action',
  ],
  [
    { probe: probeWith({ action: 'create_item', params: {}, at: '/name' }) },
    "the probe's identity create_item is a write",
  ],
  [
    { probe: probeWith({ action: 'get_item', params: {}, at: '/name' }) },
    "the probe's identity's parameters don't fit get_item: /item_id is required",
  ],
  [
    { probe: probeWith({ action: 'get_item', params: { item_id: '{settings.shelf}' }, at: '/name' }) },
    "the probe's identity's parameter `item_id` uses the setting `shelf`: declare it under `settings`",
  ],
  [{ actions: { get_items: { from: 'get_items', colour: 'red' } } }, 'unknown member `colour`'],
])('an overlay with %j is refused', (members, want) => {
  const lines = linesOf(members)
  expect(lines[0]).toContain(want)
  expect(lines).toHaveLength(1)
})

test.each(['/up/../../admin', '/up/%2E%2e/admin', '/a\\b', '/a\tb'])(
  'a document with the path %j is refused',
  (path) => {
    const actions = { ...shelves.actions, get_item: { ...(shelves.actions.get_item as SliceAction), path, params: {} } }
    expect(linesOf({ actions: {} }, { ...shelves, actions })).toEqual([
      expect.stringContaining('URL parsing would change'),
    ])
  },
)

test('a tool that is too large even with required parameters alone is refused', () => {
  const required = { in: 'query', required: true, schema: { type: 'string' } } as const
  const params = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`a_rather_long_parameter_${i}`, required]))
  const get = shelves.actions.get_items as SliceAction
  const names = Array.from({ length: 40 }, (_, i) => `list_number_${i}`)
  const own = (name: string) =>
    Object.fromEntries(Object.entries(params).map(([key, value]) => [`${name}_${key}`, value]))
  const actions = Object.fromEntries(names.map((name) => [name, { ...get, params: own(name) }]))
  const curated = Object.fromEntries(names.map((name) => [name, { from: name }]))
  const lines = linesOf({ actions: curated }, { ...shelves, actions })
  expect(lines).toEqual([
    expect.stringMatching(/the tool that lists 40 actions takes \d+ tokens even with their required/),
  ])
})

test('a probe may find the identity by a read of the document, with a setting of the account', () => {
  const probe = probeWith({ action: 'get_item', params: { item_id: '{settings.shelf}' }, at: '/name' })
  const settings = { shelf: Type.String({ pattern: '^S[0-9]{8}$', maxLength: 9 }) }
  expect(linesOf({ actions: {}, probe, settings })).toEqual([])
})

test('a sound overlay is accepted', () => {
  expect(linesOf({ actions: { list_items: { from: 'get_items', keep: ['state'] } } })).toEqual([])
})
