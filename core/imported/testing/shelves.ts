import { apiKey, cursor, imported, read, text } from '../../provider/index.ts'
import type { Slice } from '../slice/slice.ts'

/** An invented document with one of each: places, styles, bodies, circles. */
export const shelves: Slice = {
  title: 'Shelves',
  server: 'https://api.shelves-host.com/v2',
  linear: ['^(a+)+$'],
  groups: { items: 'Things on shelves', files: 'Pictures of things' },
  schemas: {
    item: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 20 },
        tags: { type: 'array', items: { $ref: '#/schemas/tag' }, maxItems: 3 },
        parent: { $ref: '#/schemas/item', description: 'What the item is in' },
      },
      additionalProperties: false,
    },
    tag: { type: 'string', pattern: '^[a-z]+$' },
    code: { type: 'string', pattern: '^(a+)+$' },
    file: {
      type: 'object',
      required: ['media_type', 'content'],
      properties: { filename: { type: 'string' }, media_type: { type: 'string' }, content: { type: 'string' } },
      additionalProperties: false,
    },
  },
  actions: {
    get_items: {
      method: 'GET',
      path: '/items',
      description: 'List items',
      group: 'items',
      params: {
        state: { in: 'query', schema: { enum: ['open', 'closed'] } },
        tags: { in: 'query', style: 'comma', schema: { type: 'array', items: { $ref: '#/schemas/tag' } } },
        where: { in: 'query', style: 'json', schema: { type: 'object' } },
        deep: { in: 'query', schema: { type: 'object' } },
        flat: { in: 'query', style: 'explode', schema: { type: 'object' } },
        offset: { in: 'query', schema: { type: 'string' } },
        page_size: { in: 'query', schema: { type: 'integer' } },
        trace: { in: 'header', as: 'X-Trace', schema: { type: 'array', items: { type: 'string' } } },
        theme: { in: 'cookie', schema: { type: 'string' } },
      },
      query: { version: '3' },
    },
    get_item: {
      method: 'GET',
      path: '/items/{item-id}.json',
      description: 'Get an item',
      group: 'items',
      gives: '{ id: string }',
      params: { item_id: { in: 'path', as: 'item-id', required: true, schema: { type: 'string' } } },
    },
    search_items: {
      method: 'POST',
      path: '/items/search',
      description: 'Search items',
      group: 'items',
      effect: 'read',
      params: {
        whole: { in: 'whole', required: true, schema: { oneOf: [{ type: 'string' }, { $ref: '#/schemas/item' }] } },
      },
    },
    create_item: {
      method: 'POST',
      path: '/items',
      description: 'Make an item',
      group: 'items',
      params: {
        data: { in: 'body', required: true, schema: { $ref: '#/schemas/item' } },
        notify: { in: 'query', schema: { type: 'boolean' } },
      },
    },
    patch_item: {
      method: 'PATCH',
      path: '/items/{item-id}',
      description: 'Change an item',
      group: 'items',
      media: 'application/merge-patch+json',
      headers: { 'If-Match': '*' },
      params: {
        item_id: { in: 'path', as: 'item-id', required: true, schema: { type: 'string' } },
        item: { in: 'whole', required: true, schema: { $ref: '#/schemas/item' } },
      },
    },
    put_picture: {
      method: 'PUT',
      path: '/pictures/{name}',
      description: 'Store a picture',
      group: 'files',
      server: 'https://files.shelves-host.com/up',
      auth: false,
      encoding: 'bytes',
      params: {
        name: { in: 'path', required: true, style: 'reserved', schema: { type: 'string' } },
        picture: { in: 'whole', required: true, schema: { $ref: '#/schemas/file' } },
      },
    },
    get_picture: {
      method: 'GET',
      path: '/pictures/{name}',
      description: 'Get a picture',
      group: 'files',
      answer: 'bytes',
      params: {
        name: { in: 'path', required: true, schema: { type: 'string' } },
        code: { in: 'query', schema: { $ref: '#/schemas/code' } },
        repeat: { in: 'query', schema: { type: 'integer' } },
      },
    },
    submit_form: {
      method: 'POST',
      path: '/forms',
      description: 'Send a form',
      group: 'files',
      encoding: 'form',
      params: {
        lines: { in: 'body', style: 'brackets', schema: { type: 'array', items: { type: 'string' } } },
        address: { in: 'body', schema: { type: 'object' } },
      },
    },
  },
}

/** The type that `.generated/document.ts` has of the document. */
export interface Document {
  readonly get_items: 'state' | 'tags' | 'where' | 'deep' | 'flat' | 'offset' | 'page_size' | 'trace' | 'theme'
  readonly get_item: 'item_id'
  readonly search_items: 'whole'
  readonly create_item: 'data' | 'notify'
  readonly patch_item: 'item_id' | 'item'
  readonly put_picture: 'name' | 'picture'
  readonly get_picture: 'name' | 'code' | 'repeat'
  readonly submit_form: 'lines' | 'address'
}

export const overlay = imported<Document>()({
  id: 'shelves',
  title: 'Shelves',
  origin: 'https://api.shelves-host.com',
  auth: apiKey({ header: 'X-Key' }),
  probe: { action: 'list_items', params: {} },
  actions: {
    count_items: read('GET /v2/items/count', {
      description: 'Count the items',
      params: { in: text(20, 'Of a shelf') },
    }),
    list_items: {
      from: 'get_items',
      keep: ['state', 'tags'],
      rename: { labels: 'tags' },
      fill: { theme: 'dark' },
      ttl: '30s',
      synonyms: ['goods'],
      pages: cursor({
        items: '/data',
        next: '/next',
        into: 'offset',
        size: { into: 'page_size', max: 50, default: 20 },
      }),
    },
    create_item: {
      from: 'create_item',
      wrap: 'data',
      rename: { title: 'name' },
      description: 'Put an item on a shelf',
      additive: true,
    },
  },
  hide: ['submit_form'],
})
