import { choice, cursor, list, optional, read, record, Type, text, write } from '@patchbay/core/provider'

const page_id = text(36, 'Id of the page')
const title = text(2000, 'Title of the page')
const properties = record(Type.Unknown(), { max: 100, description: 'Properties of the page by name' })
const block = record(Type.Unknown(), { max: 10, description: 'A block, e.g. {"paragraph": {"text": "Hello"}}' })

export const search = read('POST /v1/search', {
  description: 'Search pages and databases by their titles',
  params: optional({
    query: text(200, 'Words of the title; left out: everything'),
    kind: choice(['page', 'database'], 'Only pages or only databases'),
  }),
  request: ({ kind }) => ({ body: { kind: undefined, filter: kind && { property: 'object', value: kind } } }),
  pages: cursor({
    items: '/results',
    next: '/next_cursor',
    into: 'start_cursor',
    size: { into: 'page_size', max: 100 },
  }),
})

export const get_page = read('GET /v1/pages/{page_id}', {
  description: 'Get the properties of a page',
  ttl: '30s',
  params: { page_id },
})

export const create_page = write('POST /v1/pages', {
  description: 'Create a page below another page',
  additive: true,
  params: { parent_id: text(36, 'Id of the page above'), title, ...optional({ properties }) },
  rename: { parent_id: '/parent/page_id' },
})

export const update_page = write('PATCH /v1/pages/{page_id}', {
  description: 'Change properties of a page; those left out stay as they are',
  idempotent: true,
  params: { page_id, ...optional({ title, properties }) },
})

export const append_blocks = write('PATCH /v1/blocks/{page_id}/children', {
  description: 'Append blocks to a page',
  additive: true,
  params: { page_id, children: list(block, { min: 1, max: 100, description: 'The blocks, in their order' }) },
})
