import { cursor, optional, read, text, write } from '@patchbay/core/provider'

const item_id = text(100, 'Id of the item')
const name = text(200, 'Name of the item')

/** Link the page of the vendor's documentation here. */
export const list_items = read('GET /items', {
  description: 'List items',
  /** The answer of a read is cached for its `ttl`, and a failed read is tried again. An action that changes something is a `write`. */
  ttl: '30s',
  /** The REST validator, the MCP tool and the OpenAPI document are made from these. Models read the descriptions. */
  params: optional({ name }),
  /** The way to the next page. It adds the parameters `limit` and `after`. */
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
