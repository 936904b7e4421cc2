// Test lanes: slow

import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryProject } from './testing/temporary-project.ts'

const contract =
  "import { apiKey, cursor, file, integer, optional, provider, read, text, Type, write } from '@patchbay/core/provider'"

/** The files of a plugin without a mistake. */
const sound = {
  'index.ts': `${contract}
import * as items from './items.ts'
import * as more from './more.ts'
export default provider({
  id: 'shop',
  title: 'Shop',
  origin: 'https://api.vendor-host.com',
  auth: apiKey({ header: 'x-key' }),
  actions: { ...items, ...more },
})
`,
  'more.ts': `${contract}
export const count_items = read('GET /items/count', { description: 'Count items', params: {} })
`,
  'items.ts': `${contract}
export const get_item = read('GET /items/{item_id}', {
  description: 'Get an item',
  params: {
    item_id: text(100, 'Id of the item'),
  },
})
export const find_items = read('GET /items', {
  description: 'Find items',
  ttl: '30s',
  params: optional({
    name: text(100, 'Part of the name'),
  }),
  pages: cursor({ items: '/items', next: '/next', into: 'after' }),
})
export const add_item = write('POST /items', {
  description: 'Add an item',
  params: { name: text(100, 'Name') },
  in: { name: 'body' },
  rename: { name: 'title' },
  styles: { name: 'comma' },
  request: ({ name }) => ({ body: { label: name } }),
})
`,
}

/** In `file`, the text `right` is replaced by `wrong`. `want` is everything that codegen then prints. */
type Mistake = readonly [what: string, file: keyof typeof sound, right: string, wrong: string, want: string]

