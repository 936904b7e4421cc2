import { optional, read, Type } from '@patchbay/core/provider'
import * as notion from './parameters.ts'

const { data_source_id, database_id } = notion

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
  description: 'List the pages of a data source that match a filter',
  synonyms: ['rows', 'records', 'tasks', 'table', 'database', 'entries'],
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
