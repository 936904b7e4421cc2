import { expect, test } from 'vitest'
import { call, type ObjectExpression } from '../../source/expression.ts'
import { printMembers } from '../../source/print.ts'
import { addToOverlay } from './add-to-overlay.ts'

const probe = { probe: { action: 'get_me', params: {} } }
const pages = { pages: call('cursor', { items: '/data', next: '/next', into: 'page' }) }
const paged = (...names: string[]): ObjectExpression => ({
  actions: Object.fromEntries(names.map((name) => [name, pages])),
})
const names = ['id', 'title', 'origin', 'auth', 'actions', 'overlay']

const begin = `import { apiKey, imported } from '@patchbay/core/provider'
import type { Document } from './document.ts'
`
const overlay = (members: string): string => `${begin}
export default imported<Document>()({
${members}
})
`
const facts = `  id: 'x',
  title: 'X',
  origin: 'https://api.x-host.com',
  auth: apiKey({ header: 'X-Key' }),`

/** The lines of the second text that the first one hasn't; fails if one of the first is changed, gone, or in another order. */
const linesAdded = (before: string, after: string): string[] => {
  const old = before.split(/(?<=\n)/)
  const added: string[] = []
  for (const line of after.split(/(?<=\n)/)) {
    if (line === old[0]) old.shift()
    else added.push(line)
  }
  expect(old).toEqual([])
  return added
}

const add = (text: string, members: ObjectExpression) => {
  const { text: after, left } = addToOverlay(text, members, names)
  return { added: linesAdded(text, after), left: printMembers(left), after }
}

const line = "  probe: { action: 'get_me', params: {} },\n"

test.each<[string, string, string[]]>([
  ['as the import wrote it', `${facts}\n  actions: {},`, [line]],
  ['whose last member has no comma', `${facts}\n  actions: {}`, [line]],
  [
    'with comments at ends of lines',
    `${facts} // the key\n  actions: {}, /* none\n  yet */\n  // probe: later`,
    [line],
  ],
  [
    'with odd spaces',
    "\tid:'x' ,title : 'X',\n\n\t auth:apiKey({header:'X-Key'}) , \n\torigin:'https://api.x-host.com'",
    [`\t${line.trim()}\n`],
  ],
  ['with members in texts', `${facts}\n  description: \`probe: {},\n  id: 'y',\n\`,`, [line]],
  ['that spreads others, which win', `  ...facts,\n${facts}\n  ...more`, [line]],
  ['with a member by a variable', `${facts}\n  actions,`, [line]],
  ['with several members a line', "  id: 'x', title: 'X', auth,\n  actions: {},", [line]],
])('an overlay %s gets a probe in a line of its own', (_, members, want) => {
  const { added, left } = add(overlay(members), probe)
  expect(added).toEqual(want)
  expect(left).toBe('')
})

test('what CRLF ends goes on with CRLF, and a byte order mark stays', () => {
  const text = `\uFEFF${overlay(`${facts}\n  actions: {\n    items: {\n      from: 'get_items',\n    },\n  },`)}`
  const { added } = add(text.replaceAll('\n', '\r\n'), { ...probe, ...paged('items') })
  expect(added).toEqual([
    "import { cursor } from '@patchbay/core/provider'\r\n",
    "      pages: cursor({ items: '/data', next: '/next', into: 'page' }),\r\n",
    line.replace('\n', '\r\n'),
  ])
})

test('pages are added to the actions whose lines show where, and the others are named', () => {
  const actions = `  actions: {
    ...listed,
    items: {
      from: 'get_items', // all of them
      ttl: '60s'
    },
    things: { from: 'get_things' },
    shelves,
    'books': {
        from: "get_books",
        ...cached },
    paged: { pages },
  },`
  const { added, left } = add(overlay(`${facts}\n${actions}`), paged('items', 'things', 'shelves', 'books', 'gone'))
  const want = "pages: cursor({ items: '/data', next: '/next', into: 'page' }),\n"
  expect(added).toEqual(["import { cursor } from '@patchbay/core/provider'\n", `      ${want}`])
  const ofOne = want.trim().slice(0, -1)
  const others = ['things', 'shelves', 'books', 'gone'].map((name) => `${name}: { ${ofOne} }`)
  expect(left).toBe(`actions: { ${others.join(', ')} },`)
})

test.each<[string, string]>([
  ['on one line', `${begin}export default imported<Document>()({ id: 'x', title: 'X', actions: {} })\n`],
  ['by a variable', `${begin}const definition = { id: 'x' }\nexport default imported<Document>()(definition)\n`],
  ['of another function', `${begin}export default define({\n  id: 'x',\n})\n`],
  ['that is defined twice', `${overlay(facts)}${overlay(facts).replace(begin, '')}`],
  ['that has the member', overlay(`${facts}\n  probe: undefined,`)],
  ['that has the member by a string', overlay(`${facts}\n  'probe' : undefined,`)],
])('an overlay %s stays as it is, and the probe is named', (_, text) => {
  const { added, left } = add(text, probe)
  expect([added, left]).toEqual([[], "probe: { action: 'get_me', params: {} },"])
})

test.each<[string, string]>([
  ['a constant', "const cursor = ''\n"],
  ['a function', 'function cursor() {}\n'],
  ['an import', "import { cursor } from './cursors.ts'\n"],
  ['a type', "import type { cursor } from '@patchbay/core/provider'\n"],
])('pages are not added where %s has the name of their function', (_, more) => {
  const text = overlay(`${facts}\n  actions: {\n    items: {\n      from: 'get_items',\n    },\n  },`).replace(
    begin,
    begin + more,
  )
  expect(add(text, paged('items')).added).toEqual([])
})

test('a function that is imported already is not imported again', () => {
  const text = overlay(`${facts}\n  actions: {\n    items: {\n      from: 'get_items',\n    },\n  },`)
  const { added } = add(text.replace('{ apiKey,', '{ apiKey, cursor,'), paged('items'))
  expect(added).toHaveLength(1)
})

test('an added member that has no room on its line goes on in others', () => {
  const long = `/${'a'.repeat(90)}`
  const { added } = add(overlay(facts), {
    actions: { items: { from: 'get_items', pages: call('link', { items: long, next: long }) } },
  })
  expect(added.join('')).toBe(`import { link } from '@patchbay/core/provider'
  actions: {
    items: {
      from: 'get_items',
      pages: link({
        items: '${long}',
        next: '${long}',
      }),
    },
  },
`)
})

test('an origin that is there keeps its settings as well', () => {
  const host = { origin: 'https://b.x-host.com', settings: { shop: call('pattern', '^[a-z]+$', 9, 'Shop') } }
  expect(add(overlay(facts), host).added).toEqual([])
})
