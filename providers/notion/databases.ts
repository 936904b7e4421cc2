import { clearable, cursor, flag, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as notion from './parameters.ts'

const { data_source_id, database_id, title, schema, toRichText } = notion
const description = clearable(notion.content)
const in_trash = flag('true moves it into the trash, false restores it')
const toEmptied = (content: string | null | undefined) => (content === null ? [] : toRichText(content))

/** https://developers.notion.com/reference/retrieve-a-database */
export const get_database = read('GET /v1/databases/{database_id}', {
  description: 'Get a database with the ids of its data sources',
  synonyms: ['table', 'board'],
  ttl: '5m',
  params: { database_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/retrieve-a-data-source */
export const get_data_source = read('GET /v1/data_sources/{data_source_id}', {
  description: 'Get a data source with its schema: the names and types of its properties',
  synonyms: ['table', 'columns', 'fields', 'database'],
  ttl: '5m',
  params: { data_source_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/query-a-data-source */
export const query_data_source = read('POST /v1/data_sources/{data_source_id}/query', {
  description: 'Sort, filter and list the entries of a database: the pages of a data source',
  synonyms: ['rows', 'records', 'tasks', 'table', 'sort', 'order by', 'overdue', 'count', 'due date'],
  ttl: '30s',
  params: {
    data_source_id,
    ...optional({
      /** https://developers.notion.com/reference/filter-data-source-entries */
      filter: Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 20,
        description: 'A condition as Notion writes it; several stand under "and" or "or"',
        examples: [{ property: 'Done', checkbox: { equals: false } }],
      }),
      sorts: notion.sorts,
    }),
  },
  ...notion.aList,
})

/** https://developers.notion.com/reference/create-a-database */
export const create_database = write('POST /v1/databases', {
  description: 'Create a database in a page, with its columns',
  synonyms: ['table', 'board', 'tracker', 'new'],
  is: [],
  roles: { destination: ['/page_id'], text: ['/title'] },
  additive: true,
  params: {
    page_id: notion.page_id,
    title,
    schema,
    ...optional({ description: notion.content, is_inline: flag('Whether the page shows it within its text') }),
  },
  request: ({ page_id, title, description, schema }) => ({
    body: {
      page_id: undefined,
      schema: undefined,
      parent: { type: 'page_id', page_id },
      title: toRichText(title),
      description: toRichText(description),
      initial_data_source: { properties: schema },
    },
  }),
  result: notion.thing,
})

/** https://developers.notion.com/reference/update-a-database */
export const update_database = write('PATCH /v1/databases/{database_id}', {
  description: "Change a database's title or description, move it to another page, or put it into the trash",
  synonyms: ['rename', 'table', 'edit', 'delete'],
  // Whoever sees the other page sees the database.
  is: ['shares', 'deletes'],
  roles: { destination: ['/page_id'], text: ['/title', '/description'] },
  idempotent: true,
  params: {
    database_id,
    ...optional({
      title,
      description,
      is_inline: flag('Whether the page shows it within its text'),
      in_trash,
      page_id: notion.page_id,
    }),
  },
  request: ({ title, description, page_id }) => ({
    body: {
      title: toRichText(title),
      description: toEmptied(description),
      page_id: undefined,
      parent: page_id && { type: 'page_id', page_id },
    },
  }),
  result: notion.thing,
})

/** https://developers.notion.com/reference/create-a-data-source */
export const create_data_source = write('POST /v1/data_sources', {
  description: 'Add a further data source to a database',
  synonyms: ['table', 'columns', 'new'],
  is: [],
  roles: { destination: ['/database_id'], text: ['/title'] },
  additive: true,
  params: { database_id, schema, title: optional(title) },
  rename: { schema: 'properties' },
  request: ({ database_id, title }) => ({
    body: { database_id: undefined, parent: { type: 'database_id', database_id }, title: toRichText(title) },
  }),
  result: notion.thing,
})

/** https://developers.notion.com/reference/update-a-data-source: columns left out stay. */
export const update_data_source = write('PATCH /v1/data_sources/{data_source_id}', {
  description: 'Add, change, rename or remove columns of a data source, or change its title',
  synonyms: [
    'table',
    'database column',
    'add a column',
    'remove a column',
    'property',
    'field',
    'schema',
    'select options',
  ],
  is: ['deletes'],
  roles: { destination: ['/data_source_id'], text: ['/title'] },
  idempotent: true,
  params: { data_source_id, ...optional({ schema, title, in_trash }) },
  rename: { schema: 'properties' },
  request: ({ title }) => ({ body: { title: toRichText(title) } }),
  result: notion.thing,
})

/** https://developers.notion.com/reference/list-data-source-templates */
export const list_templates = read('GET /v1/data_sources/{data_source_id}/templates', {
  description: 'List the templates of a data source',
  synonyms: ['database', 'table', 'page templates'],
  ttl: '1m',
  params: { data_source_id, name: optional(text(1000, 'Only templates whose names have this')) },
  result: Type.Object({ templates: Type.Array(Type.Unknown()) }),
  pages: cursor({
    items: '/templates',
    next: '/next_cursor',
    into: 'start_cursor',
    size: { into: 'page_size', max: 100 },
  }),
})
