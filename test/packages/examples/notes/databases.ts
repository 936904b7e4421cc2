import { cursor, optional, read, record, Type, text } from '@patchbay/core/provider'

export const query_database = read('POST /v1/databases/{database_id}/query', {
  description: 'List the pages of a database that fit a filter',
  params: {
    database_id: text(36, 'Id of the database'),
    ...optional({ filter: record(Type.Unknown(), { max: 10, description: 'Filter; left out: all pages' }) }),
  },
  pages: cursor({
    items: '/results',
    next: '/next_cursor',
    into: 'start_cursor',
    size: { into: 'page_size', max: 100 },
  }),
})
