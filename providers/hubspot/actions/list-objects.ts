import { action, cursor, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { namesOf, properties } from '../properties.ts'
import { responses } from '../responses.ts'

/** Read records page by page: https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const listObjects = action({
  description: 'List CRM records of one type',
  effect: read({ ttl: '30s' }),
  params: {
    object_type: parameters.object_type,
    properties: Type.Optional(properties),
    limit: Type.Optional(parameters.limit),
    after: Type.Optional(parameters.after),
  },
  call: ({ object_type, properties, limit, after }) => ({
    method: 'GET',
    path: path`/crm/v3/objects/${object_type}`,
    query: { limit, after, properties: namesOf(properties) },
  }),
  result: responses.page,
  pages: cursor({ items: '/results', next: '/paging/next/after', into: 'after', size: { into: 'limit', max: 100 } }),
})