const mistakes: readonly Mistake[] = [
  [
    'a syntax error',
    'items.ts',
    "'Get an item',",
    "'Get an item,",
    'items.ts:3: shop.get_item: syntax error at column 16: Unterminated string literal',
  ],
  [
    'an import of a file that is not there',
    'index.ts',
    "'./items.ts'",
    "'./itms.ts'",
    'index.ts:2: shop: imports "./itms.ts", which doesn\'t exist; did you mean `./items.ts`?',
  ],
  [
    'an import of a package',
    'items.ts',
    'export const get_item',
    `import leftPad from 'left-pad'
leftPad()
export const get_item`,
    'items.ts:2: shop: imports "left-pad", which isn\'t installed: a provider needs the contract and its own files only',
  ],
  [
    'an import of what the contract does not have',
    'items.ts',
    'text, Type',
    'texts as text, Type',
    "items.ts:1: shop: imports `texts`, which @patchbay/core/provider doesn't export; did you mean `text`?",
  ],
  [
    'a function that is not imported',
    'items.ts',
    "text(100, 'Part of the name')",
    "flag('Whether')",
    "items.ts:12: shop.find_items: can't be loaded: flag is not defined: import it, or declare it",
  ],
  [
    'a route that is none',
    'items.ts',
    "'GET /items/{item_id}'",
    "'get /items/{item_id}'",
    'items.ts:2: shop.get_item: "get /items/{item_id}" is not a route: write a method, a space and a path, like "GET /items/{item_id}"',
  ],
  [
    'a brace that is not closed',
    'items.ts',
    '{item_id}',
    '{item_id',
    'items.ts:2: shop.get_item: the route "GET /items/{item_id" has an unmatched brace',
  ],
  [
    'a duration that is none',
    'items.ts',
    "'30s'",
    "'30 seconds'",
    'items.ts:8: shop.find_items: 30 seconds is not a duration: write it like 500ms, 30s, 5m or 1h',
  ],
  [
    'no default export',
    'index.ts',
    'export default provider(',
    'export const shop = provider(',
    'index.ts: has no provider as its default export: write `export default provider({ id, ..., actions })`',
  ],
  [
    'a misspelt member of an action',
    'items.ts',
    "ttl: '30s'",
    "tll: '30s'",
    'items.ts:10: shop.find_items: unknown member `tll`; did you mean `ttl`?',
  ],
  [
    'a misspelt member of the provider',
    'index.ts',
    "title: 'Shop',",
    `title: 'Shop',
  setings: {},`,
    'index.ts:7: shop: unknown member `setings`; did you mean `settings`?',
  ],
  [
    'a member of the provider that nothing is like',
    'index.ts',
    "title: 'Shop',",
    `title: 'Shop',
  colour: 'red',`,
    'index.ts:7: shop: unknown member `colour`; the members here are id, title, origin, auth, credentialsPage, credentialFields, synonyms, settings, headers, arrays, encoding, probe, actions, listed, overlay, retry, rateLimit, limits, withhold, failure',
  ],
  [
    'a misspelt member of auth',
    'index.ts',
    "header: 'x-key'",
    "header: 'x-key', prefx: 'Key '",
    'index.ts:8: shop: unknown member `prefx` of `auth`; did you mean `prefix`?',
  ],
  [
    'a misspelt member of pages',
    'items.ts',
    "into: 'after'",
    "into: 'after', sizes: { into: 'limit', max: 100 }",
    'items.ts:14: shop.find_items: unknown member `sizes` of `pages`; did you mean `size`?',
  ],
  [
    'a ttl of a write',
    'items.ts',
    "description: 'Add an item',",
    `description: 'Add an item',
  ttl: '30s',`,
    'items.ts:18: shop.add_item: a write has `ttl`, but only reads are cached and paged: remove it, or make the action a read(...)',
  ],
  [
    'an idempotency key of a read',
    'items.ts',
    "ttl: '30s'",
    "idempotencyKey: 'Idempotency-Key'",
    'items.ts:10: shop.find_items: a read has `idempotencyKey`, which only writes have: remove it, or make the action a write(...)',
  ],
  [
    'an idempotency key at two places',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: { query: 'key', body: '/key' } as never,",
    "items.ts:17: shop.add_item: `idempotencyKey` needs one place: write it like { query: 'request_id' }",
  ],
  [
    'an idempotency key that is a parameter',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: { body: '/title' },",
    'items.ts:17: shop.add_item: the parameter `name` is sent where `idempotencyKey` is: remove it',
  ],
  [
    'an idempotency key that would be cut too short',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: { query: 'key', max: 8 },",
    'items.ts:17: shop.add_item: `idempotencyKey.max` is not a whole number from 32 to 255',
  ],
  [
    'a time that is none, for which an idempotency key is kept',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: { query: 'key', keptFor: '1 day' as never },",
    'items.ts:16: shop.add_item: 1 day is not a duration: write it like 500ms, 30s, 5m or 1h',
  ],
  [
    'a misspelt member of an idempotency key',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: { query: 'key', maximum: 64 } as never,",
    'items.ts:17: shop.add_item: unknown member `maximum` of `idempotencyKey`; the members of `idempotencyKey` are header, query, body, max, keptFor',
  ],
  [
    'a confirm of a read',
    'items.ts',
    "ttl: '30s'",
    "confirm: { read: get_item, params: { item_id: 'x' }, shows: () => true } as never",
    'items.ts:10: shop.find_items: a read has `confirm`, which only writes have: remove it, or make the action a write(...)',
  ],
  [
    'a confirm by what is no action',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', confirm: { read: read('GET /x', { description: 'x', params: {} }), params: {}, shows: () => true },",
    'items.ts:17: shop.add_item: `confirm.read` is not an action of this provider',
  ],
  [
    'a confirm with a parameter that its read does not take',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', confirm: { read: find_items, params: { nam: 'x' } as never, shows: () => true },",
    "items.ts:17: shop.add_item: `confirm.params` has `nam`, which its read doesn't take; did you mean `name`?",
  ],
  [
    'a confirm without a parameter that its read needs',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', confirm: { read: get_item, params: {} as never, shows: () => true },",
    'items.ts:17: shop.add_item: `confirm.params` lacks `item_id`, which its read needs',
  ],
  [
    'a confirm that waits',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', confirm: { read: find_items, params: {}, shows: (async () => true) as never },",
    'items.ts:17: shop.add_item: `confirm.shows` is async, but core needs what it returns at once: make it a plain function, without await',
  ],
  [
    'a misspelt member of a confirm',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', confirm: { read: find_items, parms: {}, params: {}, shows: () => true } as never,",
    'items.ts:17: shop.add_item: unknown member `parms` of `confirm`; did you mean `params`?',
  ],
  [
    'no description of an action',
    'items.ts',
    `  description: 'Get an item',
`,
    '',
    'items.ts:2: shop.get_item: `description` is empty: say in one sentence what it does, for people and models',
  ],
  [
    'no description of a parameter',
    'items.ts',
    "text(100, 'Id of the item')",
    'Type.String({ maxLength: 100 })',
    'items.ts:5: shop.get_item: the parameter `item_id` has no description: say in a few words what callers write there',
  ],
  [
    'a name in the route that is not declared',
    'items.ts',
    '{item_id}',
    '{item}',
    'items.ts:2: shop.get_item: the route uses {item}: declare it under `params`; did you mean `item_id`?',
  ],
  [
    'a name in the route that callers may leave out',
    'items.ts',
    "item_id: text(100, 'Id of the item')",
    "item_id: optional(text(100, 'Id of the item'))",
    'items.ts:5: shop.get_item: the route uses {item_id}, which callers may leave out: take it out of optional(...)',
  ],
  [
    'a name in `in` that is not declared',
    'items.ts',
    'in: { name:',
    'in: { nme:',
    'items.ts:19: shop.add_item: `in` names `nme`: declare it under `params`; did you mean `name`?',
  ],
  [
    'a name in `rename` that is not declared',
    'items.ts',
    'rename: { name:',
    'rename: { label:',
    'items.ts:20: shop.add_item: `rename` names `label`: declare it under `params`',
  ],
  [
    'a name in `styles` that is not declared',
    'items.ts',
    'styles: { name:',
    'styles: { names:',
    'items.ts:21: shop.add_item: `styles` names `names`: declare it under `params`; did you mean `name`?',
  ],
  [
    'a name in `in` that stands in the route',
    'items.ts',
    `    item_id: text(100, 'Id of the item'),
  },`,
    `    item_id: text(100, 'Id of the item'),
  },
  in: { item_id: 'query' },`,
    'items.ts:7: shop.get_item: `in` names `item_id`, which stands in the route: remove it',
  ],
  [
    'a header that core writes',
    'items.ts',
    "  in: { name: 'body' },\n  rename: { name: 'title' },",
    "  in: { name: 'header' },\n  rename: { name: 'Authorization' },",
    'items.ts:19: shop.add_item: the header Authorization is written by core: describe credentials under `auth`',
  ],
  [
    'a cookie with a name that is none',
    'items.ts',
    "  in: { name: 'body' },\n  rename: { name: 'title' },",
    "  in: { name: 'cookie' },\n  rename: { name: 's; admin' },",
    'items.ts:19: shop.add_item: "s; admin" is not a cookie name: write it like session_id',
  ],
  [
    'statuses that are not a list',
    'items.ts',
    "  description: 'Add an item',",
    "  description: 'Add an item', repeatOn: 409 as never,",
    'items.ts:17: shop.add_item: `repeatOn` is not a list of error statuses: write it like [409, 423]',
  ],
  [
    'GraphQL by GET',
    'items.ts',
    "  description: 'Get an item',",
    "  description: 'Get an item', graphql: 'query { x }',",
    'items.ts:3: shop.get_item: a GraphQL document is sent by POST: begin the route with POST, also for a read',
  ],
  [
    'a place that is none',
    'items.ts',
    "in: { name: 'body' }",
    "in: { name: 'boby' }",
    'items.ts:19: shop.add_item: `in` sends `name` to "boby": write one of query, body, header, cookie',
  ],
  [
    'a body of a GET',
    'items.ts',
    "ttl: '30s'",
    "in: { name: 'body' }",
    'items.ts:10: shop.find_items: `in` sends `name` to the body, but a GET has no body',
  ],
  [
    'a name that `request` reads and is not declared',
    'items.ts',
    '({ name }) => ({ body: { label: name } })',
    '({ names }) => ({ body: { label: names } })',
    'items.ts:22: shop.add_item: `request` reads the parameter `names`: declare it; did you mean `name`?',
  ],
  [
    'an async request',
    'items.ts',
    'request: ({ name })',
    'request: async ({ name })',
    'items.ts:22: shop.add_item: `request` is async, but core needs what it returns at once: make it a plain function, without await',
  ],
  [
    'a request that returns a promise',
    'items.ts',
    '({ body: { label: name } })',
    'Promise.resolve({ body: { label: name } })',
    'items.ts:22: shop.add_item: `request` is async, but core needs what it returns at once: make it a plain function, without await',
  ],
  [
    'a request that throws',
    'items.ts',
    'label: name',
    'label: name.parts.join()',
    'items.ts:22: shop.add_item: `request` throws for the parameters {"name":"a"}: undefined is not an object (evaluating \'name.parts.join\')',
  ],
  [
    'a request that returns no parts',
    'items.ts',
    '({ body: { label: name } })',
    '[name]',
    'items.ts:22: shop.add_item: `request` returns ["a"]: return parts of the request, like { query: { ... } }',
  ],
  [
    'a request with a misspelt part',
    'items.ts',
    '{ body: { label',
    '{ bdy: { label',
    'items.ts:22: shop.add_item: `request` returns an unknown member `bdy`; did you mean `body`?',
  ],
  [
    'a request with a path of its own making',
    'items.ts',
    '{ body: { label: name } }',
    '{ path: name }',
    `items.ts:22: shop.add_item: \`request\` returns the path "a": build it like path\`/items/\${item_id}\``,
  ],
  [
    'a request that writes the credential',
    'items.ts',
    '{ body: { label: name } }',
    '{ headers: { Authorization: name } }',
    'items.ts:22: shop.add_item: the header Authorization is written by core: describe credentials under `auth`',
  ],
  [
    'an export that is not an action',
    'items.ts',
    'export const get_item',
    `export const item_id = text(100, 'Id')
export const get_item`,
    "items.ts:2: shop.item_id: it is not an action: define it with read(...) or write(...); if it is only a helper, don't export it from a file that is spread into `actions`",
  ],
  [
    'an export that is a function',
    'items.ts',
    'export const get_item',
    `export const trim = (name) => name.trim()
export const get_item`,
    "items.ts:2: shop.trim: it is not an action: define it with read(...) or write(...); if it is only a helper, don't export it from a file that is spread into `actions`",
  ],
  [
    'an action whose file is not among the actions',
    'index.ts',
    '...more',
    '',
    "more.ts:2: shop.count_items: the provider's `actions` don't have it: spread this file's exports there, or remove it",
  ],
  [
    'two actions of one name in two files',
    'more.ts',
    'count_items',
    'get_item',
    'items.ts:2: shop.get_item: providers/shop/more.ts exports an action of this name too, which replaces this one: rename one',
  ],
  [
    'two actions with one request',
    'items.ts',
    'export const find_items',
    `export const read_item = read('GET /items/{item_id}', {
  description: 'Read an item',
  params: { item_id: text(100, 'Id of the item') },
})
export const find_items`,
    'items.ts:8: shop.read_item: it has the route and parameters of get_item: change one, or remove one',
  ],
  [
    "a name that is core's",
    'items.ts',
    'export const get_item',
    'export const raw',
    'items.ts:2: shop.raw: the name `raw` is reserved by core: rename the action to a verb and a noun, like send_message',
  ],
  [
    'a name in camel case',
    'items.ts',
    'export const get_item',
    'export const getItem',
    'items.ts:2: shop.getItem: the action\'s name "getItem" doesn\'t match ^[a-z][a-z0-9_]{0,35}$: write it like list_items',
  ],
  [
    "a parameter that is the gateway's",
    'items.ts',
    "name: text(100, 'Part of the name')",
    "account_id: text(100, 'Id of an account')",
    "items.ts:12: shop.find_items: the parameter `account_id` has a name that belongs to the gateway: write `rename: { vendor_account_id: 'account_id' }`",
  ],
  [
    'one parameter with two types',
    'items.ts',
    "text(100, 'Part of the name')",
    "integer('Number in the name')",
    'items.ts:12: shop.find_items: the parameter `name` is string in add_item and integer in find_items: rename one, or give both one type',
  ],
  [
    'a pattern that takes long',
    'items.ts',
    "text(100, 'Part of the name')",
    "Type.String({ pattern: '^(a+)+$', maxLength: 9, description: 'Part' })",
    "items.ts:12: shop.find_items: the parameter `name` has the pattern \"^(a+)+$\", which can take exponential time, e.g. on 'a' + 'a'.repeat(31) + '\\x00': write it so that no text fits it in two ways",
  ],
  [
    'a pattern for texts of any length',
    'items.ts',
    "text(100, 'Part of the name')",
    "Type.String({ pattern: '^a+$', description: 'Part' })",
    'items.ts:12: shop.find_items: the parameter `name` has a pattern without a maxLength: write { pattern, maxLength } with the longest value that is right',
  ],
  [
    'pages without a cursor',
    'items.ts',
    "next: '/next', ",
    '',
    'items.ts:14: shop.find_items: `pages` has no cursor: write `next`, its place in the answer, or `lastItem` and `more`',
  ],
  [
    'a default page size over the largest',
    'items.ts',
    "into: 'after'",
    "into: 'after', size: { into: 'limit', max: 50, default: 100 }",
    'items.ts:14: shop.find_items: `pages.size` is not a size: write a whole number as `max`, and one from 1 to that as `default`',
  ],
  [
    'a header without a name',
    'items.ts',
    "next: '/next'",
    "next: 'header:'",
    'items.ts:14: shop.find_items: `pages.next` is "header:": write its place in the answer, like \'/data/items\'',
  ],
  [
    'a place in the answer that is none',
    'items.ts',
    "items: '/items'",
    "items: 'items'",
    'items.ts:14: shop.find_items: `pages.items` is "items": write its place in the answer, like \'/data/items\'',
  ],
  [
    'a wrapped body of bytes',
    'items.ts',
    '  request: ({ name }) => ({ body: { label: name } }),',
    "  wrap: 'item', encoding: 'text',",
    "items.ts:22: shop.add_item: `wrap` can't be used with the encoding text, whose body has no members: remove it",
  ],
  [
    'a wrapped multipart body',
    'items.ts',
    '  request: ({ name }) => ({ body: { label: name } }),',
    "  wrap: 'item', encoding: 'multipart',",
    "items.ts:22: shop.add_item: `wrap` can't be used with the encoding multipart, whose body has no members: remove it",
  ],
  [
    'a wrap around nothing',
    'items.ts',
    "ttl: '30s'",
    "wrap: 'filter'",
    'items.ts:10: shop.find_items: `wrap` would be empty, because no parameter goes to the body: remove it',
  ],
  [
    'a parameter of its own for the page size',
    'items.ts',
    "  pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "  rename: { name: 'limit' }, pages: cursor({ items: '/items', next: '/next', into: 'after', size: { into: 'limit', max: 9 } }),",
    'items.ts:14: shop.find_items: `rename` sends `name` as `limit`, which is what `pages.size` fills: remove `name`, as callers give `limit`',
  ],
  [
    'a parameter called like the page size',
    'items.ts',
    "  pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "  pages: cursor({ items: '/items', next: '/next', into: 'after', size: { into: 'name', max: 9 } }),",
    'items.ts:12: shop.find_items: `name` is what `pages.size` fills: remove `name`, as callers give `limit`',
  ],
  [
    'a place for what pages fill',
    'items.ts',
    "  pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "  in: { name: 'query' }, rename: { name: 'after' }, pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "items.ts:14: shop.find_items: `in` places `name`, which `pages` fills: remove it, and write `in: 'query'` in `pages` if it goes there",
  ],
  [
    'two parameters under one name',
    'items.ts',
    `    name: text(100, 'Part of the name'),
  }),`,
    `    name: text(100, 'Part of the name'),
    title: text(100, 'Part of the title'),
  }),
  rename: { title: 'q', name: 'q' },`,
    'items.ts:15: shop.find_items: `name` and `title` are both sent as `q` in the query: give one of them another name with `rename`',
  ],
  [
    'a parameter below another one',
    'items.ts',
    `    name: text(100, 'Part of the name'),
  }),`,
    `    name: text(100, 'Part of the name'),
    title: text(100, 'Part of the title'),
  }),
  rename: { title: '/name/part' },`,
    'items.ts:15: shop.find_items: `name` and `title` are both sent as `/name/part` in the query: give one of them another name with `rename`',
  ],
  [
    'a text where the body is a file',
    'items.ts',
    '  request: ({ name }) => ({ body: { label: name } }),',
    "  encoding: 'bytes',",
    "items.ts:18: shop.add_item: the parameter `name` is the whole body with the encoding bytes, but not a file: make it with `file`, or write encoding: 'text'",
  ],
  [
    'a number where the body is a text',
    'items.ts',
    `  params: { name: text(100, 'Name') },
  in: { name: 'body' },
  rename: { name: 'title' },
  styles: { name: 'comma' },
  request: ({ name }) => ({ body: { label: name } }),`,
    `  encoding: 'text',
  params: { number: integer('Number') },`,
    'items.ts:19: shop.add_item: the parameter `number` is the whole body with the encoding text, but not a text: make it with `text`, or choose another encoding',
  ],
  [
    'a text that is exploded',
    'items.ts',
    "styles: { name: 'comma' }",
    "styles: { name: 'explode' }",
    'items.ts:21: shop.add_item: `styles` explodes `name`, which is not an object: remove it',
  ],
  [
    'a shape that moves the list',
    'items.ts',
    "  pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "  shape: (body) => ({ found: body.items }), pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    'items.ts:14: shop.find_items: `shape` moves the list away from "/items": write its new place in `pages`, like shapedItems: \'/items\'',
  ],
  [
    'a shape that puts the list elsewhere',
    'items.ts',
    "  pages: cursor({ items: '/items', next: '/next', into: 'after' }),",
    "  shape: (body) => ({ found: body.items }), pages: cursor({ items: '/items', next: '/next', into: 'after', shapedItems: '/all' }),",
    'items.ts:14: shop.find_items: `pages.shapedItems` is "/all", but `shape` puts no list there',
  ],
  [
    'a provider whose bodies are all texts',
    'index.ts',
    "title: 'Shop',",
    `title: 'Shop',
  encoding: 'text',`,
    'index.ts:7: shop: `encoding` is "text": write one of json, form, multipart; single actions have others',
  ],
  [
    'no authentication',
    'index.ts',
    `  auth: apiKey({ header: 'x-key' }),
`,
    '',
    'index.ts:4: shop: auth is of an unknown kind: use oauth2(...), apiKey(...), keys(...), basic(...), signed(...), oneOf(...) or none()',
  ],
  [
    'OAuth with a claim that core writes',
    'index.ts',
    "apiKey({ header: 'x-key' })",
    "{ kind: 'oauth2', grant: 'jwt_bearer', token: 'https://login.vendor-host.com', scopes: {}, algorithm: 'RS256', claims: { aud: 'a' } }",
    'index.ts:8: shop: auth.claims.aud is written by core: write it as auth.audience',
  ],
  [
    'OAuth with a member of another grant',
    'index.ts',
    "apiKey({ header: 'x-key' })",
    "{ kind: 'oauth2', grant: 'client_credentials', token: 'https://login.vendor-host.com', scopes: {}, rotates: false }",
    "index.ts:8: shop: auth.rotates can't be used with the grant client_credentials: remove it",
  ],
  [
    'no origin',
    'index.ts',
    `  origin: 'https://api.vendor-host.com',
`,
    '',
    'index.ts:4: shop: the origin is missing: write that of the vendor\'s API, like "https://api.example.com"',
  ],
  [
    "an id that is not the folder's name",
    'index.ts',
    "id: 'shop'",
    "id: 'store'",
    'index.ts:5: store: the folder is "shop": name it like the id',
  ],
  [
    'an origin with a path',
    'index.ts',
    "api.vendor-host.com'",
    "api.vendor-host.com/v1'",
    'index.ts:7: shop: the origin "https://api.vendor-host.com/v1" is not of the form https://host, in lower case, without a path or a slash at its end',
  ],
  [
    'a probe that is a write',
    'index.ts',
    'actions:',
    `probe: { action: 'add_item', params: { name: 'a' } },
  actions:`,
    'index.ts:9: shop: the probe add_item is a write: use one of the reads (find_items, get_item, count_items)',
  ],
  [
    'an action written in the provider itself',
    'index.ts',
    '{ ...items, ...more }',
    `{
    ...items,
    ...more,
    count: read('GET /count', {
      description: '',
      params: {},
    }),
  }`,
    'index.ts:13: shop.count: `description` is empty: say in one sentence what it does, for people and models',
  ],
  [
    'a length and a description in the wrong order',
    'items.ts',
    "text(100, 'Id of the item')",
    "text('Id of the item', 100)",
    'items.ts:5: shop.get_item: the parameter `item_id` has the maxLength "Id of the item": write a whole number, as the first argument of text, pattern and file',
  ],
  [
    'a text without a description',
    'items.ts',
    "text(100, 'Id of the item')",
    'text(100)',
    'items.ts:5: shop.get_item: the parameter `item_id` has no description: say in a few words what callers write there',
  ],
  [
    'a parameter that is not a schema',
    'items.ts',
    "text(100, 'Id of the item')",
    "'string'",
    "items.ts:5: shop.get_item: the parameter `item_id` is not a schema: write text(100, 'What it is'), or another function of the contract, or a Type",
  ],
  [
    'a route in the style of web frameworks',
    'items.ts',
    '{item_id}',
    ':item_id',
    'items.ts:2: shop.get_item: the route has :item_id, which would be sent as it is: write {item_id}',
  ],
  [
    'a list that `rename` would make an object of',
    'items.ts',
    "name: 'title' }",
    "name: '/titles/0/text' }",
    'items.ts:20: shop.add_item: `rename` puts `name` at "/titles/0/text", which makes an object with the member "0": build lists with `request`',
  ],
  [
    'a list of actions that names another one',
    'index.ts',
    "auth: apiKey({ header: 'x-key' }),",
    "auth: apiKey({ header: 'x-key' }),\n  listed: ['get_things'] as never,",
    "index.ts:9: shop: `listed` names get_things, which `actions` doesn't have",
  ],
  [
    'a file in JSON',
    'more.ts',
    "read('GET /items/count', { description: 'Count items', params: {} })",
    "write('POST /items/count', { description: 'Count a picture', params: { picture: file(1000, 'A picture') } })",
    "more.ts:2: shop.count_items: the parameter `picture` is a file, which JSON and forms can't hold: write encoding: 'multipart' or 'bytes', or build the body with `request`",
  ],
  [
    'an API key without a place',
    'index.ts',
    "apiKey({ header: 'x-key' })",
    "apiKey('x-key' as never)",
    "index.ts:8: shop: auth doesn't say where calls carry the key: write apiKey({ header: 'X-Api-Key' }), or name a `query`, `cookie` or `body`",
  ],
  [
    'a header that is not a text',
    'index.ts',
    'actions:',
    "headers: { 'X-Version': 3 as never },\n  actions:",
    'index.ts:9: shop: the header X-Version is 3: write a text',
  ],
  [
    'statuses of `retry` that are not a list',
    'index.ts',
    'actions:',
    'retry: { on: 409 as never },\n  actions:',
    'index.ts:9: shop: `retry.on` is not a list of error statuses: write it like [409, 423]',
  ],
  [
    'more tries than core makes',
    'index.ts',
    'actions:',
    'retry: { tries: 5 as never },\n  actions:',
    'index.ts:9: shop: `retry.tries` is 5: write 1, 2 or 3',
  ],
  [
    'a `failure` that returns the message alone',
    'index.ts',
    'actions:',
    'failure: (body) => Object(body).message,\n  actions:',
    'index.ts:9: shop: `failure` returns "m" for the answer {"message":"m","error":"e"} with status 400: write messageAt(\'/message\'), or return { message: \'...\' } or undefined',
  ],
  [
    'a `failure` that throws for an empty answer',
    'index.ts',
    'actions:',
    'failure: (body) => (body.message ? { message: String(body.message) } : undefined),\n  actions:',
    "index.ts:9: shop: `failure` throws for the answer null with status 400 (null is not an object (evaluating 'body.message')): vendors answer anything, so read members of Object(body)",
  ],
  [
    'resources that are not spread',
    'index.ts',
    '{ ...items, ...more }',
    '{ items, ...more }',
    'index.ts:9: shop.items: it holds actions: spread it, like { ...items }',
  ],
  [
    'an idempotency key that is not a text',
    'items.ts',
    "description: 'Add an item',",
    "description: 'Add an item', idempotencyKey: true as never,",
    "items.ts:17: shop.add_item: `idempotencyKey` needs one place: write it like { query: 'request_id' }",
  ],
  [
    'a value that the checks stumble over',
    'index.ts',
    "auth: apiKey({ header: 'x-key' })",
    "auth: { kind: 'signed' } as never",
    "index.ts:4: shop: can't be checked (undefined is not an object (evaluating 'secrets.length')): a member has a value that its type doesn't allow, and `npx bun run types` names it",
  ],
  [
    'a result that is not a schema',
    'items.ts',
    "description: 'Get an item',",
    "description: 'Get an item', result: { id: 'string' } as never,",
    'items.ts:3: shop.get_item: `result` uses id: it is not supported here; write Type.Object({ ... }) or another Type',
  ],
  [
    'an async `failure`',
    'index.ts',
    'actions:',
    "failure: async () => ({ message: 'a' }),\n  actions:",
    'index.ts:9: shop: `failure` is async, but core needs what it returns at once: make it a plain function, without await',
  ],
  [
    'an async `shape`',
    'items.ts',
    "description: 'Get an item',",
    "description: 'Get an item', shape: async (body) => body,",
    'items.ts:3: shop.get_item: `shape` is async, but core needs what it returns at once: make it a plain function, without await',
  ],
]

