import core from '../../core/package.json' with { type: 'json' }

/** The files of a new provider, by name. Their comments explain the contract to a new author. */
export const files = (id: string): Readonly<Record<string, string>> => ({
  'package.json': packageJson(id, titleOf(id)),
  'index.ts': index(id),
  'items.ts': items,
  [`${id}.test.ts`]: test,
})

/** The package of a provider. */
export const packageJson = (id: string, title: string): string =>
  `${JSON.stringify(
    {
      name: `@patchbay/provider-${id}`,
      version: '0.1.0',
      description: `${title} for Patchbay`,
      license: 'MIT',
      type: 'module',
      exports: { '.': './index.ts' },
      /** Every version of core with this contract. */
      peerDependencies: { '@patchbay/core': `^${core.version}` },
    },
    null,
    2,
  )}\n`

const titleOf = (id: string): string =>
  id
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const index = (id: string): string => `import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as items from './items.ts'

/** ${titleOf(id)}: link the vendor's documentation here. How to write a provider: docs/providers.md of Patchbay. */
export default provider({
  id: '${id}',
  title: '${titleOf(id)}',
  /** All calls go to this origin. Use \`origin\` with \`settings\` when each account has its own. */
  origin: 'https://api.example.com',
  /** How the stored credential is sent; \`oauth2\`, \`basic\` and \`none\` are some of the other kinds. */
  auth: apiKey({ header: 'authorization', prefix: 'Bearer ' }),
  /** A read that shows whether a credential works. */
  probe: { action: 'list_items', params: {} },
  /** Each file holds the actions of one resource. Each export is an action, by the name that callers use. */
  actions: { ...items },
  /** Where the vendor's errors have their message. */
  failure: messageAt('/error/message'),
})
`

const items = `import { cursor, optional, read, text, write } from '@patchbay/core/provider'

const item_id = text(100, 'Id of the item')
const name = text(200, 'Name of the item')

/** Link the page of the vendor's documentation here. */
export const list_items = read('GET /items', {
  description: 'List items',
  /** The answer of a read is cached for its \`ttl\`, and a failed read is tried again. An action that changes something is a \`write\`. */
  ttl: '30s',
  /** The REST validator, the MCP tool and the OpenAPI document are made from these. Models read the descriptions. */
  params: optional({ name }),
  /** How to get the next page. This adds the parameters \`limit\` and \`after\`. */
  pages: cursor({ items: '/items', next: '/next', into: 'after', size: { into: 'limit', max: 100 } }),
})

export const get_item = read('GET /items/{item_id}', {
  description: 'Get one item by its id',
  ttl: '30s',
  /** Names in the route's braces are parameters. The other parameters go into the query, or into the body of a POST. */
  params: { item_id },
})

export const create_item = write('POST /items', {
  description: 'Create an item',
  additive: true,
  params: { name },
})
`

const test = `import { expect, it } from 'vitest'
import plugin from './index.ts'

const account = { settings: {} }

/** \`request\` is pure: it returns the whole request without the credential. */
it('get_item asks for one item, its id as one step of the path', () => {
  const request = plugin.actions.get_item.request({ item_id: 'a/b' }, account)
  expect(request).toMatchObject({ method: 'GET', path: '/items/a%2Fb' })
})

it('create_item sends the name in its body', () => {
  const request = plugin.actions.create_item.request({ name: 'Lamp' }, account)
  expect(request).toMatchObject({ method: 'POST', path: '/items', body: { name: 'Lamp' } })
})
`