/** A plugin in a folder of its own. */
const plugin = (id: string, files: Readonly<Record<string, string>>): Record<string, string> => ({
  [`providers/${id}/package.json`]: JSON.stringify({ name: id, version: '1.0.0' }),
  ...Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`providers/${id}/${name}`, text.replace("id: 'shop'", `id: '${id}'`)]),
  ),
})

/** One plugin for each mistake, and what codegen says of them all. */
const said = async (): Promise<string[]> => {
  const wrongs = mistakes.map(([what, file, right, wrong], index) => {
    expect(sound[file], what).toContain(right)
    return plugin(`shop${index}`, { ...sound, [file]: sound[file].replace(right, () => wrong) })
  })
  await using project = await temporaryProject(Object.assign({}, plugin('sound', sound), ...wrongs))
  const { code, error } = await project.codegen()
  expect(code).toBe(1)
  return error.trimEnd().split('\n')
}

let lines: readonly string[] = []
beforeAll(async () => {
  lines = await said()
})

/** Codegen's messages about the plugin in a folder, under the name that the table gives it. */
const saidOf = (id: string): string[] =>
  lines
    .filter((line) => line.startsWith(`providers/${id}/`))
    .map((line) => line.slice(`providers/${id}/`.length).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'shop'))

describe('each mistake is named with its file and line, and with what to write:', () => {
  test.each(mistakes.map((mistake, index) => [...mistake, index] as const))(
    '%s',
    (_what, _file, _right, _wrong, want, index) => {
      expect(saidOf(`shop${index}`)).toEqual([want])
    },
  )
})

test('of a plugin without a mistake nothing is said, and nothing else of the others', () => {
  expect(saidOf('sound')).toEqual([])
  expect(lines).toHaveLength(mistakes.length + 1)
  expect(lines.at(-1)).toBe(`${mistakes.length} to fix; nothing was written`)
})
